import { assert, describe, it } from "@effect/vitest"
import { findRows } from "@rcpt/service/jobs/findRows"
import { firstPages } from "@rcpt/service/jobs/firstPages"
import { jobFacets } from "@rcpt/service/jobs/jobFacets"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import { makeSearchable } from "@rcpt/service/jobs/jobSweeper"
import { Duration, Effect } from "effect"

import {
  customer,
  emailsTo,
  nothingStored,
  submitted,
  untilStored,
  workAll,
  world
} from "./jobsWorld.ts"

const rows = Number(process.env["RCPT_TEST_JOB_ROWS"] ?? 100_000)

const timed = <A, E, R>(what: string, work: Effect.Effect<A, E, R>) =>
  Effect.timed(work).pipe(
    Effect.tap(([took]) => Effect.logInfo(`${what}, ${rows} rows: ${Duration.format(took)}`)),
    Effect.map(([, answer]) => answer)
  )

describe("A job of 100,000 rows", () => {
  it.live(
    "is stored, settled, searched and removed; how fast is told",
    () =>
      world(
        Effect.gen(function* () {
          const { look, remove } = yield* Jobs.Jobs
          const account = yield* customer(rows)
          const job = yield* timed("upload", submitted({ account, emails: emailsTo(rows) }))
          yield* timed("settle", workAll(job.id))
          assert.strictEqual((yield* look(job.id)).status, "complete")
          const done = yield* look(job.id)
          yield* timed("facets", jobFacets(done))
          yield* timed("first page", firstPages({ job: done, offset: 0, limit: 50 }))
          yield* timed("make searchable", makeSearchable)
          const wanted = { job, status: undefined, offset: 500, limit: 100 }
          for (const search of ["", "r99", "7777", "@"]) {
            const { total } = yield* timed(`find "${search}"`, findRows({ ...wanted, search }))
            yield* Effect.logInfo(`${total} rows fit`)
          }
          yield* timed(
            "find by sub_status",
            findRows({ ...wanted, search: "", subStatus: "dns_error" })
          )
          yield* remove({ account, job: job.id })
          yield* timed("erase", untilStored(nothingStored))
        })
      ),
    120_000
  )
})
