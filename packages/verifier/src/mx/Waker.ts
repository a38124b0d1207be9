/** Wakes once, at the time that was last set. There is a fiber only while it is set. */
import { Effect } from "effect"
import type { Clock, Fiber } from "effect"

export class Waker {
  readonly #clock: Clock.Clock
  readonly #fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  readonly #wake: () => void
  #fiber: Fiber.Fiber<void> | undefined
  #at: number | undefined

  constructor(
    clock: Clock.Clock,
    fork: (effect: Effect.Effect<void>) => Fiber.Fiber<void>,
    wake: () => void
  ) {
    this.#clock = clock
    this.#fork = fork
    this.#wake = wake
  }

  /** Epoch milliseconds; infinite and `undefined`: never. */
  set(at: number | undefined): void {
    const next = at === undefined || at === Number.POSITIVE_INFINITY ? undefined : at
    if (next === this.#at) return
    this.#at = next
    this.#fiber?.interruptUnsafe()
    this.#fiber = next === undefined ? undefined : this.#fork(this.#wakeUpAt(next))
  }

  #wakeUpAt(at: number): Effect.Effect<void> {
    // Node's timers take 32 bits; who is woken too early sets it anew.
    const millis = Math.min(Math.max(0, at - this.#clock.currentTimeMillisUnsafe()), 0x7fff_ffff)
    return Effect.andThen(
      Effect.sleep(Math.ceil(millis)),
      Effect.sync(() => {
        this.#at = undefined
        this.#fiber = undefined
        this.#wake()
      })
    )
  }
}
