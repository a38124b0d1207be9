/**
 * When a registry may be asked next: a token bucket, and a pause when the registry asks for one or
 * has not answered for a while. It knows only this process: each node has its own.
 */
import { Duration } from "effect"

import { failurePause, failuresMax, pauseDefault, pauseMax, queueWaitMax } from "./limits.ts"

export interface PaceOptions {
  readonly every: Duration.Duration
  /** Queries that a full bucket allows at once. */
  readonly burst: number
}

/** All times are epoch milliseconds. */
export class Pace {
  readonly #every: number
  readonly #burst: number
  /** When the bucket will be full again, after all reservations so far. */
  #fullAt = 0
  #pausedUntil = 0
  #failures = 0

  constructor({ every, burst }: PaceOptions) {
    this.#every = Duration.toMillis(every)
    this.#burst = burst
  }

  /** Reserves a query and returns its time; `undefined`: a pause, or the wait would be too long. */
  reserve(now: number): number | undefined {
    if (this.isPaused(now)) return undefined
    const fullAt = Math.max(this.#fullAt, now) + this.#every
    const at = Math.max(now, fullAt - this.#burst * this.#every)
    if (at - now > Duration.toMillis(queueWaitMax)) return undefined
    this.#fullAt = fullAt
    return at
  }

  /** A query reserved before the pause has to check this again at its time. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil
  }

  answered(): void {
    this.#failures = 0
  }

  /** `wait`: as long as the registry asked for, if it did. */
  refused(now: number, wait: Duration.Duration | undefined): void {
    this.#pause(now, Duration.min(wait ?? pauseDefault, pauseMax))
  }

  failed(now: number): void {
    this.#failures += 1
    if (this.#failures < failuresMax) return
    this.#failures = 0
    this.#pause(now, failurePause)
  }

  /** Queries sent together are refused together: the longest pause counts. */
  #pause(now: number, duration: Duration.Duration): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Duration.toMillis(duration))
  }
}

/** RFC 9110 §10.2.3: seconds or a date. */
export const retryAfter = (header: string | undefined, now: number) => {
  if (header === undefined) return undefined
  const millis = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(millis) ? undefined : Duration.millis(Math.max(0, millis))
}
