import { assert, describe, it } from "@effect/vitest"
import { contradictions } from "@rcpt/service/ledger/invariants"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { ended, labAddresses, resultsOf, Running, watch, world } from "../service/jobRunWorld.ts"
import { balanceOf, customer, submitted } from "../service/jobsWorld.ts"

/** Milliseconds; three starts, and a machine that does other things too. */
const waitMax = 180_000

const rowCount = 20_000

/** What SIGTERM may take: a balancer gives up after 15 s. Milliseconds. */
const stopWaitMax = 10_000

const submitLarge = Effect.gen(function* () {
  const account = yield* customer(rowCount)
  const job = yield* submitted({ account, emails: labAddresses(rowCount, 2_000) })
  return { account, id: job.id }
})

/** Every row exactly once, and paid exactly once. */
const isWhole = (account: string, id: string) =>
  Effect.gen(function* () {
    const job = yield* ended(id)
    assert.deepInclude(job, { status: "complete", settled: rowCount })
    const results = yield* resultsOf(id)
    assert.strictEqual(results.size, rowCount)
    const cost = [...results.values()].reduce((sum, { creditsUsed }) => sum + creditsUsed, 0)
    assert.strictEqual(job.charged, cost)
    assert.strictEqual(yield* balanceOf(account), rowCount - cost)
    assert.deepStrictEqual(yield* contradictions, [])
  })

/** Who still says that he is at it. */
const leasesOf = (id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly claimed: number; readonly isTended: boolean }>`
      select count(*) filter (where leased_until > now())::int as claimed,
        bool_or(tended_until > now()) as "isTended"
      from job join job_chunk using (job_id) where job_id = ${id}`
  ).pipe(Effect.map(([row]) => row!))

describe("While a job is in work", () => {
  it.live(
    "kill -9 of the service loses no row and charges none twice, time and again",
    () =>
      world(
        Effect.gen(function* () {
          const { account, id } = yield* submitLarge
          let running = yield* Running
          for (const settledMin of [1, 6_000]) {
            yield* watch(id, ({ settled }) => settled >= settledMin)
            yield* running.kill("SIGKILL")
            const [cut] = yield* watch(id, () => true)
            assert.isBelow(cut!.settled, rowCount)
            assert.deepStrictEqual(yield* contradictions, [])
            running = yield* running.restart
          }
          yield* isWhole(account, id)
        })
      ),
    waitMax
  )

  it.live(
    "SIGTERM hands it back at once, and the next node goes on without waiting for anything",
    () =>
      world(
        Effect.gen(function* () {
          const { account, id } = yield* submitLarge
          const running = yield* Running
          yield* watch(id, ({ settled }) => settled > 0)
          const before = yield* Clock.currentTimeMillis
          assert.deepStrictEqual(yield* running.kill("SIGTERM"), { code: 0, signal: null })
          assert.isBelow((yield* Clock.currentTimeMillis) - before, stopWaitMax)
          const [cut] = yield* watch(id, () => true)
          assert.isBelow(cut!.settled, rowCount)
          assert.deepStrictEqual(yield* leasesOf(id), { claimed: 0, isTended: false })
          yield* running.restart
          yield* isWhole(account, id)
        })
      ),
    waitMax
  )
})
