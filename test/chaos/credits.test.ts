import { PgClient } from "@effect/sql-pg"
import { databaseAwaySentence } from "@rcpt/api/Problem"
import * as holdSweeper from "@rcpt/service/ledger/holdSweeper"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { requestHoldLifetime } from "@rcpt/service/verify/verifyAddress"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Clock, Duration, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import * as tcpProxy from "../support/tcpProxy.ts"
import { describe, expect, it } from "../support/vitest.ts"

const verifyUrl = "/api/v1/verify?email=ann@acme.test"
const clients = 64

/** All requests at once; the rate limit is not under test. */
const env = { RCPT_RATE_LIMIT: "off" }

/** Milliseconds; enough for two starts on a machine under load. */
const testWaitMax = 90_000

const creditsOf = (running: Running) =>
  running
    .get("/api/v1/account")
    .pipe(Effect.map(({ json }) => (json as { readonly credits: number }).credits))

/** The number of responses per status; 0: no response. */
const tally = (statuses: ReadonlyArray<number>) =>
  statuses.reduce<Record<number, number>>((counts, status) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})

const verifyOne = (running: Running) =>
  running.get(verifyUrl).pipe(
    Effect.map(({ status }) => status),
    Effect.catchTag("NoAnswer", () => Effect.succeed(0))
  )

const verifyMany = (running: Running, requests: number) =>
  Effect.all(
    Array.from({ length: requests }, () => verifyOne(running)),
    { concurrency: clients }
  )

const ledgerOf = (url: string) =>
  Ledger.layer.pipe(
    Layer.provideMerge(EventStorePg.layer),
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 6 }))
  )

interface ChargeCounts {
  readonly charged: number
  readonly withoutReceipt: number
  readonly open: number
}

const chargesIn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<ChargeCounts>`
    select
      (select count(*)::int4 from es.event where type = 'CreditsCharged') as charged,
      (select count(*)::int4 from es.event where type = 'CreditsCharged'
        and data -> 'receipt' ->> 'status' is null) as "withoutReceipt",
      (select count(*)::int4 from es.hold where charged + refunded < credits) as open`
  return row!
})

/** Repeats until the condition holds; the test's timeout is the only limit. */
const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>, until: (value: A) => boolean) =>
  Effect.repeat(effect, { until, schedule: Schedule.spaced("20 millis") })

describe("An account with 500 credits", () => {
  it.live(
    "pays for exactly 500 of 1,200 requests by 64 clients",
    () =>
      Effect.gen(function* () {
        const running = yield* service.start({ lab: true, credits: 500, env })
        expect(tally(yield* verifyMany(running, 1_200))).toEqual({ 200: 500, 402: 700 })
        expect(yield* creditsOf(running)).toBe(0)
        const check = Effect.all([contradictions, chargesIn])
        const [broken, charges] = yield* Effect.provide(check, ledgerOf(running.databaseUrl!))
        expect(broken).toEqual([])
        expect(charges).toEqual({ charged: 500, withoutReceipt: 0, open: 0 })
      }).pipe(Effect.scoped),
    testWaitMax
  )
})

/** Above the reserve of `canPay` a hold waits for its charge; below it comes first. */
const balances = [500, 5_000]

describe("An account", () => {
  for (const credits of balances)
    it.live(
      `with ${credits} credits loses none when the service is killed under load`,
      () =>
        Effect.gen(function* () {
          const databaseUrl = yield* freshDatabase()
          const running = yield* service.start({ lab: true, credits, databaseUrl, env })
          const requests = yield* Effect.forkChild(verifyMany(running, 1_200))
          yield* eventually(creditsOf(running), (left) => left < credits - 100)
          yield* running.kill("SIGKILL")
          const before = yield* Fiber.join(requests)
          const restarted = yield* running.restart
          const after = yield* verifyMany(restarted, 1_200)
          const answered = tally([...before, ...after])[200]!
          const wasKilledUnderLoad = before.includes(0) && before.includes(200)
          expect(wasKilledUnderLoad).toBe(true)

          yield* Effect.gen(function* () {
            const atRestart = yield* chargesIn
            // Ten minutes later on the sweeper's clock it refunds every hold of the dead process.
            const later = (yield* Clock.currentTimeMillis) + Duration.toMillis(requestHoldLifetime)
            yield* Effect.gen(function* () {
              yield* TestClock.setTime(later)
              expect(yield* holdSweeper.sweep).toBe(atRestart.open)
            }).pipe(Effect.provide(TestClock.layer()))
            const { charged, withoutReceipt, open } = yield* chargesIn
            expect({ withoutReceipt, open }).toEqual({ withoutReceipt: 0, open: 0 })
            // Requests that were charged and not answered were in progress at the kill.
            expect(charged).toBeGreaterThanOrEqual(answered)
            expect(charged - answered).toBeLessThanOrEqual(clients)
            expect(yield* contradictions).toEqual([])
            expect(yield* creditsOf(restarted)).toBe(credits - charged)
          }).pipe(Effect.provide(ledgerOf(databaseUrl)))
        }).pipe(Effect.scoped),
      testWaitMax
    )
})

describe("While the database is unreachable", () => {
  /** The API promises an answer within 5 s; one second more for a machine under load. */
  const answerWaitMax = 6_000

  const cases = balances.flatMap((credits) =>
    (["cut", "silence"] as const).map((fault) => ({ credits, fault }))
  )
  for (const { credits, fault } of cases)
    it.live(
      `(${fault}) requests of an account with ${credits} credits end in 500 within 5 s and cost nothing afterwards`,
      () =>
        Effect.gen(function* () {
          const direct = yield* freshDatabase()
          const url = new URL(direct)
          const proxy = yield* tcpProxy.start({ host: "127.0.0.1", port: Number(url.port) })
          url.port = String(proxy.port)
          const running = yield* service.start({
            lab: true,
            credits,
            env,
            databaseUrl: url.href
          })
          const inFlight = yield* Effect.forkChild(verifyMany(running, 1_200))
          // In the middle of them: some are answered, most are not.
          yield* eventually(chargesIn, ({ charged }) => charged > 10).pipe(
            Effect.provide(ledgerOf(direct))
          )
          yield* proxy[fault]
          yield* Effect.sleep("50 millis")

          const since = yield* Clock.currentTimeMillis
          const answer = yield* running.get(verifyUrl)
          const elapsed = (yield* Clock.currentTimeMillis) - since
          expect(answer).toMatchObject({ status: 503, json: { error: databaseAwaySentence } })
          expect(elapsed).toBeLessThan(answerWaitMax)
          expect((yield* running.get("/readyz")).status).toBe(503)
          expect((yield* running.get("/healthz")).status).toBe(200)

          yield* proxy.mend
          yield* eventually(running.get("/readyz"), ({ status }) => status === 200)
          const answered = tally(yield* Fiber.join(inFlight))[200]!
          expect(answered).toBeGreaterThan(0)
          yield* Effect.gen(function* () {
            const settled = yield* eventually(chargesIn, ({ open }) => open === 0)
            expect(settled.withoutReceipt).toBe(0)
            // Charges of requests that could not be answered are reversed.
            yield* eventually(creditsOf(running), (left) => left === credits - answered)
            expect(yield* contradictions).toEqual([])
          }).pipe(Effect.provide(ledgerOf(direct)))
        }).pipe(Effect.scoped),
      testWaitMax
    )
})
