/** Requests in flight: those whose callers disconnect, and those over the limit of a node. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"

/** Its name servers never answer, so the request takes seconds. */
const slowVerify = "/api/v1/verify?email=ann@silent.test"
const account = "/api/v1/account"

/** Retries for much longer than it takes, for a machine under load. */
const eventually = <A, E, R>(check: Effect.Effect<A, E, R>) =>
  Effect.retry(check, Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "20 seconds" })))

const expectTrue = (condition: boolean) => (condition ? Effect.void : Effect.fail("not yet"))

interface HoldRow {
  readonly open: boolean
}

interface CreditEventRow {
  readonly type: string
  readonly reason: string | null
}

/** Starts a request and returns once its hold is committed; then `open` holds are open. */
const startWork = (running: service.Running, open: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const request = yield* Effect.forkChild(running.get(slowVerify))
    yield* eventually(
      Effect.gen(function* () {
        const holds = yield* sql<HoldRow>`select charged + refunded < credits as open from es.hold`
        yield* expectTrue(holds.filter((hold) => hold.open).length === open)
      })
    )
    return request
  })

const database = (running: service.Running) =>
  PgClient.layer({ url: Redacted.make(running.databaseUrl!), maxConnections: 2 })

describe("A request whose caller disconnects", () => {
  it.live("stops, and its credits are refunded at once", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, credits: 10 })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const request = yield* startWork(running, 1)
        assert.strictEqual(Object((yield* running.get(account)).json).credits, 9)
        yield* Fiber.interrupt(request)
        yield* eventually(
          Effect.flatMap(running.get(account), ({ json }) =>
            expectTrue(Object(json).credits === 10)
          )
        )
        // If the verification had gone on to its end, the reason would be "unknown".
        const events = yield* sql<CreditEventRow>`
          select type, data ->> 'reason' as reason from es.event
          where type in ('CreditsHeld', 'CreditsCharged', 'CreditsRefunded') order by version`
        assert.deepStrictEqual(events, [
          { type: "CreditsHeld", reason: null },
          { type: "CreditsRefunded", reason: "failed" }
        ])
      }).pipe(Effect.provide(database(running)))
    }).pipe(Effect.scoped)
  )
})

describe("A node with its maximum of requests in flight", () => {
  it.live("refuses another, serves health checks, and has room once one has ended", () =>
    Effect.gen(function* () {
      const env = { RCPT_MAX_INFLIGHT: "2" }
      const running = yield* service.start({ lab: true, credits: 10, env })
      yield* Effect.gen(function* () {
        const first = yield* startWork(running, 1)
        const second = yield* startWork(running, 2)
        for (const path of [account, slowVerify, "/docs", "/nowhere"]) {
          const refused = yield* running.get(path)
          assert.deepStrictEqual(
            [refused.status, refused.json, refused.headers.get("retry-after")],
            [503, { error: "service unavailable" }, "1"]
          )
          assert.match(refused.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
        }
        for (const path of ["/healthz", "/readyz", "/readyz?verbose"])
          assert.strictEqual((yield* running.get(path, { apiKey: null })).status, 200)
        yield* Fiber.interrupt(first)
        yield* eventually(
          Effect.flatMap(running.get(account), ({ status }) => expectTrue(status === 200))
        )
        yield* Fiber.interrupt(second)
      }).pipe(Effect.provide(database(running)))
    }).pipe(Effect.scoped)
  )
})
