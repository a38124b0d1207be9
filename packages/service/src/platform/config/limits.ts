/** Limits that an operator sets, as values: what they bound is said where they are used. */
import type { Duration } from "effect"

/** A token bucket's: so many a second, and so many at once. */
export interface RateLimit {
  readonly perSecond: number
  /** Whole; what a full bucket holds. */
  readonly burst: number
}

/** So many in any window of this length: `60/h`. */
export interface Quota {
  readonly count: number
  readonly window: Duration.Duration
}
