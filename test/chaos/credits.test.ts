import { PgClient } from "@effect/sql-pg"
import { describe, expect, it } from "@effect/vitest"
import { requestHoldLifetime } from "@rcpt/service/flows/verifyAddress"
import * as holdSweeper from "@rcpt/service/ledger/holdSweeper"
import { contradictions } from "@rcpt/service/ledger/invariants"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Clock, Duration, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import * as tcpProxy from "../support/tcpProxy.ts"

const verify = "/api/v1/verify?email=ann@acme.test"
const clients = 64

/** All of them at once: credits are what this is about. */
const env = { RCPT_RATE_LIMIT: "off" }

/** Milliseconds; a start or two, and a machine under load. */
const testWaitMax = 90_000

const creditsOf = (running: Running) =>
  running
    .get("/api/v1/account")
    .pipe(Effect.map(({ json }) => (json as { readonly credits: number }).credits))

/** How often each status was answered; 0: no answer at all. */
const tally = (statuses: ReadonlyArray<number>) =>
  statuses.reduce<Record<number, number>>((counts, status) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})

const ask = (running: Running) =>
  running.get(verify).pipe(
    Effect.map(({ status }) => status),
    Effect.catchTag("NoAnswer", () => Effect.succeed(0))
  )

const askMany = (running: Running, requests: number) =>
  Effect.all(
    Array.from({ length: requests }, () => ask(running)),
    { concurrency: clients }
  )

const ledgerOf = (url: string) =>
  Ledger.layer.pipe(
    Layer.provideMerge(EventStorePg.layer),
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(PgClient.layer({ url: Redacted.make(url), maxConnections: 6 }))
  )

interface Charges {
  readonly charged: number
  readonly withoutReceipt: number
  readonly open: number
}

const chargesIn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Charges>`
    select
      (select count(*)::int4 from es.event where type = 'CreditsCharged') as charged,
      (select count(*)::int4 from es.event where type = 'CreditsCharged'
        and data -> 'receipt' ->> 'status' is null) as "withoutReceipt",
      (select count(*)::int4 from es.hold where charged + refunded < credits) as open`
  return row!
})

/** Asks until it is so; the test's own time limit ends what never becomes so. */
const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>, isSo: (value: A) => boolean) =>
  Effect.repeat(effect, { until: isSo, schedule: Schedule.spaced("20 millis") })

describe("An account with 500 credits", () => {
  it.live(
    "pays for 500 of 1,200 requests by 64 clients, and owes nothing",
    () =>
      Effect.gen(function* () {
        const running = yield* service.start({ lab: true, credits: 500, env })
        expect(tally(yield* askMany(running, 1_200))).toEqual({ 200: 500, 402: 700 })
        expect(yield* creditsOf(running)).toBe(0)
        const check = Effect.all([contradictions, chargesIn])
        const [broken, charges] = yield* Effect.provide(check, ledgerOf(running.databaseUrl!))
        expect(broken).toEqual([])
        expect(charges).toEqual({ charged: 500, withoutReceipt: 0, open: 0 })
      }).pipe(Effect.scoped),
    testWaitMax
  )

  it.live(
    "loses nothing when the service is killed in the middle",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* freshDatabase()
        const running = yield* service.start({ lab: true, credits: 500, databaseUrl, env })
        const asked = yield* Effect.forkChild(askMany(running, 1_200))
        yield* eventually(creditsOf(running), (credits) => credits < 400)
        yield* running.kill("SIGKILL")
        const before = yield* Fiber.join(asked)
        const again = yield* running.restart
        const after = yield* askMany(again, 1_200)
        const answered = tally([...before, ...after])[200]!
        const wasKilledInTheMiddle = before.includes(0) && before.includes(200)
        expect(wasKilledInTheMiddle).toBe(true)

        yield* Effect.gen(function* () {
          const cut = yield* chargesIn
          // Ten minutes later on the sweeper's clock every hold of the dead process is given back.
          const later = (yield* Clock.currentTimeMillis) + Duration.toMillis(requestHoldLifetime)
          yield* Effect.gen(function* () {
            yield* TestClock.setTime(later)
            expect(yield* holdSweeper.sweep).toBe(cut.open)
          }).pipe(Effect.provide(TestClock.layer()))
          const { charged, withoutReceipt, open } = yield* chargesIn
          expect({ withoutReceipt, open }).toEqual({ withoutReceipt: 0, open: 0 })
          // Whoever was charged and not answered was in flight at the kill; the receipt is kept.
          expect(charged).toBeGreaterThanOrEqual(answered)
          expect(charged - answered).toBeLessThanOrEqual(clients)
          expect(yield* contradictions).toEqual([])
          expect(yield* creditsOf(again)).toBe(500 - charged)
        }).pipe(Effect.provide(ledgerOf(databaseUrl)))
      }).pipe(Effect.scoped),
    testWaitMax
  )
})

describe("While the database is gone", () => {
  /** The interface promises an answer; 5 s, and a second for a machine under load. */
  const answerWaitMax = 6_000

  for (const how of ["cut", "silence"] as const)
    it.live(
      `(${how}) requests end in 500 within 5 s, and afterwards it is as if they never were`,
      () =>
        Effect.gen(function* () {
          const direct = yield* freshDatabase()
          const url = new URL(direct)
          const proxy = yield* tcpProxy.start({ host: "127.0.0.1", port: Number(url.port) })
          url.port = String(proxy.port)
          const running = yield* service.start({
            lab: true,
            credits: 500,
            env,
            databaseUrl: url.href
          })
          const inFlight = yield* Effect.forkChild(askMany(running, 400))
          yield* Effect.sleep("250 millis")
          yield* proxy[how]
          yield* Effect.sleep("50 millis")

          const since = yield* Clock.currentTimeMillis
          const answer = yield* running.get(verify)
          const elapsed = (yield* Clock.currentTimeMillis) - since
          expect(answer).toMatchObject({ status: 500, json: { error: "internal error" } })
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
            // What was charged and could not be answered has come back.
            yield* eventually(creditsOf(running), (credits) => credits === 500 - answered)
            expect(yield* contradictions).toEqual([])
          }).pipe(Effect.provide(ledgerOf(direct)))
        }).pipe(Effect.scoped),
      testWaitMax
    )
})
