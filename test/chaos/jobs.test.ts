import { assert, describe, it } from "@effect/vitest"
import { contradictions } from "@rcpt/service/ledger/invariants"
import * as EmbeddedPostgres from "@rcpt/service/postgres/EmbeddedPostgres"
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
} from "../service/jobRunWorld.ts"
import { balanceOf, customer, submitted } from "../service/jobsWorld.ts"
import { killPostmaster } from "../start/world.ts"
import { tempFolder } from "../support/tempFolder.ts"

/** The whole storm: `JOB_ROWS=50000 JOB_KILLS=10 npm test -- test/chaos/jobs`. */
const rowCount = Number(process.env["JOB_ROWS"] ?? 20_000)
const kills = Number(process.env["JOB_KILLS"] ?? 2)

/** Milliseconds; as many starts, and a machine that does other things too. */
const waitMax = 120_000 + kills * 30_000

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

/** While Postgres is away nobody can look. */
const again = <A, E, R>(look: Effect.Effect<A, E, R>) =>
  Effect.retry(look, Schedule.spaced("100 millis"))

/** At random, told by the rows that are done; late enough that all find it at work. */
const momentsOf = (count: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => Random.nextIntBetween(1, rowCount * 0.7)),
    (moments) => moments.toSorted((a, b) => a - b)
  )

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
          for (const settledMin of yield* momentsOf(kills)) {
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
    "an immediate end of Postgres, with all that it had not flushed, does neither",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* tempFolder()
        // It tells that it starts again: that is what we want of it.
        const { url } = yield* EmbeddedPostgres.start({ dataDir }).pipe(
          Effect.provideService(References.MinimumLogLevel, "None")
        )
        yield* Effect.gen(function* () {
          const { account, id } = yield* submitLarge
          for (const settledMin of yield* momentsOf(kills)) {
            yield* again(watch(id, ({ settled }) => settled >= settledMin))
            yield* killPostmaster(dataDir, "SIGQUIT")
          }
          yield* again(ended(id))
          yield* isWhole(account, id)
        }).pipe(Effect.provide(yield* start({}, url)))
      }).pipe(Effect.scoped),
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
