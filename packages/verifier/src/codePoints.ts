/**
 * Characters that no address may have, because people cannot see or type them: an address with one
 * of them is an attack or an accident. RFC 6531 would allow many of them.
 */

/**
 * Controls, formats, spaces, private use, unassigned, lone surrogates; what draws nothing; and
 * U+FFFD, which a decoder put in place of octets that it could not read.
 */
const unseen =
  /[\uFFFD\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u

const name = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

/** What is wrong with a character, as the end of a sentence. Never echoes the character itself. */
export const notAllowed = (character: string, where: string): string =>
  `the character ${name(character)} is not allowed in ${where}`

/** The first character of `text` that people cannot see, if any. */
export const firstUnseen = (text: string): string | undefined => unseen.exec(text)?.[0]

export const isAscii = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return false
  }
  return true
}
