import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { balanceOf } from "@rcpt/service/accounts/balance"
import { usageOf } from "@rcpt/service/accounts/usage"
import * as holdSweeper from "@rcpt/service/ledger/holdSweeper"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import * as orders from "@rcpt/service/ledger/orders"
import { migrate } from "@rcpt/service/migrate"
import * as EmbeddedPostgres from "@rcpt/service/postgres/EmbeddedPostgres"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Context, Effect, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"

import * as planWatch from "../support/planWatch.ts"
import type { Plan } from "../support/planWatch.ts"
import { tempFolder } from "../support/tempFolder.ts"
import * as world from "./millionEvents.ts"

class Watch extends Context.Service<Watch, planWatch.PlanWatch>()("test/Watch") {}

/** Milliseconds; filling takes 20 s of them. */
const fillWaitMax = 120_000

const filled = (url: string) =>
  Layer.effectDiscard(Effect.all([migrateStore, migrate, world.fill])).pipe(
    Layer.provide(Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })))
  )

/** A Postgres of its own: other tests would wait for the long transactions of this one. */
const ownPostgres = Effect.gen(function* () {
  const dataDir = yield* tempFolder()
  return yield* EmbeddedPostgres.start({ dataDir, durable: false })
})

const aged = Layer.unwrap(
  Effect.map(ownPostgres, ({ url }) => {
    const watch = planWatch.make(url)
    return Ledger.layer.pipe(
      Layer.provideMerge(EventStorePg.layer),
      Layer.provideMerge(Hints.layerLocal),
      Layer.provideMerge(watch.client),
      Layer.provideMerge(Layer.succeed(Watch, watch)),
      Layer.provideMerge(filled(url))
    )
  })
)

/** What grows with the years. The others (gaps, heads, checkpoints) have a handful of rows. */
const bigTables = [
  "event",
  "commit",
  "transfer",
  "sealed",
  "stream",
  "account",
  "hold",
  "command"
] as const

/** A batch of orders is put in order in memory; a history is not. */
const sortedMax = 1_000

const sins = (plans: ReadonlyArray<Plan>): ReadonlyArray<string> =>
  plans.flatMap((plan) =>
    planWatch.nodesOf(plan.Plan).flatMap((node) => {
      const { "Node Type": type, "Relation Name": table } = node
      const rows = planWatch.rowsIn(node)
      const text = plan["Query Text"].replaceAll(/\s+/g, " ")
      if (type === "Seq Scan" && bigTables.some((big) => big === table))
        return [`${type} on ${table}: ${text}`]
      return type === "Sort" && rows > sortedMax ? [`${type} of ${rows} rows: ${text}`] : []
    })
  )

const rowsReadBy = (plans: ReadonlyArray<Plan>): number =>
  plans
    .flatMap(({ Plan }) => planWatch.nodesOf(Plan))
    .reduce((sum, node) => sum + planWatch.rowsRead(node), 0)

const busy = world.accountId(0)
const purpose = { kind: "batch", mode: "fast" } as const

const append = (count: number) =>
  Effect.suspend(() => {
    const order = () =>
      orders.hold({ holdId: randomUUIDv7(), credits: 1, expiresAt: null, purpose })
    return Ledger.commitOrders(busy, Array.from({ length: count }, order))
  })

const poll = (after: number) => EventStore.use((store) => store.readLog({ after }))
const read = (account: string, after: number) =>
  EventStore.use((store) => store.read(ledgerStream(account), { after }))
const seal = EventStore.use((store) => store.seal)

const statement = (text: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(text))

/** Draws a number and fails: a gap that the sealer has to look into. */
const rolledBack = SqlClient.SqlClient.use((sql) =>
  sql.withTransaction(Effect.andThen(append(1), Effect.fail("rolled back" as const)))
).pipe(Effect.ignore)

/** As after a minute in which nobody sealed. */
const backlog = 2_000
const unsealed = Effect.andThen(
  rolledBack,
  statement(`insert into es.commit (at, events, leaf)
    select now(), 1, sha256('') from generate_series(1, ${backlog})`)
)

const expiredCount = 50
const expired = statement(`update es.hold set expires_at = now() - interval '1 minute'
  where hold_id in (select hold_id from es.hold where charged + refunded < credits
    and expires_at is not null limit ${expiredCount})`)

type Step = Effect.Effect<unknown, unknown, SqlClient.SqlClient | EventStore | Ledger.Ledger>

interface Case {
  readonly name: string
  readonly before?: Step
  readonly run: Step
  /** Rows that may be read for it, in all tables together. */
  readonly readMax: number
}

/** Of one order: its stream and account, its hold, what checks the foreign key; some of it twice. */
const orderRows = 20

/** A page of the log is 500 commits of 5 events: 500 each of sealed and commit, 2,500 of event. */
const pageRows = 3_500

const cases: ReadonlyArray<Case> = [
  { name: "an append of one order", run: append(1), readMax: orderRows },
  { name: "an append of 100 orders", run: append(100), readMax: orderRows + 100 * 4 },
  { name: "a poll that finds nothing", run: poll(2 * world.commitCount), readMax: 0 },
  { name: "a poll at the end", run: poll(world.commitCount - 10), readMax: pageRows },
  { name: "a poll from the middle", run: poll(world.commitCount / 2), readMax: pageRows },
  { name: "a poll from the beginning", run: poll(0), readMax: pageRows },
  { name: "a read of a long stream", run: read(busy, 50_000), readMax: 2_000 },
  { name: "a read of a short stream", run: read(world.accountId(7), 0), readMax: 100 },
  { name: "a balance", run: balanceOf(busy), readMax: 1 },
  // It asks again, 25 times at most, while the view is behind.
  { name: "this month's usage", run: usageOf(busy), readMax: 25 * 4 },
  { name: "a sweep that finds nothing", run: holdSweeper.sweep, readMax: 0 },
  {
    name: `a sweep of ${expiredCount} holds`,
    before: expired,
    run: holdSweeper.sweep,
    readMax: expiredCount * orderRows
  },
  { name: "a round of sealing that finds nothing", before: seal, run: seal, readMax: 10 },
  {
    name: `a round that seals ${backlog} commits`,
    before: unsealed,
    run: seal,
    // Of each commit: itself, its new number (twice), what checks the foreign key.
    readMax: backlog * 5
  }
]

/** Postgres plans a statement anew five times before it may settle on a plan for all values. */
const warmUps = 6

const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")

layer(Layer.merge(aged, quiet), { excludeTestServices: true, timeout: fillWaitMax })(
  "At a million events",
  (it) => {
    for (const { name, before = Effect.void, run, readMax } of cases)
      it.effect(`${name} scans no table, sorts no history and reads ${readMax} rows at most`, () =>
        Effect.gen(function* () {
          const { plansOf } = yield* Watch
          for (let n = 0; n < warmUps; n++) yield* Effect.andThen(before, run)
          yield* before
          const plans = yield* plansOf(run)
          expect(plans.length).toBeGreaterThan(0)
          expect(sins(plans)).toEqual([])
          expect(rowsReadBy(plans)).toBeLessThanOrEqual(readMax)
        })
      )

    it.effect("a read without its index is caught by these tests", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { plansOf } = yield* Watch
        const plans = yield* Effect.gen(function* () {
          yield* sql`drop index es.event_stream_version`
          // Inside a transaction the plan of a statement comes along with the next one.
          const twice = Effect.andThen(read(busy, 0), sql`select 1`)
          return yield* Effect.flatMap(plansOf(twice), Effect.fail)
        }).pipe(sql.withTransaction, Effect.flip)
        const found = Array.isArray(plans) ? plans : []
        expect(sins(found)).toContainEqual(expect.stringContaining("Seq Scan on event"))
        expect(rowsReadBy(found)).toBeGreaterThan(world.eventCount / 2)
      })
    )
  }
)
