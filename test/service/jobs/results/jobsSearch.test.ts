import * as Jobs from "@rcpt/service/jobs/Jobs"
import { makeSearchable } from "@rcpt/service/jobs/jobSweeper"
import { findRows } from "@rcpt/service/jobs/results/findRows"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../../support/vitest.ts"
import { customer, emailsTo, rowsFrom, submitted, workAll, world } from "../jobsWorld.ts"

/** Milliseconds: a twentieth of what a statement has, so that it is enough on a machine under load. */
const searchStatementMax = 100

/** Results by row: valid, risky, invalid, unknown, valid, … */
const letters = (count: number) => "vriu".repeat(count).slice(0, count)

describe("The search index of a job", () => {
  it.live("is built after the job has ended, and has the status of every row", () =>
    world(
      Effect.gen(function* () {
        const { get, cancel } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const write = yield* WriteSql
        const account = yield* customer(50_000)
        const whole = yield* submitted({ account, emails: emailsTo(30_010) })
        const partly = yield* submitted({
          account,
          emails: ["ann@acme.test", '""', "bob@acme.test", "ANN@acme.test", "bob@acme.test"]
        })
        assert.strictEqual(yield* makeSearchable, 0)
        yield* workAll(whole.id)
        yield* settle({ job: partly.id, rows: rowsFrom([0]) })
        yield* cancel({ account, job: partly.id })
        assert.strictEqual(yield* makeSearchable, 2)
        assert.strictEqual(yield* makeSearchable, 0)
        assert.isTrue((yield* get(whole.id)).isSearchable)
        const found = yield* write<{ readonly statuses: string; readonly valid: number }>`
          select statuses, valid_rows as valid from job_search
          where job_id = any (${[whole.id, partly.id]}::uuid[]) order by job_id, chunk_no`
        assert.lengthOf(found, 32)
        assert.deepStrictEqual(found[30], { statuses: letters(10), valid: 3 })
        assert.deepStrictEqual(found[31], { statuses: "v -v-", valid: 2 })
        assert.strictEqual(found[7]!.statuses, letters(1_000))
      })
    )
  )

  it.live("finds rows by status and by any part of their address, ignoring case", () =>
    world(
      Effect.gen(function* () {
        const account = yield* customer(50_000)
        const emails = Array.from(emailsTo(2_500), (email, row) =>
          row % 7 === 0 ? '""' : row % 5 === 0 ? `Ünï${row}@Öster.test` : email
        )
        // With the record of a running job, the letters are made from the results.
        const running = yield* submitted({ account, emails })
        yield* workAll(running.id)
        yield* makeSearchable
        const job = yield* Jobs.Jobs.use(({ get }) => get(running.id))
        const all = emails.map((email, row) => ({
          email: email.replace('""', ""),
          row,
          status: "vriu"[row % 4]
        }))
        const expected = (needle: string, status?: string) =>
          all
            .filter(
              ({ email }) => email !== "" && email.toLowerCase().includes(needle.toLowerCase())
            )
            .filter((row) => status === undefined || row.status === status[0])
            .map(({ row }) => row)
        for (const search of [
          "",
          "user12",
          "ÖSTER",
          "7@acme",
          "@",
          "11",
          "e",
          "nobody",
          "%",
          "t\nu"
        ])
          for (const status of [undefined, "valid", "unknown"] as const) {
            const rows = expected(search, status)
            for (const offset of [0, 3, 60]) {
              const expectedPage = { total: rows.length, rows: rows.slice(offset, offset + 50) }
              const query = { search, status, offset, limit: 50 }
              for (const one of [job, running])
                assert.deepStrictEqual(
                  yield* findRows({ job: one, ...query }),
                  expectedPage,
                  `${one.status} ${search} ${status} ${offset}`
                )
            }
          }
      })
    )
  )

  it.live("answers every needle in short statements, however often it occurs", () =>
    world(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = 30_000
        const account = yield* customer(rows)
        const emails = Array.from({ length: rows }, (_, row) => `eve.lee${row}@eleven.trees.test`)
        const { id } = yield* submitted({ account, emails })
        yield* workAll(id)
        yield* makeSearchable
        const job = yield* Jobs.Jobs.use(({ get }) => get(id))
        for (const search of ["e", "@", "eve.lee", "ee"]) {
          const find = findRows({ job, search, status: undefined, offset: 29_950, limit: 100 })
          const limit = sql`select set_config('statement_timeout', ${String(searchStatementMax)}, true)`
          const page = yield* sql.withTransaction(Effect.andThen(limit, find))
          assert.strictEqual(page.total, rows, search)
          assert.deepStrictEqual([page.rows.length, page.rows[0]], [50, 29_950], search)
        }
      })
    )
  )
})
