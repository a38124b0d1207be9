/**
 * When a registry may be asked next: a bucket of turns that fills at a steady rate, and a pause when
 * the registry wants one or has not answered for a while. Of one process: each node has its own.
 */
import { Duration } from "effect"

import { failurePause, failuresMax, pauseDefault, pauseMax, turnWaitMax } from "./limits.ts"

export interface PaceOptions {
  readonly every: Duration.Duration
  /** Turns that a rested bucket gives at once. */
  readonly burst: number
}

/** All times in milliseconds of the epoch. */
export class Pace {
  readonly #every: number
  readonly #burst: number
  /** When a bucket with every turn taken so far would be full again. */
  #full = 0
  #pausedUntil = 0
  #failures = 0

  constructor({ every, burst }: PaceOptions) {
    this.#every = Duration.toMillis(every)
    this.#burst = burst
  }

  /** Takes a turn and says when it is; `undefined`: there is a pause, or the line is too long. */
  take(now: number): number | undefined {
    if (this.isPaused(now)) return undefined
    const full = Math.max(this.#full, now) + this.#every
    const turn = Math.max(now, full - this.#burst * this.#every)
    if (turn - now > Duration.toMillis(turnWaitMax)) return undefined
    this.#full = full
    return turn
  }

  /** Those who took a turn before it began must look again when their turn comes. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil
  }

  answered(): void {
    this.#failures = 0
  }

  /** `wait`: what the registry asked for, if it did. */
  refused(now: number, wait: Duration.Duration | undefined): void {
    this.#pausedUntil = now + Duration.toMillis(Duration.min(wait ?? pauseDefault, pauseMax))
  }

  failed(now: number): void {
    this.#failures += 1
    if (this.#failures < failuresMax) return
    this.#failures = 0
    this.#pausedUntil = now + Duration.toMillis(failurePause)
  }
}

/** RFC 9110 §10.2.3: seconds or a date. */
export const retryAfter = (header: string | undefined, now: number) => {
  if (header === undefined) return undefined
  const millis = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(millis) ? undefined : Duration.millis(Math.max(0, millis))
}
