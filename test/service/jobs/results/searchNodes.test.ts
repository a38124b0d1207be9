/** The search index of jobs, built by several nodes. */
import { makeSearchable } from "@rcpt/service/jobs/jobSweeper"
import { continueAnySearch } from "@rcpt/service/jobs/results/searchIndex"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../../support/vitest.ts"
import { customer, database, emailsTo, startNode, submitted, workAll } from "../jobsWorld.ts"

const searchStep = WriteSql.use((sql) =>
  Effect.provideService(continueAnySearch, SqlClient.SqlClient, sql)
)

/** How often each chunk was filled. */
const countFills = WriteSql.use((sql) =>
  Effect.gen(function* () {
    yield* sql`create table fill (job_id uuid, chunk_no int)`
    yield* sql`
      create function note_fill() returns trigger language plpgsql as
        'begin insert into fill values (new.job_id, new.chunk_no); return null; end'`
    yield* sql`
      create trigger note_fill after update on job_search for each row execute function note_fill()`
    return sql<{ readonly fills: number; readonly chunks: number }>`
      select count(*)::int as fills, count(distinct (job_id, chunk_no))::int as chunks from fill`
  })
)

describe("The search index of jobs", () => {
  it.live("is built once by all nodes together, also when one dies in between", () =>
    Effect.gen(function* () {
      const url = yield* database
      const [dying, one, other] = [
        yield* startNode(url),
        yield* startNode(url),
        yield* startNode(url)
      ]
      yield* Effect.gen(function* () {
        const account = yield* customer(100_000)
        for (const rows of [30_000, 26_000, 10]) {
          const { id } = yield* submitted({ account, emails: emailsTo(rows) })
          yield* workAll(id)
        }
      }).pipe(Effect.provide(one))
      const fills = yield* Effect.provide(countFills, one)
      assert.isFalse(yield* Effect.provide(searchStep, dying))
      assert.deepStrictEqual(yield* fills, [{ fills: 25, chunks: 25 }])
      const made = yield* Effect.forEach(
        [one, other],
        (node) => Effect.provide(makeSearchable, node),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(made[0]! + made[1]!, 3)
      assert.deepStrictEqual(yield* fills, [{ fills: 57, chunks: 57 }])
    }).pipe(Effect.scoped)
  )

  it.live("of a job that another node is at is left to that node", () =>
    Effect.gen(function* () {
      const url = yield* database
      const [one, other] = [yield* startNode(url), yield* startNode(url)]
      yield* Effect.gen(function* () {
        const account = yield* customer(100)
        const { id } = yield* submitted({ account, emails: emailsTo(10) })
        yield* workAll(id)
        const write = yield* WriteSql
        yield* Effect.gen(function* () {
          yield* write`select 1 from job where job_id = ${id} for update`
          // It skips what another node is at.
          assert.strictEqual(yield* Effect.provide(makeSearchable, other), 0)
        }).pipe(write.withTransaction)
        assert.strictEqual(yield* makeSearchable, 1)
      }).pipe(Effect.provide(one))
    }).pipe(Effect.scoped)
  )
})
