/**
 * Work that is given up at a deadline. Nearly all of it is answered from memory, at once: that costs
 * one fiber and no timer, where a race would take two fibers and a timer; a row of a bulk job
 * passes here three times.
 */
import { Clock, Duration, Effect, Exit } from "effect"
import type { Fiber } from "effect"

/** Runs as far as it can without waiting; what it waits for goes on meanwhile. */
export const begin = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<Fiber.Fiber<A, E>, never, R> => Effect.forkChild(work, { startImmediately: true })

/** What has begun, when it is done; interrupts it at the deadline, in epoch milliseconds. */
export const ended = <A, E, B>(
  fiber: Fiber.Fiber<A, E>,
  deadline: number,
  orElse: () => B
): Effect.Effect<A | B, E> => {
  const exit = fiber.pollUnsafe()
  return exit === undefined ? awaited(fiber, deadline, orElse) : exit
}

const awaited = <A, E, B>(fiber: Fiber.Fiber<A, E>, deadline: number, orElse: () => B) =>
  Effect.gen(function* () {
    const left = Math.max(0, deadline - (yield* Clock.currentTimeMillis))
    const alarm = yield* Effect.forkChild(Effect.sleep(Duration.millis(left)))
    return yield* Effect.callback<A | B, E>((resume) => {
      fiber.addObserver((exit) => {
        alarm.interruptUnsafe()
        resume(exit)
      })
      alarm.addObserver((exit) => {
        if (Exit.isFailure(exit)) return
        // In this order: the first answer counts, and an interruption is one too.
        resume(Effect.sync(orElse))
        fiber.interruptUnsafe()
      })
      return Effect.sync(() => {
        alarm.interruptUnsafe()
        fiber.interruptUnsafe()
      })
    })
  })

export const byDeadline = <A, E, R, B>(
  work: Effect.Effect<A, E, R>,
  deadline: number,
  orElse: () => B
): Effect.Effect<A | B, E, R> =>
  Effect.flatMap(begin(work), (fiber) => ended(fiber, deadline, orElse))
