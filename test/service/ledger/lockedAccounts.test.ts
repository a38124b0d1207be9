/** Accounts whose ledger another writer has locked: a frozen node, or a long transaction of an operator. */
import { randomUUID } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { grant, hold, settle } from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { lockRows } from "../../support/lockRows.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const world = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    Layer.mergeAll(
      Ledger.layer.pipe(Layer.provide(Layer.fresh(Database.layer(Redacted.make(url))))),
      PgClient.layer({ url: Redacted.make(url), maxConnections: 5 })
    )
  )
)

const granted = (account: string) =>
  Ledger.Ledger.use(({ submit }) =>
    submit(account, grant({ grantId: randomUUID(), credits: 1_000, reason: "top-up" }))
  )

/** A check as the service pays for it: a hold, and its charge. */
const check = (account: string) =>
  Effect.gen(function* () {
    const { submit } = yield* Ledger.Ledger
    const holdId = randomUUID()
    const expiresAt = Date.now() + 3_600_000
    const purpose = { kind: "verification", mode: "fast" } as const
    yield* submit(account, hold({ holdId, credits: 1, expiresAt, purpose }))
    yield* submit(account, settle({ holdId, charge: 1 }))
  })

/** Locks a row of each account until the returned effect runs. */
const lockFirst = (accounts: ReadonlyArray<string>, row: "stream" | "balance") =>
  SqlClient.SqlClient.use((sql) =>
    lockRows(
      row === "stream"
        ? sql`select from es.stream where stream_id in ${sql.in(accounts.map(ledgerStream))} for update`
        : sql`select from es.account where account_id in ${sql.in(accounts)} for update`
    )
  )

const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

const available = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly available: bigint }>`
      select available from es.account where account_id = ${account}`
  ).pipe(Effect.map(([row]) => Number(row!.available)))

describe("Accounts that another writer has locked", () => {
  for (const row of ["stream", "balance"] as const)
    it.live(`do not fail the other accounts, by a lock on the ${row}`, () =>
      Effect.gen(function* () {
        const accounts = ids(100)
        yield* Effect.forEach(accounts, granted, { concurrency: "unbounded", discard: true })
        const locked = accounts.slice(0, 4)
        const others = accounts.slice(4)
        const unlock = yield* lockFirst(locked, row)

        // More than there are slots, connections and workers.
        const stuck = yield* Effect.forkChild(
          Effect.forEach(
            [...locked, ...locked, ...locked],
            (account) => Effect.exit(check(account)),
            {
              concurrency: "unbounded"
            }
          )
        )
        const ends = yield* Effect.forEach(
          [...others, ...others, ...others],
          (account) => Effect.exit(check(account)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          ends.filter((end) => !Exit.isSuccess(end)),
          []
        )
        for (const end of yield* Fiber.join(stuck)) assert.isTrue(Exit.isFailure(end))

        yield* unlock
        yield* Effect.forEach(locked, check, { concurrency: "unbounded" })
        for (const account of locked) {
          // A command that was given up has changed nothing, or is a hold that expires.
          assert.isAtMost(yield* available(account), 999)
          assert.isAtLeast(yield* available(account), 996)
        }
        for (const account of others) assert.strictEqual(yield* available(account), 997)
      }).pipe(Effect.scoped, Effect.provide(world))
    )

  it.live("are served as soon as the lock is gone, in order", () =>
    Effect.gen(function* () {
      const [account] = ids(1) as [string]
      yield* granted(account)
      const unlock = yield* lockFirst([account], "stream")
      const waiting = yield* Effect.forEach(ids(20), () => Effect.forkChild(check(account)))
      yield* Effect.sleep("500 millis")
      yield* unlock
      yield* Effect.forEach(waiting, Fiber.join)
      assert.strictEqual(yield* available(account), 980)
    }).pipe(Effect.scoped, Effect.provide(world))
  )
})
