import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../support/service.ts"

/** Its name servers never answer: it is at work for seconds. */
const silent = "/api/v1/verify?email=ann@silent.test"
const account = "/api/v1/account"

/** Until it is so; far longer than it takes, for a machine that does other things too. */
const eventually = <A, E, R>(look: Effect.Effect<A, E, R>) =>
  Effect.retry(look, Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: "20 seconds" })))

const isTrue = (is: boolean) => (is ? Effect.void : Effect.fail("not yet"))

interface Hold {
  readonly open: boolean
}

interface Reason {
  readonly type: string
  readonly reason: string | null
}

/** A request whose hold is on disk, and nothing else of it. */
const startWork = (running: service.Running, open: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const request = yield* Effect.forkChild(running.get(silent))
    yield* eventually(
      Effect.gen(function* () {
        const holds = yield* sql<Hold>`select charged + refunded < credits as open from es.hold`
        yield* isTrue(holds.filter((hold) => hold.open).length === open)
      })
    )
    return request
  })

const database = (running: service.Running) =>
  PgClient.layer({ url: Redacted.make(running.databaseUrl!), maxConnections: 2 })

describe("A request whose caller goes away", () => {
  it.live("stops, and its credits are given back at once", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, credits: 10 })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const request = yield* startWork(running, 1)
        assert.strictEqual(Object((yield* running.get(account)).json).credits, 9)
        yield* Fiber.interrupt(request)
        yield* eventually(
          Effect.flatMap(running.get(account), ({ json }) => isTrue(Object(json).credits === 10))
        )
        // Had the work gone on to its end, it would be refunded as "unknown".
        const reasons = yield* sql<Reason>`
          select type, data ->> 'reason' as reason from es.event
          where type in ('CreditsHeld', 'CreditsCharged', 'CreditsRefunded') order by version`
        assert.deepStrictEqual(reasons, [
          { type: "CreditsHeld", reason: null },
          { type: "CreditsRefunded", reason: "failed" }
        ])
      }).pipe(Effect.provide(database(running)))
    }).pipe(Effect.scoped)
  )
})

describe("A node with as many requests as it works at", () => {
  it.live("refuses one more, answers whoever watches over it, and has room when one has gone", () =>
    Effect.gen(function* () {
      const env = { RCPT_MAX_INFLIGHT: "2" }
      const running = yield* service.start({ lab: true, credits: 10, env })
      yield* Effect.gen(function* () {
        const first = yield* startWork(running, 1)
        const second = yield* startWork(running, 2)
        for (const path of [account, silent, "/docs", "/nowhere"]) {
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
          Effect.flatMap(running.get(account), ({ status }) => isTrue(status === 200))
        )
        yield* Fiber.interrupt(second)
      }).pipe(Effect.provide(database(running)))
    }).pipe(Effect.scoped)
  )
})
