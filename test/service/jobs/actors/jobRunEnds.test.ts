import { rowsOf } from "@rcpt/domain/Job"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../../support/vitest.ts"
import { balanceOf, customer, stored, submitted } from "../jobsWorld.ts"
import { ended, labAddresses, resultsOf, watch, world } from "./jobRunWorld.ts"

/** Milliseconds, enough to start the service on a busy machine. */
const waitMax = 120_000

describe("A running job", () => {
  it.live(
    "is not delayed by a larger one of another account",
    () =>
      world(
        Effect.gen(function* () {
          const { get } = yield* Jobs
          const [one, other] = [yield* customer(40_000), yield* customer(1_000)]
          const large = yield* submitted({ account: one, emails: labAddresses(40_000, 8_000) })
          yield* watch(large.id, ({ settled }) => settled > 0)
          const small = yield* submitted({ account: other, emails: labAddresses(1_000, 200) })
          yield* watch(small.id, ({ status }) => status === "complete")
          assert.strictEqual((yield* get(large.id)).status, "processing")
        })
      ),
    waitMax
  )

  it.live(
    "stops when it is cancelled: what is settled stays charged, and nothing is settled later",
    () =>
      world(
        Effect.gen(function* () {
          const { cancel, get, remove } = yield* Jobs
          const account = yield* customer(40_000)
          const { id } = yield* submitted({ account, emails: labAddresses(40_000, 8_000) })
          yield* watch(id, ({ settled }) => settled > 0)
          const cancelled = yield* cancel({ account, job: id })
          assert.isBelow(cancelled.settled, 40_000)
          assert.strictEqual(yield* balanceOf(account), 40_000 - cancelled.charged)
          // Longer than work on a chunk needs to stop.
          yield* Effect.sleep(Duration.seconds(3))
          const { version, tally, charged: total } = yield* get(id)
          assert.deepStrictEqual(
            { version, tally, total },
            { version: cancelled.version, tally: cancelled.tally, total: cancelled.charged }
          )
          assert.strictEqual((yield* stored(id)).results, rowsOf(cancelled.tally))
          assert.deepStrictEqual(yield* contradictions, [])

          // A job removed while its chunks are in work stores nothing more.
          const again = yield* submitted({ account, emails: labAddresses(20_000, 8_000) })
          yield* watch(again.id, ({ settled }) => settled > 0)
          const { charged } = yield* cancel({ account, job: again.id })
          yield* remove({ account, job: again.id })
          yield* Effect.sleep(Duration.seconds(3))
          const { jobs, chunks, results } = yield* stored(again.id)
          assert.deepStrictEqual({ jobs, chunks, results }, { jobs: 0, chunks: 0, results: 0 })
          const spent = cancelled.charged + charged
          assert.strictEqual(yield* balanceOf(account), 40_000 - spent)
          assert.deepStrictEqual(yield* contradictions, [])
        })
      ),
    waitMax
  )

  it.live(
    "fails when its upload cannot be read, keeps its settled rows, and refunds the rest",
    () =>
      world(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const account = yield* customer(3_000)
          const { id } = yield* submitted({ account, emails: labAddresses(3_000, 10) })
          // Before the job starts, or while its first chunks are in work.
          yield* sql`update job_chunk set packed = '\\x00' where job_id = ${id} and chunk_no = 2`
          const job = yield* ended(id)
          assert.deepInclude(job, { status: "failed", failure: "upload_unreadable" })
          const results = yield* resultsOf(id)
          assert.strictEqual(job.charged, results.size)
          assert.strictEqual(yield* balanceOf(account), 3_000 - results.size)
          assert.deepStrictEqual(yield* contradictions, [])
        })
      ),
    waitMax
  )
})
