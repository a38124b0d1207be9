/**
 * Keeps the state of a pace somewhere that outlives the process: at once when a pause begins or ends
 * or the rate changes, but never more often than `saveEvery`; the last state is never left out.
 */
import { Effect, Fiber } from "effect"
import type { Scope } from "effect"

import { saveEvery } from "./limits.ts"
import type { PaceState } from "./pace.ts"

export interface PaceMemory {
  /** Whatever it is, it is looked at before it is believed; `undefined`: nothing was kept. */
  readonly load: Effect.Effect<unknown>
  readonly save: (state: PaceState) => Effect.Effect<void>
}

export interface Keeper {
  readonly kept: unknown
  readonly keep: (before: PaceState, after: PaceState) => void
}

const isWorthKeeping = (before: PaceState, after: PaceState): boolean =>
  before.pause !== after.pause ||
  before.startsPerSecond !== after.startsPerSecond ||
  before.rateStrikes !== after.rateStrikes

export const makeKeeper = Effect.fnUntraced(function* (
  memory: PaceMemory | undefined
): Effect.fn.Return<Keeper, never, Scope.Scope> {
  if (memory === undefined) return { kept: undefined, keep: () => {} }
  const fork = Effect.runForkWith(yield* Effect.context())
  const kept = yield* memory.load
  let unsaved: PaceState | undefined
  let saver: Fiber.Fiber<void> | undefined

  const save = Effect.suspend(() => {
    const state = unsaved
    unsaved = undefined
    return state === undefined ? Effect.void : Effect.uninterruptible(memory.save(state))
  })
  const saveAll = save.pipe(
    Effect.andThen(Effect.sleep(saveEvery)),
    Effect.repeat({ while: () => unsaved !== undefined }),
    Effect.andThen(
      Effect.sync(() => {
        saver = undefined
      })
    )
  )
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      Effect.suspend(() => (saver === undefined ? Effect.void : Fiber.interrupt(saver))),
      save
    )
  )
  return {
    kept,
    keep: (before, after) => {
      if (!isWorthKeeping(before, after)) return
      unsaved = after
      saver ??= fork(saveAll)
    }
  }
})
