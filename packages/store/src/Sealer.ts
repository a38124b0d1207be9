/**
 * Keeps giving committed appends their place in the log. Every node runs one; who holds the row of
 * the head seals, the others leave. One that is frozen holds up nobody: its transaction is ended.
 */
import { Duration, Effect } from "effect"

import { EventStore } from "./EventStore.ts"
import type { StoreUnavailable } from "./EventStore.ts"
import { Hints } from "./Hints.ts"

/** The floor, when no hint arrives: what another node appended before it died is sealed by then. */
const pollEvery = Duration.millis(100)

/**
 * Between two rounds. Each costs a commit of its own, so a busy store seals what has gathered; a
 * reader is at most this much further behind.
 */
const roundsApart = Duration.millis(5)

/** While transactions are open whose numbers were passed: they are looked for at this pace. */
const gapsEvery = Duration.millis(20)

const troubleWait = Duration.seconds(1)

export const run: Effect.Effect<never, never, EventStore | Hints> = Effect.gen(function* () {
  const store = yield* EventStore
  const wait = (yield* Hints).listen("appended")
  const round = Effect.gen(function* () {
    const { sealed, gaps } = yield* store.seal
    if (sealed > 0) yield* Effect.sleep(roundsApart)
    else yield* wait(gaps > 0 ? gapsEvery : pollEvery)
  })
  return yield* Effect.forever(Effect.catch(round, waitAfter))
})

const waitAfter = (trouble: StoreUnavailable) =>
  Effect.andThen(
    Effect.logWarning("The log could not be sealed", trouble),
    Effect.sleep(troubleWait)
  )
