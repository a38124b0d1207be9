/**
 * Runs that several callers share: who asks for what runs already gets its result. A run ends early when its
 * last caller leaves, not its first, and with the scope.
 *
 * Not an `RcMap`: one would copy all services of two contexts for each run, 31 kB of the 494 that a deep check
 * allocated (measured 2026-11-25).
 */
import { Effect, Fiber } from "effect"
import type { Scope } from "effect"

interface Run<A> {
  readonly fiber: Fiber.Fiber<A>
  callers: number
}

export interface SharedRuns<A> {
  /** `start` runs in a fiber of its own, with the services of its first caller. */
  readonly join: (key: string, start: Effect.Effect<A>) => Effect.Effect<A>
}

export const makeSharedRuns = <A>(): Effect.Effect<SharedRuns<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runs = new Map<string, Run<A>>()
    let isClosed = false

    const begin = (key: string, fiber: Fiber.Fiber<A>): Run<A> => {
      const run = { fiber, callers: 0 }
      runs.set(key, run)
      fiber.addObserver(() => forget(key, run))
      return run
    }
    const forget = (key: string, run: Run<A>): void => {
      if (runs.get(key) === run) runs.delete(key)
    }
    const leave = (key: string, run: Run<A>): Effect.Effect<void> => {
      run.callers -= 1
      if (run.callers > 0) return Effect.void
      forget(key, run)
      return Fiber.interrupt(run.fiber)
    }

    yield* Effect.addFinalizer(() => {
      isClosed = true
      return Fiber.interruptAll([...runs.values()].map(({ fiber }) => fiber))
    })
    return {
      join: (key, start) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.contextWith((context) => {
            if (isClosed) return Effect.interrupt
            const run = runs.get(key) ?? begin(key, Effect.runForkWith(context)(start))
            run.callers += 1
            return Effect.ensuring(
              restore(Fiber.join(run.fiber)),
              Effect.suspend(() => leave(key, run))
            )
          })
        )
    }
  })
