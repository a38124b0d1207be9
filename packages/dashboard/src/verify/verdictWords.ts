/** What a verdict means for a sender, and what to do. The reasons of the result explain it in detail. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { words } from "../words/verdict.tsx"

const { advice, askAgainIn, meanings, valid } = words

type SubStatus = NonNullable<VerifyResult["sub_status"]>

const isKnown = (subStatus: string): subStatus is SubStatus => Object.hasOwn(meanings, subStatus)

/** `undefined`: the sub-status of a newer service. */
export const meaningOfFinding = (subStatus: string): string | undefined =>
  isKnown(subStatus) ? meanings[subStatus] : undefined

const secondsPerMinute = 60
const minutesPerHour = 60

/** Advice comes for quarters of an hour, hours and a day. */
const askAgain = (seconds: number): string => {
  const minutes = Math.ceil(seconds / secondsPerMinute)
  return minutes < minutesPerHour
    ? askAgainIn.minutes(minutes)
    : askAgainIn.hours(Math.ceil(minutes / minutesPerHour))
}

/** `undefined`: a service that is older than the field. */
export const adviceOf = ({ recommendation, retry_after }: VerifyResult): string | undefined => {
  if (recommendation === undefined) return undefined
  return retry_after === undefined ? advice[recommendation] : askAgain(retry_after)
}

const whenValid = ({ mode, did_you_mean }: VerifyResult): string =>
  did_you_mean === undefined ? valid[mode] : valid.mistyped

/** `undefined`: the sub-status of a newer service, whose reasons explain it. */
export const meaningOf = (result: VerifyResult): string | undefined =>
  result.sub_status === undefined
    ? result.status === "valid"
      ? whenValid(result)
      : undefined
    : meanings[result.sub_status]
