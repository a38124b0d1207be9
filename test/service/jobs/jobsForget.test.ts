import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import * as Uploads from "@rcpt/service/jobs/Uploads"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import { customer, emailsTo, rowsFrom, submitted, untilStored, world } from "./jobsWorld.ts"

/** Row 2,100 repeats row 5, which is settled; row 2,101 repeats row 9, which is not. */
const emails = [...emailsTo(2_100), "USER5@acme.test", "user9@acme.test"]
const settled = [0, 5, 999, 1_500]
const kept = new Set([...settled, 2_100])

const ends = {
  cancelled: (own: Jobs.OwnJob) => Jobs.Jobs.use(({ cancel }) => cancel(own)),
  failed: ({ job }: Jobs.OwnJob) => Jobs.Jobs.use(({ fail }) => fail(job, "account_gone"))
}

/** The e-mail cells of the stored upload; `undefined`: the row was forgotten. */
const cellsOf = (id: string) =>
  Effect.gen(function* () {
    const { readChunk } = yield* Uploads.Uploads
    const chunks = yield* Effect.forEach([0, 1, 2], (n) => readChunk({ id, emailColumn: 0 }, n))
    return chunks.flatMap(({ records }) => records.map(([cell]) => cell))
  })

const searchText = (id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly addresses: string }>`
      select addresses from job_search where job_id = ${id} order by chunk_no`
  ).pipe(Effect.map((rows) => rows.flatMap(({ addresses }) => addresses.split("\n").slice(0, -1))))

describe("The upload of a job", () => {
  for (const mode of ["fast", "deep"] as const)
    for (const [status, end] of Object.entries(ends))
      it.live(
        `in ${mode} mode that ${status === "failed" ? "failed" : "was cancelled"} keeps the rows that were verified alone`,
        () =>
          world(
            Effect.gen(function* () {
              const account = yield* customer(20_000)
              const { id } = yield* submitted({ account, emails, mode })
              yield* Settlements.Settlements.use(({ settle }) =>
                settle({ job: id, rows: rowsFrom(settled, mode) })
              )
              assert.deepStrictEqual(yield* cellsOf(id), emails)
              yield* end({ account, job: id })
              yield* untilStored({ erasures: 0 }, id)
              const left = emails.map((email, row) => (kept.has(row) ? email : undefined))
              assert.deepStrictEqual(yield* cellsOf(id), left)
              const found = yield* searchText(id)
              assert.deepStrictEqual(
                found,
                left.map((email) => email?.toLowerCase() ?? "")
              )
            })
          )
      )

  it.live("that is complete stays as it is", () =>
    world(
      Effect.gen(function* () {
        const account = yield* customer(20_000)
        const { id } = yield* submitted({ account, emails })
        const distinct = rowsFrom(Array.from({ length: 2_100 }, (_, row) => row))
        yield* Settlements.Settlements.use(({ settle }) => settle({ job: id, rows: distinct }))
        yield* untilStored({ erasures: 0 }, id)
        assert.deepStrictEqual(yield* cellsOf(id), emails)
      })
    )
  )
})
