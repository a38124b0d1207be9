import { toBulkJob } from "@rcpt/service/jobs/JobRecord"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import { removeOld } from "@rcpt/service/jobs/jobSweeper"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { WriteSql } from "@rcpt/service/platform/Database"
import * as ProbeQueue from "@rcpt/service/probing/queue/ProbeQueue"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { rows as probeRows } from "../probing/queue/probeWorld.ts"
import {
  balanceOf,
  customer,
  emailsTo,
  nothingStored,
  rowsFrom,
  stored,
  submitted,
  untilStored,
  workAll,
  world
} from "./jobsWorld.ts"

const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)

describe("A bulk job", () => {
  it.live("cancelled 20 times at once is cancelled once, and refunds what was not settled", () =>
    world(
      Effect.gen(function* () {
        const { cancel } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const account = yield* customer(1_000)
        const job = yield* submitted({ account, emails: emailsTo(100) })
        yield* settle({ job: job.id, rows: rowsFrom([0, 1, 2, 3]) })
        const ended = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => cancel({ account, job: job.id }),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(ended.map(({ version }) => version)).size, 1)
        assert.strictEqual(yield* balanceOf(account), 997)
        const late = yield* settle({ job: job.id, rows: rowsFrom([4, 5]) })
        assert.deepStrictEqual(late, { status: "cancelled", rows: 0 })
        assert.strictEqual((yield* stored(job.id)).results, 4)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("cancelled before its first row has never started, and after one it has", () =>
    world(
      Effect.gen(function* () {
        const { cancel } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const account = yield* customer(1_000)
        const unstarted = yield* submitted({ account, emails: emailsTo(10) })
        const never = toBulkJob(yield* cancel({ account, job: unstarted.id }))
        assert.deepInclude(never, { status: "cancelled", started_at: null })
        assert.isNotNull(never.completed_at)
        const begun = yield* submitted({ account, emails: emailsTo(10) })
        yield* settle({ job: begun.id, rows: rowsFrom([0]) })
        assert.isNotNull(toBulkJob(yield* cancel({ account, job: begun.id })).started_at)
      })
    )
  )

  it.live("in deep mode takes its rows out of the probe queue when it is cancelled", () =>
    world(
      Effect.gen(function* () {
        const { cancel } = yield* Jobs.Jobs
        const { settle, defer } = yield* Settlements.Settlements
        const queue = yield* ProbeQueue.ProbeQueue
        const account = yield* customer(1_000)
        const { id } = yield* submitted({ account, emails: emailsTo(100), mode: "deep" })
        yield* defer(id, probeRows({ account, job: id, count: 50 }))
        const leased = yield* queue.pull({
          group: "google",
          egress: "direct",
          limit: 2,
          holder: "a",
          lease: Duration.minutes(1)
        })
        yield* cancel({ account, job: id })
        yield* untilStored({ waiting: 0, erasures: 0 }, id)
        const late = rowsFrom(
          leased.map(({ row }) => row),
          "deep"
        )
        assert.strictEqual((yield* settle({ job: id, rows: late, leases: leased })).rows, 0)
        assert.strictEqual(yield* balanceOf(account), 1_000)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("that cannot go on fails with an error message, and refunds what was not settled", () =>
    world(
      Effect.gen(function* () {
        const { fail, cancel } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const account = yield* customer(10)
        const job = yield* submitted({ account, emails: emailsTo(10) })
        yield* settle({ job: job.id, rows: rowsFrom([0]) })
        const failed = yield* fail(job.id, "upload_unreadable")
        assert.deepInclude(toBulkJob(failed), {
          status: "failed",
          error_message: "the uploaded file can no longer be read"
        })
        assert.strictEqual(yield* balanceOf(account), 9)
        const refusal = yield* failureOf(cancel({ account, job: job.id }))
        assert.strictEqual(refusal._tag, "JobFinished")
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("is removed only after its end and by its account; ledger entries stay", () =>
    world(
      Effect.gen(function* () {
        const { remove, find } = yield* Jobs.Jobs
        const account = yield* customer(3_000)
        const other = yield* customer(0)
        const job = yield* submitted({ account, emails: [...emailsTo(2_000), ...emailsTo(9)] })
        const own = { account, job: job.id }
        assert.strictEqual((yield* failureOf(remove(own)))._tag, "JobUnfinished")
        yield* workAll(job.id)
        const refusal = yield* failureOf(remove({ account: other, job: job.id }))
        assert.strictEqual(refusal._tag, "JobNotFound")
        const before = yield* balanceOf(account)
        yield* remove(own)
        assert.strictEqual((yield* failureOf(find(own)))._tag, "JobNotFound")
        assert.strictEqual((yield* failureOf(remove(own)))._tag, "JobNotFound")
        yield* untilStored(nothingStored)
        assert.strictEqual(yield* balanceOf(account), before)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("is removed automatically after the retention period", () =>
    world(
      Effect.gen(function* () {
        const write = yield* WriteSql
        const { list } = yield* Jobs.Jobs
        const account = yield* customer(30)
        for (const _ of [1, 2, 3]) yield* submitted({ account, emails: emailsTo(10) })
        const [open, old, young] = (yield* list(account)).jobs
        for (const { id } of [old!, young!]) yield* workAll(id)
        yield* write`update job set created_at = created_at - interval '31 days'`
        yield* write`
          update job set completed_at = completed_at - interval '31 days' where job_id = ${old!.id}`
        assert.strictEqual(yield* removeOld(Duration.days(30)), 1)
        assert.deepStrictEqual(
          (yield* list(account)).jobs.map(({ id }) => id),
          [open!.id, young!.id]
        )
      })
    )
  )
})
