import { randomUUIDv7 } from "node:crypto"

import { audit, inSnapshot } from "@rcpt/store/audit"
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { extendPartitions, partitionSize } from "@rcpt/store/partitions"
import * as Projector from "@rcpt/store/Projector"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer, superuserStoreLayer } from "../support/storeDatabase.ts"
import { assert, describe, layer } from "../support/vitest.ts"
import { counted, postOne, wholeLog } from "./appends.ts"

/** As if the numbers up to this one had been drawn and sealed. */
const jumpTo = (commit: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* EventStore.use(({ seal }) =>
      Effect.repeat(seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
    )
    yield* sql`select setval('es.commit_commit_id_seq', ${commit})`
    yield* sql`update es.head set max_seen = ${commit}`
  })

const partitions = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent in ('es.commit'::regclass, 'es.event'::regclass, 'es.journal'::regclass)
    order by inhparent, inhrelid`
).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

const partitionsOf = (...starts: ReadonlyArray<number>) =>
  ["commit", "event", "journal"].flatMap((table) => starts.map((start) => `es.${table}_${start}`))

const broken = Effect.map(inSnapshot(audit), (findings) =>
  Object.fromEntries(findings.flatMap((one) => (one.broken ? [[one.id, one.broken]] : [])))
)

/** A grant, so that there is a transfer. */
const grant = (stream: string, expectedVersion: number) =>
  EventStore.use(({ append }) =>
    append({
      ...counted(stream, expectedVersion, expectedVersion),
      transfers: [
        {
          eventIdx: 1,
          debit: "sys:issued",
          credit: `avail:${randomUUIDv7()}`,
          amount: 1,
          holdId: null
        }
      ]
    })
  )

const inPartitions = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly of: string; readonly rows: number }>`
    select "of"::regclass::text as of, count(*)::int4 as rows from (
      select tableoid as of from es.commit union all select tableoid from es.event
      union all select tableoid from es.journal) every group by 1 order by 1`
).pipe(Effect.map((rows) => rows.map(({ of, rows: count }) => `${of} ${count}`)))

/** On another connection; `until` ends its transaction. */
const inTransaction = <A, E, R>(work: Effect.Effect<A, E, R>, until: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const hasBegun = yield* Deferred.make<void>()
    const sql = yield* SqlClient.SqlClient
    const fiber = yield* work.pipe(
      Effect.andThen(Deferred.succeed(hasBegun, undefined)),
      Effect.andThen(until),
      sql.withTransaction,
      Effect.forkChild
    )
    yield* Deferred.await(hasBegun)
    return fiber
  })

describe("The log", () => {
  layer(storeLayer)((it) => {
    it.effect("has the first partition and the next, and goes on in it", function* () {
      const store = yield* EventStore
      assert.deepStrictEqual(yield* partitions, partitionsOf(0, partitionSize))
      yield* grant("a", 0)
      yield* jumpTo(partitionSize - 2)
      for (const version of [1, 2, 3]) yield* grant("a", version)
      assert.deepStrictEqual(yield* inPartitions, [
        "es.commit_0 2",
        `es.commit_${partitionSize} 2`,
        "es.event_0 2",
        `es.event_${partitionSize} 2`,
        "es.journal_0 2",
        `es.journal_${partitionSize} 2`
      ])
      const log = yield* wholeLog()
      assert.deepStrictEqual(
        log.map(({ commitId }) => commitId - partitionSize),
        [1 - partitionSize, -1, 0, 1]
      )
      const events = yield* store.read("a", { after: 1 })
      assert.deepStrictEqual(
        events.map(({ version }) => version),
        [2, 3, 4]
      )
      assert.deepStrictEqual(yield* broken, {})
    })

    it.effect("gets its next partition once, however many ask for it", function* () {
      assert.strictEqual(yield* extendPartitions(), 1)
      yield* jumpTo(2 * partitionSize)
      const made = yield* Effect.all(
        Array.from({ length: 4 }, () => extendPartitions()),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(made, [0, 0, 0, 1])
      const all = [0, 1, 2, 3].map((n) => n * partitionSize)
      assert.deepStrictEqual(yield* partitions, partitionsOf(...all))
    })
  })

  layer(storeLayer)((it) => {
    it.effect("gets it while others write and read, who do not wait", function* () {
      const sql = yield* SqlClient.SqlClient
      yield* postOne("a")
      yield* jumpTo(partitionSize)
      const isOver = yield* Deferred.make<void>()
      const until = Deferred.await(isOver)
      const writer = yield* inTransaction(postOne("slow"), until)
      const reader = yield* inTransaction(sql`select count(*) from es.event`, until)
      const maker = yield* inTransaction(extendPartitions(), until)
      // While all three are open.
      yield* postOne("b")
      const { seal, readLog } = yield* EventStore
      yield* seal
      assert.lengthOf(yield* readLog({ after: 0 }), 2)
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.joinAll([writer, reader, maker])
      assert.lengthOf(yield* wholeLog(), 3)
      assert.deepStrictEqual(yield* partitions, partitionsOf(0, partitionSize, 2 * partitionSize))
    })
  })

  layer(storeLayer)((it) => {
    it.effect("gets it from an append that has not found it", function* () {
      const { append } = yield* EventStore
      yield* jumpTo(2 * partitionSize)
      yield* append(counted("a", 0, 1))
      assert.lengthOf(yield* partitions, 3 * 4)
      yield* jumpTo(7 * partitionSize + 5)
      yield* postOne("a")
      // One for all that was left out, the one after it, and no more.
      const starts = [0, 1, 2, 3, 4, 8].map((n) => n * partitionSize)
      assert.deepStrictEqual(yield* partitions, partitionsOf(...starts))
      assert.deepStrictEqual(
        (yield* wholeLog()).map(({ commitId }) => commitId),
        [2 * partitionSize + 2, 7 * partitionSize + 7]
      )
      assert.deepStrictEqual(yield* broken, {})
    })

    it.effect("stays as it is where somebody holds its tables, and says so", function* () {
      const sql = yield* SqlClient.SqlClient
      const { append } = yield* EventStore
      const isOver = yield* Deferred.make<void>()
      const lock = sql`lock table es.journal in share update exclusive mode`
      const holder = yield* inTransaction(lock, Deferred.await(isOver))
      yield* jumpTo(20 * partitionSize)
      const error = yield* Effect.flip(append(counted("b", 0, 1)))
      assert.instanceOf(error, StoreUnavailable)
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.join(holder)
      yield* append(counted("b", 0, 1))
      assert.lengthOf(yield* wholeLog(), 3)
    })
  })

  layer(storeLayer, { excludeTestServices: true })((it) => {
    it.effect("gets it from whoever seals", function* () {
      yield* jumpTo(partitionSize)
      const projector = yield* Effect.forkChild(Projector.run([]))
      yield* Effect.repeat(partitions, { until: (all) => all.length === 3 * 3 })
      yield* Fiber.interrupt(projector)
    })
  })
})

layer(superuserStoreLayer)("An audit of a partitioned log", (it) => {
  it.effect("reports a version that is in two partitions", function* () {
    const sql = yield* SqlClient.SqlClient
    // The log is read in its order: the repeated version comes after all others of its stream.
    const ns = Array.from({ length: 2_000 }, (_, n) => n)
    yield* EventStore.use(({ append }) => append(counted("a", 0, ...ns)))
    yield* postOne("a")
    yield* jumpTo(partitionSize)
    yield* postOne("b")
    yield* EventStore.use(({ seal }) => seal)
    assert.deepStrictEqual(yield* broken, {})
    // Its own partition would refuse it.
    yield* sql`insert into es.event
        select ${partitionSize + 1}, 2, stream_id, version, type, v, data, hash from es.event
        where stream_id = 'a' and version = 2000`
    const { versions, commits } = yield* broken
    assert.deepInclude(versions, {
      stream: "a",
      version: 2_000,
      commitId: partitionSize + 1,
      expected: "version 2002",
      found: "version 2000"
    })
    assert.deepInclude(commits, { commitId: partitionSize + 1, found: "2" })
  })
})
