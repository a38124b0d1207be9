/**
 * Places in line: how many conversations may be open, in all and to one group of mail hosts. Who
 * finds no place in time is not served, rather than kept waiting.
 */
import { Effect, Option, Semaphore } from "effect"
import type { Duration, Scope } from "effect"

interface Group {
  readonly places: Semaphore.Semaphore
  /** In it or in line: a group without them is forgotten. */
  users: number
}

export interface Turns {
  /** A place until the scope closes; `false` if none was free in time. */
  readonly take: (
    group: string,
    placesInGroup: number,
    wait: Duration.Duration
  ) => Effect.Effect<boolean, never, Scope.Scope>
}

const place = (places: Semaphore.Semaphore) =>
  Effect.acquireRelease(places.take(1), () => places.release(1), { interruptible: true })

export const makeTurns = (placesInAll: number): Effect.Effect<Turns> =>
  Effect.map(Semaphore.make(placesInAll), (all) => {
    const groups = new Map<string, Group>()

    const enter = (name: string, count: number) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const group = groups.get(name) ?? { places: Semaphore.makeUnsafe(count), users: 0 }
          groups.set(name, group)
          group.users += 1
          return group
        }),
        (group) =>
          Effect.sync(() => {
            group.users -= 1
            if (group.users === 0) groups.delete(name)
          })
      )

    return {
      take: (name, count, wait) =>
        Effect.gen(function* () {
          const group = yield* enter(name, count)
          // First the narrow door: who waits for one busy host must not hold a place of all.
          const taken = Effect.andThen(place(group.places), place(all))
          return Option.isSome(yield* Effect.timeoutOption(taken, wait))
        })
    }
  })
