import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { balanceOf } from "@rcpt/service/accounts/Accounts"
import * as commands from "@rcpt/service/ledger/commands"
import { commitCommands } from "@rcpt/service/ledger/commitCommands"
import * as holdSweeper from "@rcpt/service/ledger/holdSweeper"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { migrate } from "@rcpt/service/platform/migrate"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { usageOf } from "@rcpt/service/views/usage"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Context, Effect, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"

import * as planWatch from "../support/planWatch.ts"
import type { Plan } from "../support/planWatch.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, expect, layer } from "../support/vitest.ts"
import * as world from "./millionEvents.ts"

class Watch extends Context.Service<Watch, planWatch.PlanWatch>()("test/Watch") {}

/** Milliseconds; filling takes 20 s of them. */
const fillWaitMax = 120_000

const filled = (url: string) =>
  Layer.effectDiscard(Effect.all([migrateStore, migrate, world.fill])).pipe(
    Layer.provide(Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })))
  )

/** A separate Postgres: other tests would wait for the long transactions of this one. */
const ownPostgres = Effect.gen(function* () {
  const dataDir = yield* tempFolder()
  return yield* EmbeddedPostgres.start({ dataDir, durable: false })
})

const largeStore = Layer.unwrap(
  // Only a superuser may have plans explained, and rows written past the triggers.
  Effect.map(ownPostgres, ({ superuserUrl: url }) => {
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

/** Tables that grow without limit. The others (gaps, heads, checkpoints) have a few rows. */
const bigTables = [
  "event",
  "commit",
  "journal",
  "sealed",
  "stream",
  "account",
  "hold",
  "command"
] as const

/** What the name of a partition adds to that of its table. */
const partition = /_\d+$/

/** Sorting a batch is fine, sorting a history is not. */
const sortedMax = 1_000

const violations = (plans: ReadonlyArray<Plan>): ReadonlyArray<string> =>
  plans.flatMap((plan) =>
    planWatch.nodesOf(plan.Plan).flatMap((node) => {
      const { "Node Type": type } = node
      const table = node["Relation Name"]?.replace(partition, "")
      const rows = planWatch.rowsIn(node)
      const text = plan["Query Text"].replaceAll(/\s+/g, " ")
      // The next partition, which is empty, is read in any way.
      const isRead = planWatch.rowsRead(node) > 0
      if (type === "Seq Scan" && isRead && bigTables.some((big) => big === table))
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
    const hold = () =>
      commands.hold({ holdId: randomUUIDv7(), credits: 1, expiresAt: null, purpose })
    return commitCommands(busy, Array.from({ length: count }, hold))
  })

const poll = (after: number) => EventStore.use((store) => store.readLog({ after }))
const read = (account: string, after: number) =>
  EventStore.use((store) => store.read(ledgerStream(account), { after }))
const seal = EventStore.use((store) => store.seal)

const statement = (text: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(text))

/** Draws a commit number and fails: a gap that the sealer has to check. */
const rolledBack = SqlClient.SqlClient.use((sql) =>
  sql.withTransaction(Effect.andThen(append(1), Effect.fail("rolled back" as const)))
).pipe(Effect.ignore)

/** As after a minute without sealing. */
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

type Step = Effect.Effect<
  unknown,
  unknown,
  SqlClient.SqlClient | EventStore | Ledger.Ledger | Hints.Hints
>

interface Case {
  readonly name: string
  readonly before?: Step
  readonly run: Step
  /** Rows that may be read, in all tables together. */
  readonly readMax: number
}

/** Per command: stream, account, hold, and the rows of foreign key checks; some of them twice. */
const commandRows = 20

/** A page of the log is 500 commits of 5 events: 500 each of sealed and commit, 2,500 of event. */
const pageRows = 3_500

const cases: ReadonlyArray<Case> = [
  { name: "an append of one command", run: append(1), readMax: commandRows },
  { name: "an append of 100 commands", run: append(100), readMax: commandRows + 100 * 4 },
  { name: "a poll that finds nothing", run: poll(2 * world.commitCount), readMax: 0 },
  { name: "a poll at the end", run: poll(world.commitCount - 10), readMax: pageRows },
  { name: "a poll from the middle", run: poll(world.commitCount / 2), readMax: pageRows },
  { name: "a poll from the beginning", run: poll(0), readMax: pageRows },
  { name: "a read of a long stream", run: read(busy, 50_000), readMax: 2_000 },
  { name: "a read of a short stream", run: read(world.accountId(7), 0), readMax: 100 },
  { name: "a balance", run: balanceOf(busy), readMax: 1 },
  // It polls 60 times at most while the view is behind.
  { name: "this month's usage", run: usageOf(busy), readMax: 60 * 4 },
  { name: "a sweep that finds nothing", run: holdSweeper.sweep, readMax: 0 },
  {
    name: `a sweep of ${expiredCount} holds`,
    before: expired,
    run: holdSweeper.sweep,
    readMax: expiredCount * commandRows
  },
  { name: "a round of sealing that finds nothing", before: seal, run: seal, readMax: 10 },
  {
    name: `a round that seals ${backlog} commits`,
    before: unsealed,
    run: seal,
    // Per commit: the commit, its log position (twice), and the rows of the foreign key check.
    readMax: backlog * 5
  }
]

/** Postgres makes five custom plans of a statement before it may choose a generic one. */
const warmUps = 6

const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")

layer(Layer.merge(largeStore, quiet), { excludeTestServices: true, timeout: fillWaitMax })(
  "At a million events",
  (it) => {
    for (const { name, before = Effect.void, run, readMax } of cases)
      it.effect(
        `${name} scans no table, sorts no history and reads at most ${readMax} rows`,
        function* () {
          const { plansOf } = yield* Watch
          for (let n = 0; n < warmUps; n++) yield* Effect.andThen(before, run)
          yield* before
          const plans = yield* plansOf(run)
          expect(plans.length).toBeGreaterThan(0)
          expect(violations(plans)).toEqual([])
          expect(rowsReadBy(plans)).toBeLessThanOrEqual(readMax)
        }
      )

    it.effect(
      "the next page of a stream is looked for where the last one ended, and later",
      function* () {
        const { plansOf } = yield* Watch
        const { read: readStream } = yield* EventStore
        const [event] = yield* readStream(ledgerStream(busy), { after: 60_000, limit: 1 })
        const { version, commitId } = event!
        const partitionsOf = (from: { readonly after: number; readonly afterCommit?: number }) =>
          Effect.map(plansOf(readStream(ledgerStream(busy), from)), (plans) =>
            plans
              .flatMap(({ Plan }) => planWatch.nodesOf(Plan))
              .filter((node) => node["Actual Loops"] > 0)
              .flatMap((node) => node["Relation Name"] ?? [])
              .filter((name) => name.startsWith("event_"))
          )
        const all = yield* partitionsOf({ after: version })
        assert.includeMembers(all, ["event_0", "event_50000000", "event_100000000"])
        const later = yield* partitionsOf({ after: version, afterCommit: commitId })
        assert.include(later, "event_100000000")
        assert.notInclude(later, "event_0")
        assert.notInclude(later, "event_50000000")
      }
    )

    it.effect("a read without its index is caught by these tests", function* () {
      const sql = yield* SqlClient.SqlClient
      const { plansOf } = yield* Watch
      const plans = yield* Effect.gen(function* () {
        yield* sql`
            do $$ declare name regclass; begin
              for name in select indexrelid::regclass from pg_index join pg_inherits on indrelid = inhrelid
                where inhparent = 'es.event'::regclass and not indisprimary
              loop execute format('drop index %s', name); end loop; end $$`
        // Inside a transaction the plan of a statement is logged with the next statement.
        const twice = Effect.andThen(read(busy, 0), sql`select 1`)
        return yield* Effect.flatMap(plansOf(twice), Effect.fail)
      }).pipe(sql.withTransaction, Effect.flip)
      const found = Array.isArray(plans) ? plans : []
      expect(violations(found)).toContainEqual(expect.stringContaining("Seq Scan on event"))
      expect(rowsReadBy(found)).toBeGreaterThan(world.eventCount / 2)
    })
  }
)
