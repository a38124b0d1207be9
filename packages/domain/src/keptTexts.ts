/**
 * Texts by people that events keep for ever: names of keys, and why credits were given or taken. An e-mail
 * address in one could never be erased, so there is none.
 */

/** In code points: what a list shows in one line. */
export const keyNameCharsMax = 100

/** Why an owner granted or adjusted credits: one line in a list. In code points. */
export const reasonCharsMax = 200

/** Controls, marks that change text direction, and lone surrogates are invisible or misleading. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** In any writing: the full-width and small signs as well. */
const address = /[^\s@＠﹫][@＠﹫][^\s@＠﹫]+/u

export const holdsAddress = (text: string): boolean => address.test(text)

const isKept = (text: string, charsMax: number): boolean =>
  text.trim() !== "" &&
  Array.from(text).length <= charsMax &&
  !invisible.test(text) &&
  !holdsAddress(text)

export const isKeyName = (name: string): boolean => isKept(name, keyNameCharsMax)

export const isReason = (reason: string): boolean => isKept(reason, reasonCharsMax)

/** What a webhook endpoint is for: one line in a list, which may be empty. In code points. */
export const descriptionCharsMax = 200

export const isDescription = (text: string): boolean =>
  text.trim() === "" || isKept(text, descriptionCharsMax)
