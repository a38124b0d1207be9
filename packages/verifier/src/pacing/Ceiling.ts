/** Connections of a limit, as long as a rule allows one more. */
import type { Clock, Effect, Fiber } from "effect"

import { Alarm } from "./Alarm.ts"
import type { Connections } from "./ConnectionLimit.ts"

/** `now` is in epoch milliseconds. */
export interface CeilingRule {
  readonly mayStart: (openCount: number, now: number) => boolean
  readonly onStart?: (now: number) => void
  /** While `mayStart` says no: when time alone changes that; `undefined`: only a release does. */
  readonly mayStartAt: (openCount: number) => number | undefined
  readonly isHalfFree: (openCount: number, now: number) => boolean
}

export class Ceiling implements Connections {
  readonly #rule: CeilingRule
  readonly #connections: Connections
  readonly #clock: Clock.Clock
  readonly #alarm: Alarm
  #openCount = 0
  /** In the order in which they found no free connection. */
  readonly #callbacks = new Set<() => void>()

  constructor(
    rule: CeilingRule,
    connections: Connections,
    clock: Clock.Clock,
    fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  ) {
    this.#rule = rule
    this.#connections = connections
    this.#clock = clock
    this.#alarm = new Alarm(clock, fork, () => this.callBack())
  }

  get isHalfFree(): boolean {
    return this.#rule.isHalfFree(this.#openCount, this.#now()) && this.#connections.isHalfFree
  }

  acquire(whenFree: () => void): boolean {
    if (!this.#mayStart()) {
      this.#callbacks.add(whenFree)
      this.#setAlarm()
      return false
    }
    this.#callbacks.delete(whenFree)
    if (!this.#connections.acquire(whenFree)) return false
    this.#openCount += 1
    this.#rule.onStart?.(this.#now())
    return true
  }

  release(): void {
    this.#openCount -= 1
    this.#connections.release()
    this.callBack()
  }

  cancel(whenFree: () => void): void {
    this.#callbacks.delete(whenFree)
    this.#connections.cancel(whenFree)
    this.#setAlarm()
  }

  #now(): number {
    return this.#clock.currentTimeMillisUnsafe()
  }

  #mayStart(): boolean {
    return this.#rule.mayStart(this.#openCount, this.#now())
  }

  /**
   * When something became free, or the rule allows more. A queue that is called back and takes no
   * connection leaves it to the next one.
   */
  callBack(): void {
    for (const callback of this.#callbacks) {
      if (!this.#mayStart()) break
      this.#callbacks.delete(callback)
      callback()
    }
    this.#setAlarm()
  }

  #setAlarm(): void {
    this.#alarm.set(this.#callbacks.size > 0 ? this.#rule.mayStartAt(this.#openCount) : undefined)
  }
}
