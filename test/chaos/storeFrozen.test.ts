import { describe, expect, it } from "@effect/vitest"
import { contradictions } from "@rcpt/service/ledger/invariants"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import * as faults from "./faults.ts"
import { judge } from "./judge.ts"

const credits = 100_000
const clients = 32
const nothing = { told: [], again: 0 }

/** The database ends a transaction in which nothing happens for 5 s (Database.ts). */
const freedAfter = "6 seconds"
const testWaitMax = 60_000

const ask = (running: Running) =>
  running.get("/api/v1/verify?email=ann@acme.test").pipe(
    Effect.map(({ status }) => status),
    Effect.catchTag("NoAnswer", () => Effect.succeed(0))
  )

interface Asking {
  readonly statuses: Array<number>
  isOver: boolean
}

/** Asks with all its clients until it is told to stop. */
const keepAsking = (running: Running, asking: Asking) => {
  const client = Effect.whileLoop({
    while: () => !asking.isOver,
    body: () => ask(running),
    step: (status) => void asking.statuses.push(status)
  })
  return Effect.all(
    Array.from({ length: clients }, () => client),
    { concurrency: clients, discard: true }
  )
}

const begin = (): Asking => ({ statuses: [], isOver: false })
const answered = ({ statuses }: Asking) => statuses.filter((status) => status === 200).length

/** Transactions of whoever is not at work, for at least so many seconds. */
const idleTransactions = (seconds: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly open: number }>`
      select count(*)::int4 as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
        and state_change <= clock_timestamp() - ${seconds}::float8 * interval '1 second'`
  ).pipe(Effect.map(([row]) => row!.open))

/** Stops it in the middle of a transaction: the locks stay with it. */
const freezeInTransaction = ({ pid }: Running) =>
  Effect.gen(function* () {
    yield* Effect.sync(() => process.kill(pid, "SIGSTOP"))
    // What the database was still working on comes to its end.
    yield* Effect.sleep("20 millis")
    const open = yield* idleTransactions(0)
    if (open === 0) yield* Effect.sync(() => process.kill(pid, "SIGCONT"))
    return open
  }).pipe(Effect.repeat({ until: (open) => open > 0, schedule: Schedule.spaced("15 millis") }))

const thaw = ({ pid }: Running) => Effect.sync(() => process.kill(pid, "SIGCONT"))

describe("A node that is frozen in the middle of a transaction", () => {
  it.live(
    "delays the others until the database ends it, and doubles nothing when it goes on",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* freshDatabase()
        const one = yield* service.start({ lab: true, credits, databaseUrl })
        const other = yield* service.start({ lab: true, databaseUrl, apiKey: one.apiKey })

        yield* Effect.gen(function* () {
          const ofOne = begin()
          const ofOther = begin()
          const askingOne = yield* Effect.forkChild(keepAsking(one, ofOne))
          yield* Effect.sleep("500 millis")
          const askingOther = yield* Effect.acquireUseRelease(
            freezeInTransaction(one),
            () =>
              Effect.gen(function* () {
                const asking = yield* Effect.forkChild(keepAsking(other, ofOther))
                yield* Effect.sleep(freedAfter)
                const before = answered(ofOther)
                yield* Effect.sleep("1 second")
                expect(answered(ofOther)).toBeGreaterThan(before + clients)
                expect(yield* idleTransactions(1)).toBe(0)
                return asking
              }),
            () => thaw(one)
          )
          const whenThawed = answered(ofOne)
          yield* Effect.sleep("1 second")
          ofOne.isOver = ofOther.isOver = true
          yield* Effect.all([Fiber.join(askingOne), Fiber.join(askingOther)])
          expect(answered(ofOne)).toBeGreaterThan(whenThawed + clients)

          // What was charged and not answered is taken back; what is left was paid for.
          const spent = answered(ofOne) + answered(ofOther)
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
          expect(yield* judge(nothing)).toEqual([])
        }).pipe(Effect.scoped, Effect.provide(faults.direct(databaseUrl)))
      }).pipe(Effect.scoped),
    testWaitMax
  )
})
