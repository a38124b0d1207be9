/** When webhooks and mail are tried again. */
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
