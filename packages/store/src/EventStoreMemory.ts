/**
 * The event store in memory, for tests and simulations: what Postgres does, without the waiting.
 * test/store/contract*.test.ts holds both to the same promises.
 *
 * Lock, show, decide and append are one step of JavaScript, for a decision is a pure function:
 * nothing can come in between, and that is the lock.
 */
import { Clock, Effect, Layer, Result } from "effect"

import { appendNew } from "./commands.ts"
import { commitsPerReadMax, EventStore, eventsPerReadMax } from "./EventStore.ts"
import type { Append, Decided, HoldRow, Keys, View } from "./EventStore.ts"
import { Hints } from "./Hints.ts"
import { check, text } from "./memory/checks.ts"
import * as Tables from "./memory/Tables.ts"
import { write } from "./memory/write.ts"

/** On tables of one's own, to look at what was kept, or to have two nodes on one database. */
export const make = (tables: Tables.Tables): Effect.Effect<EventStore["Service"], never, Hints> =>
  Effect.gen(function* () {
    const hints = yield* Hints

    /** One step, with the time at which it is made. */
    const step = <A, E>(make: (atMicros: number) => Effect.Effect<A, E>) =>
      Effect.flatMap(Clock.currentTimeNanos, (now) => make(Number(now / nanosPerMicro)))

    const append = (append: Append) =>
      step((atMicros) => Effect.fromResult(write(tables, append, atMicros))).pipe(
        Effect.tap(({ replayed }) => (replayed ? Effect.void : hints.poke("appended")))
      )

    const transact = <A, E>(keys: Keys, decide: (view: View) => Result.Result<Decided<A>, E>) =>
      step((atMicros): Effect.Effect<A, E> => {
        const decision = decide(viewOf(tables, keys))
        if (Result.isFailure(decision)) return Effect.fail(decision.failure)
        const { append, outcome } = decision.success
        if (append === undefined) return Effect.succeed(outcome)
        const written = appendNew(Effect.fromResult(write(tables, append, atMicros)))
        // What was overlooked in one step was not asked for at all.
        return Effect.andThen(Effect.orDie(written), Effect.as(hints.poke("appended"), outcome))
      })

    const seal = Effect.sync(() => {
      const fresh = tables.commits.slice(tables.sealed.length)
      for (const commit of fresh) tables.sealed.push({ seq: tables.sealed.length + 1, ...commit })
      return { sealed: fresh.length, seq: tables.sealed.length, gaps: 0 }
    }).pipe(Effect.tap(({ sealed }) => (sealed > 0 ? hints.poke("sealed") : Effect.void)))

    return EventStore.of({
      transact,
      append,
      read: (stream, { after = 0, limit = eventsPerReadMax } = {}) =>
        Effect.sync(() =>
          (tables.streams.get(stream) ?? []).slice(after, after + Math.min(limit, eventsPerReadMax))
        ),
      readLog: ({ after, limit = commitsPerReadMax }) =>
        Effect.sync(() => tables.sealed.slice(after, after + Math.min(limit, commitsPerReadMax))),
      seal
    })
  })

export const layer: Layer.Layer<EventStore, never, Hints> = Layer.effect(
  EventStore,
  Effect.suspend(() => make(Tables.make()))
)

const nanosPerMicro = 1_000n

const viewOf = (tables: Tables.Tables, keys: Keys): View => {
  for (const stream of keys.streams) check(text(stream) !== "", "stream_id <> ''")
  return {
    versions: Object.fromEntries(
      keys.streams.map((stream) => [stream, Tables.versionOf(tables, stream)])
    ),
    available: Object.fromEntries(Tables.rowsOf(tables.accounts, keys.accounts)),
    holds: Tables.rowsOf(tables.holds, keys.holds)
      .filter(([, { accountId }]) => keys.accounts.includes(accountId))
      .map(([, hold]) => shown(hold)),
    commands: Tables.knownCommands(tables, keys.commands)
  }
}

const shown = ({ holdId, credits, charged, refunded, expiresAt }: HoldRow): HoldRow => ({
  holdId,
  credits,
  charged,
  refunded,
  expiresAt
})
