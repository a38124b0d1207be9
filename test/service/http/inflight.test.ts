/** Requests in flight: those whose callers disconnect, and those over the limit of a node. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { exchange, isProblem } from "./rawHttp.ts"
import { silentRequests } from "./silentRequests.ts"

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

/** A sign-in of which one octet has come. */
const silentSignIn =
  "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"

const signInFrom = (base: string, address: string) => {
  const body = JSON.stringify({ email: "ann@example.org", password: "no such password" })
  const head = `POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  return exchange(base, [head + body], 0, address)
}

describe("Clients that send a part of a body and fall silent", () => {
  const batch = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ emails: ["ann@example.org"] })
  }

  it.live("take no place from those who have a key, nor from strangers at other addresses", () =>
    Effect.gen(function* () {
      const env = { RCPT_MAX_INFLIGHT: "40" }
      const running = yield* service.start({ lab: true, credits: 1_000, env })
      assert.strictEqual((yield* running.get(account)).status, 200)
      const made = yield* running.get("/api/v1/keys", {
        ...batch,
        body: JSON.stringify({ name: "new" })
      })
      const silent = yield* silentRequests(running.base, silentSignIn, 200)
      // Most were refused at once: as many as may wait are left.
      yield* eventually(Effect.suspend(() => expectTrue(silent.open() < 40)))

      const newKey = String(Object(made.json).key)
      for (const apiKey of [running.apiKey, newKey])
        for (const [path, request] of [
          [account, {}],
          ["/api/v1/verify/batch", batch]
        ] as const)
          assert.strictEqual((yield* running.get(path, { ...request, apiKey })).status, 200, path)
      isProblem(yield* signInFrom(running.base, "127.0.0.1"), 429, "rate limit exceeded")
      isProblem(yield* signInFrom(running.base, "127.0.0.2"), 401)
      assert.isAbove(silent.open(), 0)

      // Those that wait are given up in a few seconds, and this address can sign in again.
      yield* eventually(
        Effect.flatMap(signInFrom(running.base, "127.0.0.1"), ({ status }) =>
          expectTrue(status === 401)
        )
      )
    }).pipe(Effect.scoped)
  )

  it.live("take no place from other accounts when they have a key", () =>
    Effect.gen(function* () {
      const env = { RCPT_MAX_INFLIGHT: "40" }
      const running = yield* service.start({ lab: true, credits: 1_000, env })
      assert.strictEqual((yield* running.get(account)).status, 200)
      const head = `POST /api/v1/verify/batch HTTP/1.1\r\nHost: x\r\nX-API-Key: ${running.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
      const silent = yield* silentRequests(running.base, head, 100)
      yield* eventually(Effect.suspend(() => expectTrue(silent.open() < 20)))
      // Requests without a body wait for nothing.
      assert.strictEqual((yield* running.get(account)).status, 200)
      isProblem(yield* signInFrom(running.base, "127.0.0.1"), 401)
    }).pipe(Effect.scoped)
  )
})
