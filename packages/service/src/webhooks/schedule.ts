/** When a webhook is tried, and when it is not any more. Pure: times come in, epoch milliseconds. */
import { Duration } from "effect"

/** After each failed attempt. Together with the first they are eight attempts, in about 28 hours. */
export const retryWaits: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(10)
]

/** A receiver that has taken nothing for so long is not there any more. */
export const failingMax = Duration.days(5)

/**
 * A receiver that is seldom sent anything may have failed days ago, for a moment, and now again. Only
 * one that has not come back after the first two waits is disabled.
 */
const blipAttemptsMax = 2

export interface Failure {
  /** This one included. */
  readonly attempts: number
  /** When the first attempt failed since one succeeded. */
  readonly failingSince: number
  readonly now: number
}

/** `again`: at that time. `over`: this delivery was tried enough. `disable`: the webhook is dead. */
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
