/** The transfers of an older release become rows of the journal. */
import { randomUUIDv7 } from "node:crypto"
import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import { EventStore } from "@rcpt/store/EventStore"
import type { Transfer } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate, migrateUpTo } from "@rcpt/store/migrate"
import { partitionSize } from "@rcpt/store/partitions"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { emptySqlLayer } from "../support/storeDatabase.ts"
import { counted, post } from "./appends.ts"

const store = EventStorePg.layer.pipe(Layer.provideMerge(Hints.layerLocal))

/** The last release with a row for each transfer. */
const before = migrateUpTo(14)

const transfers = SqlClient.SqlClient.use(
  (sql) => sql`select * from es.transfer order by commit_id, idx`
)

const [account, other] = [randomUUIDv7(), randomUUIDv7()]
const avail = `avail:${account}`
const usage = `sys:usage:${account}`

const moving = (
  ...moves: ReadonlyArray<readonly [debit: string, credit: string, amount: number, holdId?: string]>
) =>
  moves.map(([debit, credit, amount, holdId = null], n): Transfer => ({
    eventIdx: n + 1,
    debit,
    credit,
    amount,
    holdId
  }))

/** All seven postings, in one commit or several. */
const history = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [first, second] = [randomUUIDv7(), randomUUIDv7()]
  const opened = (holdId: string) => ({ holdId, accountId: account, credits: 5, expiresAt: null })
  yield* post("a", () => ({
    transfers: moving(
      ["sys:issued", avail, 100],
      ["sys:issued", `avail:${other}`, 9_000_000_000],
      ["sys:adjusted", avail, 3],
      [avail, "sys:adjusted", 2]
    )
  }))
  yield* post("a", () => ({
    holds: [opened(first)],
    transfers: moving(
      [avail, `hold:${first}`, 5, first],
      [`hold:${first}`, usage, 1, first],
      [`hold:${first}`, avail, 4, first]
    )
  }))
  yield* sql`select setval('es.commit_commit_id_seq', ${partitionSize + 5})`
  yield* post("b", () => ({
    holds: [opened(second)],
    transfers: moving([avail, `hold:${second}`, 5, second])
  }))
  yield* post("a", () => ({ transfers: moving([usage, avail, 1, first]) }))
})

describe("Transfers of an older release", () => {
  it.live("are the same after the migration, and so are those that come after it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* before
      yield* history
      const old = yield* transfers
      assert.lengthOf(old, 4 + 3 + 1 + 1)
      yield* migrate
      assert.deepStrictEqual(yield* transfers, old)
      const rows = yield* sql`
        select tableoid::regclass::text as partition, cardinality(kinds) as transfers from es.journal
        order by commit_id`
      assert.deepStrictEqual(
        rows.map(({ partition, transfers: count }) => `${String(partition)} ${String(count)}`),
        [
          "es.journal_0 4",
          "es.journal_0 3",
          ...[1, 1].map((n) => `es.journal_${partitionSize} ${n}`)
        ]
      )
      yield* post("a", () => ({ transfers: moving(["sys:issued", avail, 7]) }))
      const all = yield* transfers
      assert.deepInclude(all.at(-1), {
        idx: 1,
        event_idx: 1,
        debit: "sys:issued",
        credit: avail,
        amount: 7n,
        hold_id: null
      })
      assert.lengthOf(all, old.length + 1)
    }).pipe(Effect.provide(store), Effect.provide(emptySqlLayer))
  )

  it.live("do not refuse an append that had begun before it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { append } = yield* EventStore
      yield* before
      yield* history
      const [isLocked, isOver] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* sql`select from es.stream where stream_id = 'b' for update`.pipe(
        Effect.andThen(Deferred.succeed(isLocked, undefined)),
        Effect.andThen(Deferred.await(isOver)),
        sql.withTransaction,
        Effect.forkChild
      )
      yield* Deferred.await(isLocked)
      const transfer = ["sys:issued", avail, 7] as const
      const writer = yield* Effect.forkChild(
        append({ ...counted("b", 1, 2), transfers: moving(transfer) })
      )
      yield* Effect.repeat(
        sql`select from pg_stat_activity where query ~ 'es.append[(]' and wait_event_type = 'Lock'`,
        { until: (waiting) => waiting.length === 1 }
      )
      yield* migrate
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.joinAll([holder, writer])
      assert.deepInclude((yield* transfers).at(-1), { debit: transfer[0], amount: 7n })
    }).pipe(Effect.provide(store), Effect.provide(emptySqlLayer))
  )

  it.live("that are none of the ledger's postings stop it, and stay as they are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* before
      yield* history
      yield* sql`
        insert into es.transfer (commit_id, idx, event_idx, debit, credit, amount)
        values (2, 4, 1, ${avail}, ${`avail:${other}`}, 1)`
      const old = yield* transfers
      const error = yield* Effect.flip(migrate)
      assert.include(
        inspect(error, { depth: 9 }),
        `commit 2: the ledger has no transfer from ${avail} to avail:${other}`
      )
      assert.deepStrictEqual(yield* transfers, old)
    }).pipe(Effect.provide(store), Effect.provide(emptySqlLayer))
  )
})
