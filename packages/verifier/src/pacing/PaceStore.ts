/**
 * Saves the state of a pace so that it outlives the process: at once when a pause begins or ends or the
 * rate changes, but at most once per `saveEvery`. The last state is always saved, also where only conversations of
 * a new address were counted since.
 */
import { Effect, Fiber } from "effect"
import type { Scope } from "effect"

import { saveEvery } from "./limits.ts"
import type { PaceState } from "./pace.ts"
import { isWorthStoring } from "./warmUp.ts"
import type { WarmUp } from "./warmUp.ts"

export interface PaceStorage {
  /** Loads the saved state, which is validated before use; `undefined` if nothing was saved. */
  readonly load: Effect.Effect<unknown>
  readonly save: (state: PaceState) => Effect.Effect<void>
}

interface PaceStore {
  readonly saved: unknown
  readonly onChange: (before: PaceState, after: PaceState) => void
}

const isWorthSaving = (before: PaceState, after: PaceState): boolean =>
  before.pause !== after.pause ||
  before.startsPerSecond !== after.startsPerSecond ||
  before.rateStrikes !== after.rateStrikes

export const makePaceStore = Effect.fnUntraced(function* (
  storage: PaceStorage | undefined
): Effect.fn.Return<PaceStore, never, Scope.Scope> {
  if (storage === undefined) return { saved: undefined, onChange: () => {} }
  const fork = Effect.runForkWith(yield* Effect.context())
  const saved = yield* storage.load
  /** The newest state that is not saved yet, and whether it is saved soon or only at the end. */
  let unsaved: PaceState | undefined
  let isDue = false
  let savedWarmUp: WarmUp | undefined
  let saver: Fiber.Fiber<void> | undefined

  const save = Effect.suspend(() => {
    const state = unsaved
    unsaved = undefined
    isDue = false
    savedWarmUp = state?.warmUp ?? savedWarmUp
    return state === undefined ? Effect.void : Effect.uninterruptible(storage.save(state))
  })
  const saveAll = save.pipe(
    Effect.andThen(Effect.sleep(saveEvery)),
    Effect.repeat({ while: () => isDue }),
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
    saved,
    onChange: (before, after) => {
      const isSoon = isWorthSaving(before, after) || isWorthStoring(savedWarmUp, after.warmUp)
      if (!isSoon && before.warmUp === after.warmUp) return
      unsaved = after
      if (!isSoon) return
      isDue = true
      saver ??= fork(saveAll)
    }
  }
})
