/** Asks the customer for the address that was probably meant, and says what seems wrong with this one. */
import type { Evidence } from "@rcpt/domain/Evidence"

import { codePointOf } from "../address/codePoints.ts"
import { lookAlikeIn } from "../address/lookAlikes.ts"

export const typoSentence = (
  syntax: Evidence["syntax"],
  intended: Evidence["didYouMean"]
): string => {
  if (syntax._tag === "malformed") return `Did you mean ${intended}?`
  const found = lookAlikeIn(syntax.address)
  return found === undefined
    ? `The domain looks mistyped; did you mean ${intended}?`
    : `The character ${codePointOf(found.letter)} only looks like "${found.like}"; did you mean ${intended}?`
}
