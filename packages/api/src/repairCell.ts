/**
 * Repairs a cell that is not an address itself: copied from a link or a mail program, with invisible
 * characters, or with several addresses. Nothing is guessed: a text that is not understood as a whole
 * stays as it is, and so does every well-formed address.
 */

/**
 * Invisible characters that the service's parser refuses: formats, fillers, controls and marks of
 * direction. Joiners are parts of Persian and Indic words, so they stay. C1 controls may be letters that were read in
 * the wrong encoding.
 */
const hidden =
  /(?![\t-\r\u0080-\u009f]|(?<=\P{ASCII})[\u200c\u200d](?=\P{ASCII}))[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** Blanks other than a plain space, such as that of a web page (U+00A0). */
const oddBlank = /[^\S \t\r\n]/g

/** An address by RFC 5321 §4.1.2 with the characters of RFC 6531 §3.3. The service judges the domain. */
const address =
  /^(?:[^\s"(),:;<>@[\\\]]+|"(?:[^"\\]|\\.)+")@[^\s"'(),:;<>@[\\\]|/.]+(?:\.[^\s"'(),:;<>@[\\\]|/.]+)+$/u

/**
 * A named address, `display-name <addr-spec>` (RFC 5322 §3.4). A name with a comma is in quotes, or has no
 * @.
 */
const named = /(?<=^|[>,;\r\n])(?:(?:"(?:[^"\\\r\n]|\\.)*"|[^"<>@\r\n])*|[^"<>,;\r\n]*)<([^<>]*)>/g

/** A `mailto` link. Headers may follow the address (RFC 6068); one with escapes is left alone. */
const link = /^mailto:([^?%]*)(?:\?.*)?$/is

/** Marks between two addresses. */
const connector = /^(?:[/|&+]|and|or)$/i

/** Pairs of marks around an address. */
const pairs: ReadonlySet<string> = new Set(['""', "''", "``", "‘’", "“”", "«»", "()", "<>", "[]"])

/** Two addresses that stand side by side. */
const joined = /[/|]/

const visible = (text: string): string =>
  text
    .replace(hidden, "")
    .replace(/(?<![^\S \t\r\n])[^\S \t\r\n]*@[^\S \t\r\n]*/g, "@")
    .replace(oddBlank, " ")
    .trim()

const withoutQuotes = (text: string): string =>
  text.length > 2 && pairs.has(text[0]! + text.at(-1)!) ? text.slice(1, -1) : text

const piecesOf = (token: string): ReadonlyArray<string> => {
  const bare = withoutQuotes(withoutQuotes(token).replace(link, "$1"))
  return bare.split("@").length > 2 ? bare.split(joined) : [bare]
}

const addressesIn = (text: string): ReadonlyArray<string> =>
  withoutQuotes(text)
    .replace(link, "$1")
    .replace(named, " $1 ")
    .split(/[\s,;]+/)
    .filter((token) => token !== "")
    .filter((token, at, all) => at === 0 || at === all.length - 1 || !connector.test(token))
    .flatMap(piecesOf)

const isAddress = (text: string): boolean => address.test(text) && visible(text) === text

/** Characters: some ten addresses with names. A longer cell is not a slip. */
const charsMax = 2_000

/** The addresses that a cell means, at least one text: the cell itself if it needs no repair. */
export const repairCell = (cell: string): ReadonlyArray<string> => {
  const trimmed = cell.trim()
  if (cell.length > charsMax || !trimmed.includes("@") || isAddress(trimmed)) return [cell]
  const found = addressesIn(visible(trimmed))
  if (found.length === 0 || !found.every(isAddress)) return [cell]
  const distinct = new Map(found.map((one) => [one.toLowerCase(), one]))
  return [...distinct.values()]
}

/** The cell with hidden characters as code points, so that a person sees what was removed. */
export const shownCell = (cell: string): string =>
  cell.replace(
    new RegExp(`${hidden.source}|${oddBlank.source}`, "gu"),
    (char) => `[U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )
