/** A store that fails like a database behind a network: before the write or after it. */
import { StoreUnavailable } from "@rcpt/store/EventStore"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import type { Scope } from "effect"

import type { Random } from "./Random.ts"

/** Faults in percent of the writes; waits in milliseconds. */
export interface Faults {
  failsBefore: number
  losesReply: number
  /** The write fails at once and is executed later. */
  comesLate: number
  /** The reply comes after the caller's timeout. */
  stalls: number
  waitMax: number
}

export const none: Faults = {
  failsBefore: 0,
  losesReply: 0,
  comesLate: 0,
  stalls: 0,
  waitMax: 0
}

/** Longer than the timeout of a command. */
const stallMillis = { min: 3_900, max: 9_000 }

const unavailable = (why: string) => Effect.fail(new StoreUnavailable({ cause: new Error(why) }))

/** `faults` is read before every write: they may begin and end while the store is in use. */
export const make = (
  store: EventStore["Service"],
  random: Random,
  faults: () => Faults
): Effect.Effect<EventStore["Service"], never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const wait = ({ stalls, waitMax }: Faults) =>
      Effect.suspend(() =>
        Effect.sleep(
          random.chance(stalls)
            ? random.between(stallMillis.min, stallMillis.max)
            : random.between(0, waitMax)
        )
      )

    const faulty = <A, E>(write: Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const now = faults()
        const fails = random.chance(now.failsBefore)
        const isLost = random.chance(now.losesReply)
        yield* wait(now)
        if (fails) return yield* unavailable("it was not reached")
        const outcome = yield* write
        yield* wait(now)
        return isLost ? yield* unavailable("its reply was lost") : outcome
      })

    /** A statement that was sent may be executed long after its sender has given up. */
    const late = <A, E>(write: Effect.Effect<A, E>) =>
      Effect.suspend(() => {
        const now = faults()
        return random.chance(now.comesLate)
          ? Effect.forkIn(Effect.exit(Effect.andThen(wait(now), write)), scope).pipe(
              Effect.andThen(unavailable("its reply comes too late"))
            )
          : faulty(write)
      })

    return {
      ...store,
      // A transaction of several statements ends with its sender, so it cannot come late.
      transact: (keys, decide) => faulty(store.transact(keys, decide)),
      append: (append) => late(store.append(append))
    }
  })
