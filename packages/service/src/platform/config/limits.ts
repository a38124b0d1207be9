/** Types of limits that an operator sets. What they limit is described where they are used. */
import type { Duration } from "effect"

/** A token bucket: refilled per second, and the burst that it allows. */
export interface RateLimit {
  readonly perSecond: number
  /** Tokens in a full bucket; an integer. */
  readonly burst: number
}

/** At most `count` in any window of this length: `60/h`. */
export interface Quota {
  readonly count: number
  readonly window: Duration.Duration
}
