/**
 * Continuously assigns committed appends their positions in the log. Every node runs a sealer: the
 * one that locks the head row seals, the others skip the round. A frozen sealer does not block the
 * others for long: Postgres ends its idle transaction.
 */
import { Duration, Effect } from "effect"

import { EventStore } from "./EventStore.ts"
import type { StoreUnavailable } from "./EventStore.ts"
import { Hints } from "./Hints.ts"

/** Without hints. Polling also seals what another node appended before it died. */
const pollInterval = Duration.millis(100)

/**
 * Pause after a round that sealed something. A round costs a commit of its own, so under load each
 * seals several appends. Readers of the log are at most this much further behind.
 */
const roundPause = Duration.millis(5)

/** While open transactions may still fill gaps in the commit numbers. */
const gapPollInterval = Duration.millis(20)

const outageDelay = Duration.seconds(1)

export const run: Effect.Effect<never, never, EventStore | Hints> = Effect.gen(function* () {
  const store = yield* EventStore
  const wait = (yield* Hints).listen("appended")
  const round = Effect.gen(function* () {
    const { sealed, gaps } = yield* store.seal
    if (sealed > 0) yield* Effect.sleep(roundPause)
    else yield* wait(gaps > 0 ? gapPollInterval : pollInterval)
  })
  return yield* Effect.forever(Effect.catch(round, waitOnOutage))
})

const waitOnOutage = (error: StoreUnavailable) =>
  Effect.andThen(Effect.logWarning("The log could not be sealed", error), Effect.sleep(outageDelay))
