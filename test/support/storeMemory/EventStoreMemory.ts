/**
 * The event store in memory, for tests and simulations: the behaviour of the one on Postgres, without
 * waits. test/store/contract*.test.ts tests both against the same contract.
 *
 * Reading, deciding and appending are one synchronous step, because a decision is a pure function. No
 * other fiber can run in between, so there is no lock.
 */
import { appendUnderLock } from "@rcpt/store/commands"
import { commitsPerReadMax, EventStore, eventsPerReadMax } from "@rcpt/store/EventStore"
import type { Append, DecisionResult, HoldRow, Keys, View } from "@rcpt/store/EventStore"
import { Hints } from "@rcpt/store/Hints"
import { Clock, Effect, Layer, Result } from "effect"

import { check, text } from "./checks.ts"
import * as Tables from "./Tables.ts"
import { write } from "./write.ts"

/** On given tables, to inspect the rows or to run several nodes on one database. */
export const make = (tables: Tables.Tables): Effect.Effect<EventStore["Service"], never, Hints> =>
  Effect.gen(function* () {
    const hints = yield* Hints

    /** Runs one step with the current time. */
    const step = <A, E>(make: (atMicros: number) => Effect.Effect<A, E>) =>
      Effect.flatMap(Clock.currentTimeNanos, (now) => make(Number(now / nanosPerMicro)))

    const append = (append: Append) =>
      step((atMicros) => Effect.fromResult(write(tables, append, atMicros))).pipe(
        Effect.tap(({ replayed }) => (replayed ? Effect.void : hints.notify("appended")))
      )

    const transact = <A, E>(
      keys: Keys,
      decide: (view: View) => Result.Result<DecisionResult<A>, E>
    ) =>
      step((atMicros): Effect.Effect<A, E> => {
        const decision = decide(viewOf(tables, keys))
        if (Result.isFailure(decision)) return Effect.fail(decision.failure)
        const { append, outcome } = decision.success
        if (append === undefined) return Effect.succeed(outcome)
        const written = appendUnderLock(Effect.fromResult(write(tables, append, atMicros)))
        // A duplicate command within one step means that the decision did not read the command: a bug.
        return Effect.andThen(Effect.orDie(written), Effect.as(hints.notify("appended"), outcome))
      })

    const seal = Effect.sync(() => {
      const unsealed = tables.commits.slice(tables.sealed.length)
      for (const commit of unsealed)
        tables.sealed.push({ seq: tables.sealed.length + 1, ...commit })
      return { sealed: unsealed.length, seq: tables.sealed.length, gaps: 0 }
    }).pipe(Effect.tap(({ sealed }) => (sealed > 0 ? hints.notify("sealed") : Effect.void)))

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
      .map(([, hold]) => viewOfHold(hold)),
    commands: Tables.storedCommands(tables, keys.commands)
  }
}

const viewOfHold = ({ holdId, credits, charged, refunded, expiresAt }: HoldRow): HoldRow => ({
  holdId,
  credits,
  charged,
  refunded,
  expiresAt
})
