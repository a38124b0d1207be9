import * as Jobs from "@rcpt/service/jobs/Jobs"
import { makeSearchable } from "@rcpt/service/jobs/jobSweeper"
import { findRows } from "@rcpt/service/jobs/results/findRows"
import { jobFacets } from "@rcpt/service/jobs/results/jobFacets"
import { firstPages } from "@rcpt/service/jobs/results/resultsPage"
import { Config, load } from "@rcpt/service/platform/Config"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Duration, Effect } from "effect"

import { scaled } from "../../../support/scale.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import {
  customer,
  emailsTo,
  nothingStored,
  submitted,
  untilStored,
  workAll,
  world
} from "../jobsWorld.ts"

const rows = scaled("JOB_ROWS", { usual: 10_000, long: 100_000 })

const timed = <A, E, R>(what: string, work: Effect.Effect<A, E, R>) =>
  Effect.timed(work).pipe(
    Effect.tap(([took]) => Effect.logInfo(`${what}, ${rows} rows: ${Duration.format(took)}`)),
    Effect.map(([, result]) => result)
  )

describe(`A job of ${rows} rows`, () => {
  it.live(
    "is stored, settled, searched and removed; the durations are logged",
    () =>
      world(
        Effect.gen(function* () {
          const { get, remove } = yield* Jobs.Jobs
          const account = yield* customer(rows)
          const job = yield* timed("upload", submitted({ account, emails: emailsTo(rows) }))
          yield* timed("settle", workAll(job.id))
          assert.strictEqual((yield* get(job.id)).status, "complete")
          const done = yield* get(job.id)
          const { config } = yield* load({}, {})
          const facets = Effect.provideService(jobFacets(done), Config, config)
          yield* timed("facets", Effect.provide(facets, DomainKnowledge.layerLocal))
          yield* timed("first page", firstPages({ job: done, offset: 0, limit: 50 }))
          yield* timed("make searchable", makeSearchable)
          const query = { job: done, status: undefined, offset: 500, limit: 100 }
          for (const search of ["", "r99", "7777", "@"]) {
            const { total } = yield* timed(`find "${search}"`, findRows({ ...query, search }))
            yield* Effect.logInfo(`${total} rows match`)
          }
          yield* timed(
            "find by sub_status",
            findRows({ ...query, search: "", subStatus: "dns_error" })
          )
          yield* remove({ account, job: job.id })
          yield* timed("erase", untilStored(nothingStored))
        })
      ),
    600_000
  )
})
