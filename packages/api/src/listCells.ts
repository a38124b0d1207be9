/**
 * What the cells of a list are: names of columns, addresses, several addresses. Enough to read a list, not to judge an
 * address.
 */

const exactNames: ReadonlyArray<string> = ["email", "e-mail", "email_address"]

/** A name without marks, blanks, hyphens and invisible characters, in which full-width letters are ordinary ones. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")

export const isNamedEmail = (name: string): boolean =>
  exactNames.includes(name.trim().toLowerCase())

export const mayBeNamedEmail = (name: string): boolean =>
  plainName(name).includes("email") && !looksLikeAddress(name)

// Addresses of directories: Exchange and Active Directory write each with its kind, `SMTP:ann@acme.test`, and the one
// that mail is sent from in capitals (MS-OXOABK §2.2.3.23, proxyAddresses).

const kind = /^\{?(?:smtp|sip|x[45]00|eum|spo):/i
const primary = /(?:^|[\s,;|{])SMTP:([^\s,;|}]+@[^\s,;|}]+)/
const alone = /^smtp:([^\s,;|:@]+@[^\s,;|:@]+)$/i

/** The longest kind and a brace before it, in characters. Most cells have no colon there and are not looked at. */
const kindCharsMax = 6

/** A cell as it is verified: without blanks around it and the kind of an address. */
export const addressOf = (cell: string): string => {
  const text = cell.trim()
  const colon = text.indexOf(":")
  if (colon === -1 || colon >= kindCharsMax || !kind.test(text)) return text
  return (primary.exec(text) ?? alone.exec(text))?.[1] ?? text
}

const address = /^[^\s@,;|"]+@[^\s@,;|":][^\s@,;|".:]*\.[^\s@,;|":]+$/

const bare = (text: string): string => text.trim().replace(/^mailto:|^<|>$/gi, "")

/** Marks between addresses, also around their names. */
const between = /[\s,;|/<>]+/

/** How many addresses a cell has that has more than one: 0 for all other cells. */
export const severalIn = (cell: string): number => {
  if (cell.indexOf("@") === cell.lastIndexOf("@")) return 0
  const text = addressOf(cell)
  const found = new Set(
    text
      .split(between)
      .filter((piece) => address.test(bare(piece)))
      .map((piece) => bare(piece).toLowerCase())
  )
  return found.size > 1 ? found.size : 0
}

/** Whether a cell is likely an address, or several: enough to find the column, not to judge one. */
export const looksLikeAddress = (cell: string): boolean =>
  cell.includes("@") &&
  ((address.test(bare(addressOf(cell))) && !guest.test(cell)) || severalIn(cell) > 0)

/** The name under which a directory of Microsoft keeps a guest, which is no address. */
const guest = /#EXT#@/i
