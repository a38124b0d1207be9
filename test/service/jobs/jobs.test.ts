import { randomUUIDv7 } from "node:crypto"

import { heldFor } from "@rcpt/domain/prices"
import type { Mode } from "@rcpt/domain/Verdict"
import { toBulkJob } from "@rcpt/service/jobs/JobRecord"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Duration, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import {
  balanceOf,
  customer,
  emailsTo,
  nothingStored,
  submitted,
  untilStored,
  workAll,
  world
} from "./jobsWorld.ts"

const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)

describe("A bulk job", () => {
  it.live("has rows at each price, as the database allows them", () =>
    world(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ readonly allowed: string }>`
          select pg_get_constraintdef(oid) as allowed from pg_constraint
          where conrelid = 'job_result'::regclass and conname = 'job_result_credits_check'`
        const prices = row?.allowed.match(/\d+/g)?.map(Number)
        assert.deepStrictEqual(prices, [0, ...Object.values(heldFor)])
      })
    )
  )

  it.live("holds one credit per row, and refunds the remainder at the end", () =>
    world(
      Effect.gen(function* () {
        const { get } = yield* Jobs.Jobs
        const account = yield* customer(5_000)
        const job = yield* submitted({ account, emails: emailsTo(2_500) })
        assert.deepStrictEqual(
          [job.status, job.rows, job.distinct, job.credits],
          ["pending", 2_500, 2_500, 2_500]
        )
        assert.strictEqual(yield* balanceOf(account), 2_500)
        yield* workAll(job.id)
        const done = yield* get(job.id)
        assert.deepStrictEqual(
          [done.status, done.settled, done.charged, done.tally],
          ["complete", 2_500, 1_875, { valid: 625, risky: 625, invalid: 625, unknown: 625 }]
        )
        assert.strictEqual(yield* balanceOf(account), 5_000 - 1_875)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("holds five credits per row in deep mode, and is refused as a whole without them", () =>
    world(
      Effect.gen(function* () {
        const account = yield* customer(2_500)
        const refusal = yield* failureOf(
          submitted({ account, emails: emailsTo(501), mode: "deep" })
        )
        assert.deepInclude(refusal, {
          _tag: "InsufficientCredits",
          needed: 2_505,
          available: 2_500
        })
        yield* untilStored(nothingStored)
        assert.strictEqual(yield* balanceOf(account), 2_500)
        yield* submitted({ account, emails: emailsTo(500), mode: "deep" })
        assert.strictEqual(yield* balanceOf(account), 0)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("starts once, and is shown as in the API", () =>
    world(
      Effect.gen(function* () {
        const { start, list, find } = yield* Jobs.Jobs
        const account = yield* customer(100)
        const first = yield* submitted({ account, emails: emailsTo(3) })
        const second = yield* submitted({ account, emails: emailsTo(4) })
        const started = yield* start(first.id)
        assert.deepStrictEqual((yield* start(first.id)).version, started.version)
        const { started_at, ...shown } = toBulkJob(started)
        assert.deepStrictEqual(shown, {
          id: first.id,
          filename: "list.csv",
          total_rows: 3,
          processed_rows: 0,
          valid_count: 0,
          invalid_count: 0,
          risky_count: 0,
          unknown_count: 0,
          status: "processing",
          mode: "fast",
          credits_reserved: 3,
          credits_charged: 0,
          completed_at: null,
          created_at: first.createdAt.toISOString()
        })
        assert.isNotNull(started_at)
        assert.deepStrictEqual(
          (yield* list(account)).jobs.map(({ id }) => id),
          [second.id, first.id]
        )
        assert.lengthOf((yield* list(account, { limit: 1 })).jobs, 1)
        const other = yield* customer(0)
        assert.lengthOf((yield* list(other)).jobs, 0)
        const refusal = yield* failureOf(find({ account: other, job: first.id }))
        assert.strictEqual(refusal._tag, "JobNotFound")
      })
    )
  )

  it.live("is unattended while no node holds its lease, and not once it has ended", () =>
    world(
      Effect.gen(function* () {
        const { unattended, renewLease } = yield* Jobs.Jobs
        const account = yield* customer(20)
        const { id } = yield* submitted({ account, emails: emailsTo(10) })
        assert.deepStrictEqual(yield* unattended(10), [id])
        yield* renewLease(id, Duration.millis(300))
        assert.deepStrictEqual(yield* unattended(10), [])
        yield* Effect.sleep("400 millis")
        assert.deepStrictEqual(yield* unattended(10), [id])
        yield* workAll(id)
        assert.deepStrictEqual(yield* unattended(10), [])
      })
    )
  )
})

describe("A node's ledger", () => {
  it.live("accounts for holds and refunds of jobs, which other transactions write", () =>
    world(
      Effect.gen(function* () {
        const { cancel } = yield* Jobs.Jobs
        const { submit } = yield* Ledger.Ledger
        const account = yield* customer(6)
        const hold = (mode: Mode) => {
          const holdId = randomUUIDv7()
          const purpose = { kind: "verification", mode } as const
          const expiresAt = Date.now() + 600_000
          return Effect.result(
            submit(account, commands.hold({ holdId, credits: heldFor[mode], expiresAt, purpose }))
          )
        }
        assert.isTrue(Result.isSuccess(yield* hold("fast")))
        const job = yield* submitted({ account, emails: emailsTo(5) })
        assert.isTrue(Result.isFailure(yield* hold("fast")))
        yield* cancel({ account, job: job.id })
        assert.isTrue(Result.isSuccess(yield* hold("deep")))
        assert.isTrue(Result.isFailure(yield* hold("fast")))
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`select from es.hold where account_id = ${account}`, 3)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )
})
