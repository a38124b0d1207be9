/** An alarm that calls back once, at the time that was set last. A fiber exists only while a time is set. */
import { Effect } from "effect"
import type { Clock, Fiber } from "effect"

export class Alarm {
  readonly #clock: Clock.Clock
  readonly #fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  readonly #callback: () => void
  #fiber: Fiber.Fiber<void> | undefined
  #at: number | undefined

  constructor(
    clock: Clock.Clock,
    fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>,
    callback: () => void
  ) {
    this.#clock = clock
    this.#fork = fork
    this.#callback = callback
  }

  /** Sets the time in epoch milliseconds. Infinity and `undefined` mean never. */
  set(at: number | undefined): void {
    const next = at === undefined || at === Number.POSITIVE_INFINITY ? undefined : at
    if (next === this.#at) return
    this.#at = next
    this.#fiber?.interruptUnsafe()
    this.#fiber = next === undefined ? undefined : this.#fork(this.#callBackAt(next))
  }

  #callBackAt(at: number): Effect.Effect<void> {
    // Node's timers take 32 bits. A callback that comes too early sets the alarm again.
    const millis = Math.min(Math.max(0, at - this.#clock.currentTimeMillisUnsafe()), 0x7fff_ffff)
    return Effect.andThen(
      Effect.sleep(Math.ceil(millis)),
      Effect.sync(() => {
        this.#at = undefined
        this.#fiber = undefined
        this.#callback()
      })
    )
  }
}
