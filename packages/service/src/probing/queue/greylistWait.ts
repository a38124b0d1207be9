/**
 * How long a greylisted mailbox waits for its next probe. The configured times count from the first
 * attempt. The waits between two attempts are kept even when the queue was slow, because a server that
 * sees a retry too soon starts its own wait anew.
 */
import { Duration } from "effect"

/**
 * `retries` ascend and count from the first attempt; `attempts`: how often it was deferred before.
 * `undefined`: there is no further retry.
 */
export const greylistWait = (
  retries: ReadonlyArray<Duration.Duration>,
  attempts: number
): Duration.Duration | undefined => {
  const next = retries[attempts]
  return next && Duration.subtract(next, retries[attempts - 1] ?? Duration.zero)
}
