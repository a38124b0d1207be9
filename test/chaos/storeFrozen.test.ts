import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import { describe, expect, it } from "../support/vitest.ts"
import * as faults from "./faults.ts"
import { judge } from "./judge.ts"

const credits = 100_000
const clients = 32
const noHistory = { commands: [], repeats: 0 }

/** Postgres ends a transaction that is idle for 1.2 s (Database.ts). */
const releasedAfter = "2 seconds"
const testWaitMax = 60_000

const verifyOne = (running: Running) =>
  running.get("/api/v1/verify?email=ann@acme.test").pipe(
    Effect.map(({ status }) => status),
    Effect.catchTag("NoAnswer", () => Effect.succeed(0))
  )

interface Load {
  readonly statuses: Array<number>
  isOver: boolean
}

/** Sends requests from all clients until `isOver`. */
const runLoad = (running: Running, load: Load) => {
  const client = Effect.whileLoop({
    while: () => !load.isOver,
    body: () => verifyOne(running),
    step: (status) => void load.statuses.push(status)
  })
  return Effect.all(
    Array.from({ length: clients }, () => client),
    { concurrency: clients, discard: true }
  )
}

const newLoad = (): Load => ({ statuses: [], isOver: false })
const answered = ({ statuses }: Load) => statuses.filter((status) => status === 200).length

/** Until more requests are answered than were in flight. The test's timeout is the only limit. */
const untilAnswersGrow = (load: Load) => {
  const enough = answered(load) + clients
  return Effect.repeat(
    Effect.sync(() => answered(load) > enough),
    { until: (grows) => grows, schedule: Schedule.spaced("20 millis") }
  )
}

/** Transactions that have been idle for at least so many seconds. */
const idleTransactions = (seconds: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly open: number }>`
      select count(*)::int4 as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
        and state_change <= clock_timestamp() - ${seconds}::float8 * interval '1 second'`
  ).pipe(Effect.map(([row]) => row!.open))

/** Stops the process in the middle of a transaction, which keeps its locks. */
const freezeInTransaction = ({ pid }: Running) =>
  Effect.gen(function* () {
    yield* Effect.sync(() => process.kill(pid, "SIGSTOP"))
    // Statements that are running in Postgres end first.
    yield* Effect.sleep("20 millis")
    const open = yield* idleTransactions(0)
    if (open === 0) yield* Effect.sync(() => process.kill(pid, "SIGCONT"))
    return open
  }).pipe(Effect.repeat({ until: (open) => open > 0, schedule: Schedule.spaced("15 millis") }))

const thaw = ({ pid }: Running) => Effect.sync(() => process.kill(pid, "SIGCONT"))

describe("A node that is frozen in the middle of a transaction", () => {
  it.live(
    "delays other nodes until Postgres ends the transaction, and duplicates nothing when it resumes",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* freshDatabase()
        const one = yield* service.start({ lab: true, credits, databaseUrl, isNode: true })
        const other = yield* service.start({
          lab: true,
          databaseUrl,
          apiKey: one.apiKey,
          isNode: true
        })

        yield* Effect.gen(function* () {
          const loadOfOne = newLoad()
          const loadOfOther = newLoad()
          const runningOne = yield* Effect.forkChild(runLoad(one, loadOfOne))
          yield* Effect.sleep("500 millis")
          const runningOther = yield* Effect.acquireUseRelease(
            freezeInTransaction(one),
            () =>
              Effect.gen(function* () {
                const fiber = yield* Effect.forkChild(runLoad(other, loadOfOther))
                yield* Effect.sleep(releasedAfter)
                yield* untilAnswersGrow(loadOfOther)
                expect(yield* idleTransactions(1)).toBe(0)
                return fiber
              }),
            () => thaw(one)
          )
          yield* untilAnswersGrow(loadOfOne)
          loadOfOne.isOver = loadOfOther.isOver = true
          yield* Effect.all([Fiber.join(runningOne), Fiber.join(runningOther)])
          // Charges without an answer are reversed, so only answered requests cost a credit.
          const spent = answered(loadOfOne) + answered(loadOfOther)
          const creditsLeft = one
            .get("/api/v1/account")
            .pipe(Effect.map(({ json }) => (json as { readonly credits: number }).credits))
          yield* Effect.repeat(creditsLeft, {
            until: (left) => left === credits - spent,
            schedule: Schedule.spaced("50 millis")
          })
          expect(yield* contradictions).toEqual([])
          yield* one.kill("SIGTERM")
          yield* other.kill("SIGTERM")
          expect(yield* judge(noHistory)).toEqual([])
        }).pipe(Effect.scoped, Effect.provide(faults.direct(databaseUrl)))
      }).pipe(Effect.scoped),
    testWaitMax
  )
})
