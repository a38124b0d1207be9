/** When a delivery is retried, and when to give up. Pure; times are epoch milliseconds. */
import { Duration } from "effect"

/** Waits after each failed attempt: with the first, eight attempts in about 28 hours. */
export const retryWaits: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(10)
]

/** A receiver that has accepted nothing for so long is considered gone. */
export const failingMax = Duration.days(5)

/**
 * A receiver that rarely gets a delivery may have failed for a moment days ago, and now again. So it is
 * disabled only if this delivery has also failed after the first two waits.
 */
const blipAttemptsMax = 2

export interface Failure {
  /** Including this one. */
  readonly attempts: number
  /** When the first attempt failed after the last success. */
  readonly failingSince: number
  readonly now: number
}

/** `again`: retry at that time. `over`: no more attempts for this delivery. `disable`: the webhook. */
export type Next =
  | { readonly _tag: "again"; readonly at: number }
  | { readonly _tag: "over" }
  | { readonly _tag: "disable" }

export const afterFailure = ({ attempts, failingSince, now }: Failure): Next => {
  const isDead = now - failingSince >= Duration.toMillis(failingMax)
  if (isDead && attempts > blipAttemptsMax) return { _tag: "disable" }
  const wait = retryWaits[attempts - 1]
  return wait === undefined
    ? { _tag: "over" }
    : { _tag: "again", at: now + Duration.toMillis(wait) }
}
