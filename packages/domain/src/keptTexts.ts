/**
 * Texts by people that events keep forever: names of keys, and reasons why credits were given or taken. An email
 * address in one could never be erased, so it is refused.
 */

/** The longest name of a key, in code points: a list shows it in one line. */
export const keyNameCharsMax = 100

/** The longest reason for granting or adjusting credits, in code points: one line in a list. */
export const reasonCharsMax = 200

/** Controls, marks that change text direction, and lone surrogates are invisible or misleading. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** An address in any writing, with full-width and small signs as well. */
const address = /[^\s@＠﹫][@＠﹫][^\s@＠﹫]+/u

export const holdsAddress = (text: string): boolean => address.test(text)

const isKept = (text: string, charsMax: number): boolean =>
  text.trim() !== "" &&
  Array.from(text).length <= charsMax &&
  !invisible.test(text) &&
  !holdsAddress(text)

export const isKeyName = (name: string): boolean => isKept(name, keyNameCharsMax)

export const isReason = (reason: string): boolean => isKept(reason, reasonCharsMax)

/** The longest description of a webhook endpoint, in code points: one line in a list. It may be empty. */
export const descriptionCharsMax = 200

export const isDescription = (text: string): boolean =>
  text.trim() === "" || isKept(text, descriptionCharsMax)
