import { PgClient } from "@effect/sql-pg"
import * as Idempotency from "@rcpt/service/ledger/idempotency/Idempotency"
import * as Database from "@rcpt/service/platform/Database"
import { leases } from "@rcpt/service/platform/leasedRows"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import { openAccount } from "../../../support/openAccount.ts"
import { assert, layer } from "../../../support/vitest.ts"

const { lasts, renewed: renewEvery } = leases.idempotency

const world = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    Idempotency.layer.pipe(
      Layer.provide(Database.layer(Redacted.make(url))),
      Layer.provideMerge(PgClient.layer({ url: Redacted.make(url) })),
      Layer.provideMerge(Layer.succeed(Database.DatabaseUrl, Redacted.make(url)))
    )
  )
)

const question = Effect.gen(function* () {
  const url = yield* Database.DatabaseUrl
  const { account } = yield* openAccount(Redacted.value(url))
  return { account, keyHmac: "ab".repeat(32), requestHmac: "cd".repeat(32) }
})

const secondsLeft = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly seconds: number }>`
    select extract(epoch from max(leased_until) - now())::float8 as seconds from idempotency`
  return row!.seconds
})

layer(world, { timeout: 60_000 })("The lease of a request that is worked at", (it) => {
  it.effect("is renewed every 20 seconds, and not after its end", function* () {
    const { once } = yield* Idempotency.Idempotency
    const sql = yield* SqlClient.SqlClient
    const asked = yield* Effect.forkChild(once(yield* question, () => Effect.never))
    const renewed = Effect.gen(function* () {
      yield* sql`update idempotency set leased_until = now() + interval '1 second'`
      yield* TestClock.adjust(renewEvery)
      while ((yield* secondsLeft) < Duration.toSeconds(lasts) - 10)
        yield* Effect.promise(() => sleep(20))
    })
    while ((yield* sql`select from idempotency`).length === 0)
      yield* Effect.promise(() => sleep(20))
    yield* renewed
    yield* renewed
    yield* Fiber.interrupt(asked)
    while ((yield* secondsLeft) > 0) yield* Effect.promise(() => sleep(20))
    yield* TestClock.adjust(Duration.minutes(2))
    yield* Effect.promise(() => sleep(100))
    assert.isBelow(yield* secondsLeft, 0)
  })

  it("would outlive two renewals that fail, as those of other tables", () => {
    for (const policy of Object.values(leases))
      if ("renewed" in policy)
        assert.isBelow(2 * Duration.toSeconds(policy.renewed), Duration.toSeconds(policy.lasts))
  })
})

/** In real time: the database's clock is no test clock. */
const sleep = (millis: number) => new Promise<void>((resume) => setTimeout(resume, millis))
