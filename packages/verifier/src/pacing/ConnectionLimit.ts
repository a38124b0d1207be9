/**
 * Limits of connections, which queues of mail hosts share. A queue that gets none does not block: it is called
 * back.
 */
import type { Clock, Effect, Fiber } from "effect"

import { Alarm } from "./Alarm.ts"

export interface Connections {
  /** Whether at least half of the connections are free, so that an idle session may stay open for a moment. */
  readonly isHalfFree: boolean
  /** Takes a connection. If none is free, it returns false and calls back once when one may be. */
  readonly acquire: (whenFree: () => void) => boolean
  readonly release: () => void
  /** Cancels the callback of a closed queue. */
  readonly cancel: (whenFree: () => void) => void
}

/** The limit of SMTP connections that the process may have open. */
export class ConnectionLimit implements Connections {
  readonly connectionsMax: number
  #openCount = 0
  /** In the order in which they found no free connection. */
  readonly #callbacks = new Set<() => void>()

  constructor(connectionsMax: number) {
    this.connectionsMax = connectionsMax
  }

  get isHalfFree(): boolean {
    return this.#openCount * 2 <= this.connectionsMax
  }

  acquire(whenFree: () => void): boolean {
    if (this.#openCount < this.connectionsMax) {
      this.#openCount += 1
      this.#callbacks.delete(whenFree)
      return true
    }
    this.#callbacks.add(whenFree)
    return false
  }

  /** Returns a connection. A queue that is called back and takes none leaves it to the next one. */
  release(): void {
    this.#openCount -= 1
    for (const callback of this.#callbacks) {
      if (this.#openCount === this.connectionsMax) return
      this.#callbacks.delete(callback)
      callback()
    }
  }

  cancel(whenFree: () => void): void {
    this.#callbacks.delete(whenFree)
  }
}

/** When a ceiling allows one more connection. `now` is in epoch milliseconds. */
export interface CeilingRule {
  readonly mayStart: (openCount: number, now: number) => boolean
  readonly onStart?: (now: number) => void
  /** When time alone will change a refusal of `mayStart`; `undefined` if only a release does. */
  readonly mayStartAt: (openCount: number) => number | undefined
  readonly isHalfFree: (openCount: number, now: number) => boolean
}

/** Passes on connections of another limit as long as a rule allows one more. */
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
   * Calls queues back when a connection became free or the rule allows more. A queue that takes no connection
   * leaves it to the next one.
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
