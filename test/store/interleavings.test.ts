import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { contradictions } from "@rcpt/service/ledger/invariants"
import { commitOrders } from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { firstBrokenLink } from "@rcpt/store/chain"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate } from "@rcpt/store/migrate"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import { orderOf, refusalOf } from "../support/model/asked.ts"
import { explain } from "../support/model/explain.ts"
import type { Asked } from "../support/model/explain.ts"
import type { Answer, Command } from "../support/model/LedgerModel.ts"
import { look, postOne } from "./appends.ts"
import * as steppedSession from "./steppedSession.ts"
import type { SteppedSession } from "./steppedSession.ts"
import { live } from "./stores.ts"

/** One account with 8 credits, of which 5 are held, and the id of a hold to come. */
interface Place {
  readonly account: string
  readonly held: string
  readonly coming: string
}

const expiresAt = 1_000_000

/** What a session may do. 3 credits are left: two holds fit only when a refund came before. */
const acts: Readonly<Record<string, (place: Place) => Command>> = {
  "a hold": () => ({ do: "hold", id: randomUUIDv7(), credits: 2, until: null }),
  "a hold that is sent twice": ({ coming: id }) => ({ do: "hold", id, credits: 3, until: null }),
  "a charge": ({ held: id }) => ({ do: "settle", id, charge: 1 }),
  "a refund": ({ held: id }) => ({ do: "refund", id }),
  "an expiry": ({ held: id }) => ({ do: "expire", id, now: expiresAt })
}
const sealing = "a sealing"

/** BEGIN, es.open, es.append, COMMIT; BEGIN, es.seal, COMMIT. */
const statementsOf = (act: string): number => (act === sealing ? 3 : 4)

/** Every order of `a` statements of A and `b` of B. */
const interleavings = (a: number, b: number): ReadonlyArray<string> =>
  a + b === 0
    ? [""]
    : [
        ...(a > 0 ? interleavings(a - 1, b).map((rest) => `A${rest}`) : []),
        ...(b > 0 ? interleavings(a, b - 1).map((rest) => `B${rest}`) : [])
      ]

const pairs = [...Object.keys(acts), sealing].flatMap((one, i, all) =>
  all.slice(i).map((other) => [one, other] as const)
)

class Sessions extends Context.Service<
  Sessions,
  { readonly A: SteppedSession; readonly B: SteppedSession }
>()("test/store/Sessions") {}

/** An ordinary store, to prepare and to look, and two sessions that are driven. */
const database = Layer.unwrap(
  Effect.map(freshDatabase(), (url) => {
    const sql = PgClient.layer({ url: Redacted.make(url), maxConnections: 2 })
    const session = steppedSession.make(url)
    return Layer.effect(Sessions, Effect.all({ A: session, B: session })).pipe(
      Layer.provideMerge(EventStorePg.layer),
      Layer.provideMerge(Hints.layerDeaf),
      Layer.provideMerge(Layer.effectDiscard(migrate).pipe(Layer.provideMerge(sql)))
    )
  })
)

const order = ({ account }: Place, command: Command) =>
  Effect.map(commitOrders(account, [orderOf(command)]), ({ outcomes }): Answer =>
    Option.match(Exit.findErrorOption(outcomes[0]!), { onNone: () => "done", onSome: refusalOf })
  )

const seal = Effect.gen(function* () {
  const store = yield* EventStore
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(store.seal)
})

/** Both sessions statement by statement, as the schedule says; then whatever is left of them. */
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
    for (const turn of schedule) {
      yield* stepOf(turn === "A" ? sessions.A : sessions.B)
      yield* between
    }
    while (!all.every(({ isDone }) => isDone()))
      yield* Effect.forEach(all, stepOf, { discard: true })
  })

/** What somebody wanted, and was told; a session that sealed wanted nothing. */
interface Told {
  readonly command: Command | undefined
  readonly answer: Answer | undefined
}

/** Drives one interleaving in a place of its own. */
const play = Effect.fn(function* (names: readonly [string, string], schedule: string) {
  const store = yield* EventStore
  const sessions = yield* Sessions
  const place = { account: randomUUIDv7(), held: randomUUIDv7(), coming: randomUUIDv7() }
  const { seq: start } = yield* store.seal
  const before: ReadonlyArray<Command> = [
    { do: "grant", id: randomUUIDv7(), credits: 8 },
    { do: "hold", id: place.held, credits: 5, until: expiresAt }
  ]
  yield* commitOrders(place.account, before.map(orderOf))

  const act = (session: SteppedSession, name: string) => {
    const command = acts[name]?.(place)
    const work = command === undefined ? Effect.as(seal, undefined) : order(place, command)
    return Effect.map(session.begin<Answer | undefined, unknown>(work), (fiber) =>
      Effect.map(Fiber.join(fiber), (answer): Told => ({ command, answer }))
    )
  }
  const acting = [yield* act(sessions.A, names[0]), yield* act(sessions.B, names[1])]
  // A sealer has something to pass over only when others commit meanwhile, and seal.
  const bystander = names.includes(sealing)
    ? Effect.andThen(postOne(`beside-${place.account}`), store.seal)
    : Effect.void
  yield* drive(sessions, schedule, bystander)
  const told = yield* Effect.all(acting)
  yield* judge(place, start, before, told)
})

/** Nothing is lost, nothing is doubled, and one after the other would have come to the same. */
const judge = Effect.fn(function* (
  { account, held, coming }: Place,
  start: number,
  before: ReadonlyArray<Command>,
  told: ReadonlyArray<Told>
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

  const asked = [
    ...before.map((command): Asked => ({ command, answer: "done", from: 0, to: before.length })),
    ...told.flatMap(({ command, answer }): ReadonlyArray<Asked> =>
      command === undefined ? [] : [{ command, answer, from: before.length, to: events.length }]
    )
  ]
  const { contradictions, state } = explain(logOf(own), asked)
  expect(contradictions).toEqual([])
  const view = yield* look({ accounts: [account], holds: [held, coming] })
  expect(view.available[account]).toBe(state.free)
  for (const { holdId, credits, charged, refunded } of view.holds)
    expect([charged, credits - charged - refunded]).toEqual([
      state.holds.get(holdId)?.paid,
      state.holds.get(holdId)?.left
    ])
})

layer(database, live)("Statement by statement, in every order,", (it) => {
  for (const [one, other] of pairs)
    it.effect(`${one} and ${other} on one account come to what one after the other does`, () =>
      Effect.gen(function* () {
        const all = interleavings(statementsOf(one), statementsOf(other))
        // Of two who do the same it does not matter which one begins.
        for (const schedule of one === other ? all.slice(0, all.length / 2) : all)
          yield* play([one, other], schedule).pipe(
            Effect.tapCause(() => Effect.logError(`the order was ${schedule}`))
          )
        // Of all interleavings so far: what is wrong in one of them stays wrong.
        expect(yield* contradictions).toEqual([])
      })
    )
})
