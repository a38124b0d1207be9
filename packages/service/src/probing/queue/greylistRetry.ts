/**
 * When a greylisted mailbox is probed again. The configured times count from the first attempt. The
 * waits between two attempts are kept even when the queue was slow, because a server that sees a retry
 * too soon starts its own wait anew.
 */
import { Duration } from "effect"

export interface GreylistedRow {
  /** How often it was deferred before. */
  readonly attempts: number
  /** When the server deferred it, in epoch milliseconds. */
  readonly now: number
}

/** `retries` ascend and count from the first attempt. `undefined`: there is no further retry. */
export const greylistRetry = (
  retries: ReadonlyArray<Duration.Duration>,
  { attempts, now }: GreylistedRow
): number | undefined => {
  const next = retries[attempts]
  if (next === undefined) return undefined
  const before = retries[attempts - 1] ?? Duration.zero
  return now + Duration.toMillis(next) - Duration.toMillis(before)
}
