/**
 * Finds characters that are refused in an address because people cannot see or type them. An address that
 * has one is an attack or an accident. RFC 6531 would allow many of them.
 */

/**
 * Matches controls, formats, spaces, private use, unassigned, lone surrogates, default-ignorable code points,
 * and U+FFFD, which a decoder writes in place of octets that it could not read.
 */
const invisible =
  /[\uFFFD\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u

export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

/** The first character of `text` that people cannot see, if any. */
export const firstInvisible = (text: string): string | undefined => invisible.exec(text)?.[0]

const blanks = /\s/
const allInvisible = new RegExp(invisible.source, "gu")

/**
 * Characters that may be letters of another program or encoding: U+FFFD, C1 controls (letters of windows-1252 that were
 * read as Latin-1), private use, unassigned and lone surrogates.
 */
const unreadable = /[\uFFFD\u0080-\u009F\p{Co}\p{Cs}\p{Cn}]/u

/**
 * Removes invisible characters. Blanks become spaces, because they separate words. The result is `undefined` if the text
 * has a character that may be a letter which cannot be read.
 */
export const withoutInvisible = (text: string): string | undefined =>
  unreadable.test(text)
    ? undefined
    : text.replace(allInvisible, (character) => (blanks.test(character) ? " " : ""))

/** Quotation marks that are not ASCII, for a class of a regular expression: word processors put them in. */
export const quoteMarks = "‘’‚‛“”„‟«»‹›「」『』〝〞〟＂＇"

/** Symbols that are not of ASCII: emoji, arrows, signs. Letters of any script are none. */
const symbol = /(?![\0-\x7f])[\p{S}\p{Extended_Pictographic}]/u

export const firstSymbol = (text: string): string | undefined => symbol.exec(text)?.[0]

export const isAscii = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return false
  }
  return true
}
