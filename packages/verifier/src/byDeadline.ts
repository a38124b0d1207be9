/**
 * Work that is given up at a deadline. Nearly all of it is answered from memory, at once: that costs
 * one fiber and no timer, where a race would take two fibers and a timer; a row of a bulk job
 * passes here three times. What has to wait shares one alarm with whatever else waits for that
 * deadline.
 */
import { Clock, Duration, Effect, Exit } from "effect"
import type { Context, Fiber } from "effect"

/** Runs as far as it can without waiting; what it waits for goes on meanwhile. */
export const begin = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<Fiber.Fiber<A, E>, never, R> => Effect.forkChild(work, { startImmediately: true })

export class Deadline {
  /** In epoch milliseconds. */
  readonly at: number
  readonly #waiting = new Set<() => void>()
  #alarm: Fiber.Fiber<void> | undefined

  constructor(at: number) {
    this.at = at
  }

  /** What has begun, when it is done; interrupts it at the deadline. */
  ended<A, E, B>(fiber: Fiber.Fiber<A, E>, orElse: () => B): Effect.Effect<A | B, E> {
    return (
      fiber.pollUnsafe() ?? Effect.contextWith((context) => this.#await(context, fiber, orElse))
    )
  }

  #await<A, E, B>(context: Context.Context<never>, fiber: Fiber.Fiber<A, E>, orElse: () => B) {
    return Effect.callback<A | B, E>((resume) => {
      const ring = () => {
        this.#leave(ring)
        // In this order: the first answer counts, and an interruption is one too.
        resume(Effect.sync(orElse))
        fiber.interruptUnsafe()
      }
      this.#waiting.add(ring)
      this.#alarm ??= this.#set(context)
      fiber.addObserver((exit) => {
        this.#leave(ring)
        resume(exit)
      })
      return Effect.sync(() => {
        this.#leave(ring)
        fiber.interruptUnsafe()
      })
    })
  }

  /** Of nobody's: it is for all who wait, and outlives whoever was the first. */
  #set(context: Context.Context<never>): Fiber.Fiber<void> {
    const left = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, this.at - now))
    const sleep = Effect.flatMap(left, (millis) => Effect.sleep(Duration.millis(millis)))
    const alarm = Effect.runForkWith(context)(sleep)
    alarm.addObserver((exit) => {
      if (Exit.isSuccess(exit)) for (const ring of this.#waiting) ring()
    })
    return alarm
  }

  #leave(ring: () => void): void {
    this.#waiting.delete(ring)
    if (this.#waiting.size > 0) return
    this.#alarm?.interruptUnsafe()
    this.#alarm = undefined
  }
}

export const byDeadline = <A, E, R, B>(
  work: Effect.Effect<A, E, R>,
  deadline: Deadline,
  orElse: () => B
): Effect.Effect<A | B, E, R> =>
  Effect.flatMap(begin(work), (fiber) => deadline.ended(fiber, orElse))
