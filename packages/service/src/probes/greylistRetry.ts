/**
 * When a greylisted mailbox is asked again. Times count from the first question, as people write
 * them; the waits between two questions are kept even when the line was slow, for a server that sees
 * us again at once starts its own count anew.
 */
import { Duration } from "effect"

export interface Greylisted {
  /** How often it was put off before. */
  readonly attempts: number
  /** When the server put it off, in epoch milliseconds. */
  readonly now: number
}

/** `retries` ascend, each since the first question. `undefined`: the last one has been used. */
export const greylistRetry = (
  retries: ReadonlyArray<Duration.Duration>,
  { attempts, now }: Greylisted
): number | undefined => {
  const next = retries[attempts]
  if (next === undefined) return undefined
  const before = retries[attempts - 1] ?? Duration.zero
  return now + Duration.toMillis(next) - Duration.toMillis(before)
}
