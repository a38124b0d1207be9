import { assert, describe, it } from "@effect/vitest"
import { rowsOf } from "@rcpt/domain/Job"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { contradictions } from "@rcpt/service/ledger/invariants"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { ended, labAddresses, resultsOf, watch, world } from "./jobRunWorld.ts"
import { balanceOf, customer, stored, submitted } from "./jobsWorld.ts"

/** Milliseconds; a start, and a machine that does other things too. */
const waitMax = 120_000

describe("A job that has work", () => {
  it.live(
    "is not held up by a larger one of another account",
    () =>
      world(
        Effect.gen(function* () {
          const { look } = yield* Jobs
          const [one, other] = [yield* customer(40_000), yield* customer(1_000)]
          const large = yield* submitted({ account: one, emails: labAddresses(40_000, 8_000) })
          yield* watch(large.id, ({ settled }) => settled > 0)
          const small = yield* submitted({ account: other, emails: labAddresses(1_000, 200) })
          yield* watch(small.id, ({ status }) => status === "complete")
          assert.strictEqual((yield* look(large.id)).status, "processing")
        })
      ),
    waitMax
  )

  it.live(
    "stops when it is cancelled: what is settled by then is charged, and nothing comes after it",
    () =>
      world(
        Effect.gen(function* () {
          const { cancel, look, remove } = yield* Jobs
          const account = yield* customer(40_000)
          const { id } = yield* submitted({ account, emails: labAddresses(40_000, 8_000) })
          yield* watch(id, ({ settled }) => settled > 0)
          const cancelled = yield* cancel({ account, job: id })
          assert.isBelow(cancelled.settled, 40_000)
          assert.strictEqual(yield* balanceOf(account), 40_000 - cancelled.charged)
          // Longer than a chunk in work needs to notice.
          yield* Effect.sleep(Duration.seconds(3))
          const { version, tally, charged: paid } = yield* look(id)
          assert.deepStrictEqual(
            { version, tally, paid },
            { version: cancelled.version, tally: cancelled.tally, paid: cancelled.charged }
          )
          assert.strictEqual((yield* stored(id)).results, rowsOf(cancelled.tally))
          assert.deepStrictEqual(yield* contradictions, [])

          // Removed while others work, it is gone for good.
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
    "fails when its upload cannot be read, keeps what was settled, and gives back the rest",
    () =>
      world(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const account = yield* customer(3_000)
          const { id } = yield* submitted({ account, emails: labAddresses(3_000, 10) })
          // Before anybody has noticed the job, or while its first chunks are in work.
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
