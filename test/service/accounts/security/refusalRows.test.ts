import { randomUUID } from "node:crypto"

import {
  refusalsKept,
  rowsPerDayMax,
  writeRefusals
} from "@rcpt/service/accounts/security/Refusals"
import type { RefusalRow } from "@rcpt/service/accounts/security/Refusals"
import { expiringTables, sweepExpired } from "@rcpt/service/operations/retention/sweepExpired"
import * as Database from "@rcpt/service/platform/Database"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Duration, Effect, Layer, Redacted } from "effect"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import { openAccount } from "../../../support/openAccount.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const refusals = expiringTables.find(({ table }) => table === "account_refusal")!

const minute = 60_000
/** The first minute of a day. */
const midnight = Date.UTC(2026, 10, 20)

const refused = (account: string, at: number, more: Partial<RefusalRow> = {}): RefusalRow => ({
  account,
  kind: "sign_in_failed",
  count: 1,
  firstAt: at,
  lastAt: at,
  requestId: randomUUID(),
  address: "a",
  agent: "Firefox",
  origin: "",
  keyId: "",
  personId: "",
  ...more
})

const rows = (account: string) =>
  WriteSql.use(
    (sql) => sql<{ readonly kind: string; readonly count: number; readonly agent: string }>`
      select kind, count, agent from account_refusal where account_id = ${account}
      order by minute, kind`
  )

const withAccount = <A, E>(test: (account: string) => Effect.Effect<A, E, WriteSql>) =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const database = Layer.fresh(Database.layer(Redacted.make(url)))
    yield* Effect.gen(function* () {
      const { account } = yield* openAccount(url)
      yield* test(account)
    }).pipe(Effect.provide(database))
  }).pipe(Effect.scoped)

describe("Refusals of an account", () => {
  it.live("are one row for each minute and kind, whichever process writes them", () =>
    withAccount((account) =>
      Effect.gen(function* () {
        const first = refused(account, midnight + 1_000, { count: 3 })
        const forbidden = refused(account, midnight + 2_000, { kind: "forbidden" })
        yield* writeRefusals([first, forbidden])
        const latest = refused(account, midnight + 59_000, { count: 4, agent: "curl" })
        yield* Effect.all([writeRefusals([latest]), writeRefusals([forbidden])], {
          concurrency: 2
        })
        yield* writeRefusals([refused(account, midnight + minute)])
        assert.deepStrictEqual(yield* rows(account), [
          { kind: "forbidden", count: 2, agent: "Firefox" },
          { kind: "sign_in_failed", count: 7, agent: "curl" },
          { kind: "sign_in_failed", count: 1, agent: "Firefox" }
        ])
      })
    )
  )

  it.live("are at most some hundred rows a day, and still all counted", () =>
    withAccount((account) =>
      Effect.gen(function* () {
        const day = Array.from({ length: 24 * 60 }, (_, n) =>
          refused(account, midnight + n * minute)
        )
        for (let n = 0; n < day.length; n += 10) yield* writeRefusals(day.slice(n, n + 10))
        const found = yield* rows(account)
        assert.isAtMost(found.length, rowsPerDayMax + 10)
        assert.strictEqual(
          found.reduce((sum, { count }) => sum + count, 0),
          day.length
        )
        yield* writeRefusals([refused(account, midnight + 24 * 60 * minute)])
        assert.strictEqual((yield* rows(account)).length, found.length + 1)
      })
    )
  )

  it.live("are deleted when they are old enough, and not before", () =>
    withAccount((account) =>
      Effect.gen(function* () {
        const kept = Duration.toMillis(refusalsKept)
        const now = Date.now()
        yield* writeRefusals([
          refused(account, now - kept - 10 * minute),
          refused(account, now - kept + 10 * minute)
        ])
        assert.strictEqual(yield* sweepExpired(refusals), 1)
        assert.strictEqual((yield* rows(account)).length, 1)
      })
    )
  )

  it.live("of an account that is gone are not written, and others are", () =>
    withAccount((account) =>
      Effect.gen(function* () {
        yield* writeRefusals([refused(randomUUID(), midnight), refused(account, midnight)])
        assert.strictEqual((yield* rows(account)).length, 1)
      })
    )
  )
})
