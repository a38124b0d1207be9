import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { commitCommands } from "@rcpt/service/ledger/commitCommands"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { firstBrokenLink } from "@rcpt/store/chain"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate } from "@rcpt/store/migrate"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import { explain } from "../support/model/explain.ts"
import type { Request } from "../support/model/explain.ts"
import { ofChecks, outcomeOf, toLedgerCommand } from "../support/model/ledgerCommands.ts"
import type { Command, Outcome } from "../support/model/LedgerModel.ts"
import { expect, layer } from "../support/vitest.ts"
import { postOne, viewOf } from "./appends.ts"
import * as steppedSession from "./steppedSession.ts"
import type { SteppedSession } from "./steppedSession.ts"
import { live } from "./stores.ts"

/** One account with 8 credits, of which 5 are held, and the id of a second hold. */
interface Fixture {
  readonly account: string
  readonly firstHold: string
  readonly secondHold: string
}

const expiresAt = 1_000_000

/** Commands of a session. 3 credits are left: two holds are covered only after a refund. */
const commands: Readonly<Record<string, (fixture: Fixture) => Command>> = {
  "a hold": () => ({ do: "hold", id: randomUUIDv7(), credits: 2, expiresAt: null }),
  "a repeated hold": ({ secondHold: id }) => ({ do: "hold", id, credits: 3, expiresAt: null }),
  "a charge": ({ firstHold: id }) => ({ do: "settle", id, charge: 1 }),
  "a refund": ({ firstHold: id }) => ({ do: "refund", id }),
  "an expiry": ({ firstHold: id }) => ({ do: "expire", id, now: expiresAt })
}
const sealing = "a round of sealing"

/** BEGIN, es.open, es.append, COMMIT; BEGIN, es.seal, COMMIT. */
const statementsOf = (name: string): number => (name === sealing ? 3 : 4)

/** All interleavings of `a` statements of A and `b` of B. */
const interleavings = (a: number, b: number): ReadonlyArray<string> =>
  a + b === 0
    ? [""]
    : [
        ...(a > 0 ? interleavings(a - 1, b).map((rest) => `A${rest}`) : []),
        ...(b > 0 ? interleavings(a, b - 1).map((rest) => `B${rest}`) : [])
      ]

const pairs = [...Object.keys(commands), sealing].flatMap((one, i, all) =>
  all.slice(i).map((other) => [one, other] as const)
)

class Sessions extends Context.Service<
  Sessions,
  { readonly A: SteppedSession; readonly B: SteppedSession }
>()("test/store/Sessions") {}

/** An ordinary store, for setup and checks, and two stepped sessions. */
const database = Layer.unwrap(
  Effect.map(freshDatabase(), (url) => {
    const sql = PgClient.layer({ url: Redacted.make(url), maxConnections: 2 })
    const session = steppedSession.make(url)
    return Layer.effect(Sessions, Effect.all({ A: session, B: session })).pipe(
      Layer.provideMerge(EventStorePg.layer),
      Layer.provideMerge(Hints.layerNone),
      Layer.provideMerge(Layer.effectDiscard(migrate).pipe(Layer.provideMerge(sql)))
    )
  })
)

const execute = ({ account }: Fixture, command: Command) =>
  Effect.map(commitCommands(account, [toLedgerCommand(command)]), ({ outcomes }): Outcome =>
    Option.match(Exit.findErrorOption(outcomes[0]!), { onNone: () => "done", onSome: outcomeOf })
  )

const seal = Effect.gen(function* () {
  const store = yield* EventStore
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(store.seal)
})

/** Steps both sessions as the schedule says, and then their remaining statements. */
const drive = (
  sessions: { readonly A: SteppedSession; readonly B: SteppedSession },
  schedule: string,
  between: Effect.Effect<unknown, unknown, EventStore>
) =>
  Effect.gen(function* () {
    const all = [sessions.A, sessions.B]
    const stepOf = (session: SteppedSession) =>
      Effect.andThen(
        session.step,
        Effect.forEach(all, ({ settled }) => settled, { discard: true })
      )
    for (const next of schedule) {
      yield* stepOf(next === "A" ? sessions.A : sessions.B)
      yield* between
    }
    while (!all.every(({ isDone }) => isDone()))
      yield* Effect.forEach(all, stepOf, { discard: true })
  })

/** The result of a session; without a command it was a round of sealing. */
interface SessionResult {
  readonly command: Command | undefined
  readonly outcome: Outcome | undefined
}

/** Runs one interleaving on a new account. */
const run = Effect.fn(function* (names: readonly [string, string], schedule: string) {
  const store = yield* EventStore
  const sessions = yield* Sessions
  const fixture = {
    account: randomUUIDv7(),
    firstHold: randomUUIDv7(),
    secondHold: randomUUIDv7()
  }
  const { seq: start } = yield* store.seal
  const setup: ReadonlyArray<Command> = [
    { do: "grant", id: randomUUIDv7(), credits: 8 },
    { do: "hold", id: fixture.firstHold, credits: 5, expiresAt }
  ]
  yield* commitCommands(fixture.account, setup.map(toLedgerCommand))

  const begin = (session: SteppedSession, name: string) => {
    const command = commands[name]?.(fixture)
    const work = command === undefined ? Effect.as(seal, undefined) : execute(fixture, command)
    return Effect.map(session.begin<Outcome | undefined, unknown>(work), (fiber) =>
      Effect.map(Fiber.join(fiber), (outcome): SessionResult => ({ command, outcome }))
    )
  }
  const running = [yield* begin(sessions.A, names[0]), yield* begin(sessions.B, names[1])]
  // A sealer skips commit numbers only if another writer commits and seals in between.
  const otherWriter = names.includes(sealing)
    ? Effect.andThen(postOne(`beside-${fixture.account}`), store.seal)
    : Effect.void
  yield* drive(sessions, schedule, otherWriter)
  const results = yield* Effect.all(running)
  yield* check(fixture, start, setup, results)
})

/** Nothing is lost, nothing is duplicated, and a serial execution explains the result. */
const check = Effect.fn(function* (
  { account, firstHold, secondHold }: Fixture,
  start: number,
  setup: ReadonlyArray<Command>,
  results: ReadonlyArray<SessionResult>
) {
  const store = yield* EventStore
  const followed = yield* store.readLog({ after: start })
  yield* Effect.repeat(store.seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
  const log = yield* store.readLog({ after: start })
  const [own, beside] = [ledgerStream(account), `beside-${account}`]
  const events = yield* store.read(own)
  expect(log.slice(0, followed.length)).toEqual(followed)
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => start + i + 1))
  const logOf = (stream: string) =>
    log.map((commit) => ({ events: commit.events.filter((event) => event.stream === stream) }))
  expect(logOf(own).flatMap((commit) => commit.events)).toEqual(events)
  expect(logOf(beside).flatMap((commit) => commit.events)).toEqual(yield* store.read(beside))
  expect(firstBrokenLink(events)).toBeUndefined()

  const requests = [
    ...setup.map((command): Request => ({ command, outcome: "done", from: 0, to: setup.length })),
    ...results.flatMap(({ command, outcome }): ReadonlyArray<Request> =>
      command === undefined ? [] : [{ command, outcome, from: setup.length, to: events.length }]
    )
  ]
  const { contradictions, state } = explain(logOf(own), requests)
  expect(contradictions).toEqual([])
  const view = yield* viewOf({ accounts: [account], holds: [firstHold, secondHold] })
  expect(view.available[account]).toBe(state.available)
  for (const { holdId, credits, charged, refunded } of view.holds)
    expect([charged, credits - charged - refunded]).toEqual([
      state.holds.get(holdId)?.charged,
      state.holds.get(holdId)?.remaining
    ])
})

layer(database, live)("In every interleaving of their statements,", (it) => {
  for (const [one, other] of pairs)
    it.effect(
      `${one} and ${other} on one account have the effect of a serial execution`,
      function* () {
        const all = interleavings(statementsOf(one), statementsOf(other))
        // Two equal commands are symmetric, so half of the interleavings is enough.
        for (const schedule of one === other ? all.slice(0, all.length / 2) : all)
          yield* run([one, other], schedule).pipe(
            Effect.tapCause(() => Effect.logError(`the interleaving was ${schedule}`))
          )
        // Once for all interleavings so far: a contradiction does not go away.
        const broken = yield* contradictions
        expect(broken.filter(({ invariant }) => invariant.id !== ofChecks)).toEqual([])
      }
    )
})
