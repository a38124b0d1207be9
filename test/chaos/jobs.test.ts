import { contradictions } from "@rcpt/service/operations/audit/invariants"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { unavailable } from "@rcpt/store/unavailable"
import { Clock, Effect, Random, References, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import {
  ended,
  labAddresses,
  resultsOf,
  Running,
  start,
  watch,
  world
} from "../service/jobs/actors/jobRunWorld.ts"
import { balanceOf, customer, submitted } from "../service/jobs/jobsWorld.ts"
import { killPostmaster, postmasterOf, until } from "../start/world.ts"
import { scaled } from "../support/scale.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"

const rowCount = scaled("JOB_ROWS", { usual: 5_000, long: 20_000 })
const kills = scaled("JOB_KILLS", { usual: 1, long: 4 })

/** Milliseconds; enough for one restart per kill on a machine under load. */
const waitMax = 300_000 + kills * 60_000

/** Milliseconds from SIGTERM to the exit: a load balancer gives up after 15 s. */
const stopWaitMax = 10_000

const submitLarge = Effect.gen(function* () {
  const account = yield* customer(rowCount)
  const job = yield* submitted({ account, emails: labAddresses(rowCount, 2_000) })
  return { account, id: job.id }
})

/** Every row has exactly one result and was charged exactly once. */
const expectComplete = (account: string, id: string) =>
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

/** Queries fail while Postgres is down. */
const retried = <A, E, R>(query: Effect.Effect<A, E, R>) =>
  Effect.retry(unavailable(query), Schedule.spaced("100 millis"))

/** Random numbers of settled rows at which to kill, low enough that the job still runs. */
const killPoints = (count: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => Random.nextIntBetween(1, rowCount * 0.7)),
    (points) => points.toSorted((a, b) => a - b)
  )

/** Leases that are still held. */
const leasesOf = (id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly claimed: number; readonly isTended: boolean }>`
      select count(*) filter (where leased_until > now())::int as claimed,
        bool_or(tended_until > now()) as "isTended"
      from job join job_chunk using (job_id) where job_id = ${id}`
  ).pipe(Effect.map(([row]) => row!))

describe("While a job runs", () => {
  it.live(
    "repeated kill -9 of the service loses no row and charges none twice",
    () =>
      world(
        Effect.gen(function* () {
          const { account, id } = yield* submitLarge
          let running = yield* Running
          for (const settledMin of yield* killPoints(kills)) {
            yield* watch(id, ({ settled }) => settled >= settledMin)
            yield* running.kill("SIGKILL")
            const [atKill] = yield* watch(id, () => true)
            assert.isBelow(atKill!.settled, rowCount)
            assert.deepStrictEqual(yield* contradictions, [])
            running = yield* running.restart
          }
          yield* expectComplete(account, id)
        })
      ),
    waitMax
  )

  it.live(
    "an immediate shutdown of Postgres, without a flush, loses no row and charges none twice",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* tempFolder()
        // It logs each restart, which is expected here.
        const { url } = yield* EmbeddedPostgres.start({ dataDir }).pipe(
          Effect.provideService(References.MinimumLogLevel, "None")
        )
        yield* Effect.gen(function* () {
          const { account, id } = yield* submitLarge
          for (const settledMin of yield* killPoints(kills)) {
            yield* retried(watch(id, ({ settled }) => settled >= settledMin))
            const before = postmasterOf(dataDir)
            yield* killPostmaster(dataDir, "SIGQUIT")
            // Rows that were settled meanwhile must not lead to a kill of the one that is ending.
            yield* until(() => ![undefined, before].includes(postmasterOf(dataDir)))
          }
          yield* retried(ended(id))
          yield* expectComplete(account, id)
        }).pipe(Effect.provide(yield* start({}, url)))
      }).pipe(Effect.scoped),
    waitMax
  )

  it.live(
    "SIGTERM releases its leases at once, and the next node goes on without a wait",
    () =>
      world(
        Effect.gen(function* () {
          const { account, id } = yield* submitLarge
          const running = yield* Running
          yield* watch(id, ({ settled }) => settled > 0)
          const before = yield* Clock.currentTimeMillis
          assert.deepStrictEqual(yield* running.kill("SIGTERM"), { code: 0, signal: null })
          assert.isBelow((yield* Clock.currentTimeMillis) - before, stopWaitMax)
          const [atStop] = yield* watch(id, () => true)
          assert.isBelow(atStop!.settled, rowCount)
          assert.deepStrictEqual(yield* leasesOf(id), { claimed: 0, isTended: false })
          yield* running.restart
          yield* expectComplete(account, id)
        })
      ),
    waitMax
  )
})
