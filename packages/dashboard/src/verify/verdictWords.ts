/** The meaning of a verdict for a sender, and the advice. The reasons of the result explain it in detail. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { words } from "../words/verdict.tsx"

const { advice, askAgainIn, meanings, valid } = words

/** The sentence about the meaning of a score. */
export const { scoreMeaning } = words

/** The provider that was meant, where the sub-status is a likely typo. */
export const likelyTypo = (
  subStatus: string | undefined,
  suggestion: string | undefined
): string | undefined =>
  subStatus === "possible_typo" && suggestion
    ? words.typoOf(suggestion.slice(suggestion.lastIndexOf("@") + 1))
    : undefined

/** What was found, in two to four words, where the status alone does not say it. */
export const foundIn = ({ status, mode, sub_status, did_you_mean }: VerifyResult) =>
  status === "valid" ? words.found[mode] : likelyTypo(sub_status, did_you_mean)

type SubStatus = NonNullable<VerifyResult["sub_status"]>

const isKnown = (subStatus: string): subStatus is SubStatus => Object.hasOwn(meanings, subStatus)

/** The meaning of a sub-status, or `undefined` if it is of a newer service. */
export const meaningOfFinding = (subStatus: string): string | undefined =>
  isKnown(subStatus) ? meanings[subStatus] : undefined

const secondsPerMinute = 60
const minutesPerHour = 60

/** The advice to ask again, in quarters of an hour, hours or a day. */
const askAgain = (seconds: number): string => {
  const minutes = Math.ceil(seconds / secondsPerMinute)
  return minutes < minutesPerHour
    ? askAgainIn.minutes(minutes)
    : askAgainIn.hours(Math.ceil(minutes / minutesPerHour))
}

/** The advice of a result, or `undefined` if it has no recommendation. */
export const adviceOf = ({ recommendation, retry_after }: VerifyResult): string | undefined => {
  if (recommendation === undefined) return undefined
  return retry_after === undefined ? advice[recommendation] : askAgain(retry_after)
}

const whenValid = ({ mode, did_you_mean }: VerifyResult): string =>
  did_you_mean === undefined ? valid[mode] : valid.mistyped

/**
 * The meaning of a result, or `undefined` if its sub-status is of a newer service. Its reasons then
 * explain it.
 */
export const meaningOf = (result: VerifyResult): string | undefined =>
  result.sub_status === undefined
    ? result.status === "valid"
      ? whenValid(result)
      : undefined
    : meanings[result.sub_status]
