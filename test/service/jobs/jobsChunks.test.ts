import * as Chunks from "@rcpt/service/jobs/Chunks"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { packRow, unpackRow } from "@rcpt/service/jobs/csv/ResultRow"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { usage, usageOf } from "@rcpt/service/views/usage"
import { EventStore } from "@rcpt/store/EventStore"
import * as generations from "@rcpt/store/generations"
import * as Projection from "@rcpt/store/Projection"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import { rows as probeRows } from "../probing/queue/probeWorld.ts"
import { customer, emailsTo, resultOf, rowsFrom, submitted, workAll, world } from "./jobsWorld.ts"

const minute = Duration.minutes(1)
describe("A claimed chunk", () => {
  it.live("belongs to one worker until its lease ends, and leaves out rows handled before", () =>
    world(
      Effect.gen(function* () {
        const { claimable, claim, finish, release, renew } = yield* Chunks.Chunks
        const { settle, defer } = yield* Settlements.Settlements
        const account = yield* customer(10_000)
        const { id } = yield* submitted({ account, emails: emailsTo(1_005), mode: "deep" })
        const chunk = { job: id, chunk: 1 }
        const first = (yield* claim(chunk, Duration.millis(300)))!
        assert.deepStrictEqual(
          first.rows.map(([row]) => row),
          [1_000, 1_001, 1_002, 1_003, 1_004]
        )
        assert.strictEqual(first.rows[0]![1], "user1000@acme.test")
        assert.isUndefined(yield* claim(chunk, minute))
        assert.deepStrictEqual(yield* claimable(id, 10), [0])
        yield* settle({ job: id, rows: rowsFrom([1_000], "deep") })
        const [probe] = probeRows({ account, job: id, count: 1 })
        yield* defer(id, [{ ...probe!, row: 1_003 }])
        yield* Effect.sleep("400 millis")
        assert.deepStrictEqual(yield* claimable(id, 10), [0, 1])
        const second = (yield* claim(chunk, minute))!
        assert.deepStrictEqual(
          second.rows.map(([row]) => row),
          [1_001, 1_002, 1_004]
        )
        assert.isFalse(yield* renew(first, minute))
        assert.isFalse(yield* finish(chunk))
        yield* release(second)
        yield* settle({ job: id, rows: rowsFrom([1_001, 1_002, 1_004], "deep") })
        assert.isTrue(yield* finish(chunk))
        assert.isUndefined(yield* claim(chunk, minute))
        assert.deepStrictEqual(yield* claimable(id, 10), [0])
      })
    )
  )

  it.live("fails when its stored rows are corrupt", () =>
    world(
      Effect.gen(function* () {
        const { claim } = yield* Chunks.Chunks
        const sql = yield* SqlClient.SqlClient
        const account = yield* customer(10)
        const { id } = yield* submitted({ account, emails: emailsTo(10) })
        yield* sql`update job_chunk set packed = '\\x00' where job_id = ${id}`
        const failure = yield* Effect.flip(claim({ job: id, chunk: 0 }, minute))
        assert.strictEqual(failure._tag, "UploadUnreadable")
      })
    )
  )
})

describe("Usage", () => {
  it.live("counts the rows of jobs as they are settled, also after a rebuild", () =>
    world(
      Effect.gen(function* () {
        const account = yield* customer(3_000)
        const job = yield* submitted({ account, emails: [...emailsTo(1_500), ...emailsTo(500)] })
        yield* workAll(job.id)
        const { seal } = yield* EventStore
        yield* seal
        yield* Projection.catchUp(usage)
        const counted = yield* usageOf(account)
        assert.deepInclude(counted, { bulk_checks: 2_000, total_checks: 2_000, api_checks: 0 })
        yield* generations.rebuild(usage)
        yield* Projection.catchUp(usage)
        const [view] = yield* generations.status
        assert.deepInclude(view, { generation: 2, live: true, behind: 0, parked: 0 })
        assert.deepStrictEqual(yield* usageOf(account), counted)
      })
    )
  )
})

describe("A result", () => {
  it("is unpacked as it was packed, whichever of its fields are present", () => {
    const whole: ResultRow = {
      ...resultOf(3, "deep"),
      subStatus: "role_based",
      didYouMean: "ann@acme.test",
      is_disposable: false,
      is_role_based: true,
      is_free_provider: false,
      is_relay: true,
      is_catch_all: true,
      catchAllConfidence: 85,
      has_mx: true,
      has_spf: false,
      has_dmarc: true,
      is_blacklisted: false,
      domainAgeDays: 0,
      mxProvider: "Gmail",
      smtpStatus: "deliverable",
      mailboxExists: "yes"
    }
    const keys = Object.keys(whole) as ReadonlyArray<keyof ResultRow>
    assert.deepStrictEqual(unpackRow(packRow(whole)), whole)
    // The order of what is stored outlives every release.
    assert.strictEqual(JSON.parse(packRow(whole))[0], "ftftttftf--")
    for (const key of keys) {
      const { [key]: _, ...rest } = whole
      assert.deepStrictEqual(unpackRow(packRow(rest as ResultRow)), rest as ResultRow)
    }
  })
})
