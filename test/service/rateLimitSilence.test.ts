import { randomUUID } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Config, load } from "@rcpt/service/Config"
import { leaseWaitMax, RateLimits } from "@rcpt/service/limits/RateLimits"
import * as RateLimitsLayer from "@rcpt/service/limits/RateLimits"
import { migrate } from "@rcpt/service/migrate"
import { Duration, Effect, Exit, Layer, Redacted, Schedule } from "effect"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as tcpProxy from "../support/tcpProxy.ts"

/** Nothing comes back while a test runs: 60 an hour is one a minute. */
const env = { RCPT_RATE_LIMIT: "60/h,burst=40" }
const burst = 40

const config = Layer.effect(
  Config,
  Effect.map(load(env, {}), (loaded) => loaded.config)
)

/** A node, and the wire to its database. */
const startNode = (databaseUrl: string) =>
  Effect.gen(function* () {
    const url = new URL(databaseUrl)
    const wire = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(wire.port)
    const sql = PgClient.layer({
      url: Redacted.make(url.href),
      maxConnections: 2,
      multiplex: true,
      connectTimeout: "500 millis"
    })
    const context = yield* Layer.build(
      RateLimitsLayer.layer.pipe(Layer.provide([config, Layer.fresh(sql)]))
    )
    const { take } = yield* Effect.provideContext(RateLimits, context)
    return { wire, take }
  })

const database = Effect.gen(function* () {
  const url = yield* freshDatabase()
  yield* migrate.pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))
  return url
})

type Node = Effect.Success<ReturnType<typeof startNode>>

/** How many of so many requests at once pass, and how long the last one took in milliseconds. */
const passedOf = (node: Node, account: string, count: number) =>
  Effect.gen(function* () {
    const [took, exits] = yield* Effect.timed(
      Effect.all(
        Array.from({ length: count }, () => Effect.exit(node.take(account, 1))),
        { concurrency: "unbounded" }
      )
    )
    return { passed: exits.filter(Exit.isSuccess).length, millis: Duration.toMillis(took) }
  })

const cuts = [
  ["silent", "silence"],
  ["gone", "cut"]
] as const

describe("Rate limits", () => {
  for (const [says, cut] of cuts)
    it.live(`are kept by each node alone while the database is ${says}, and then together`, () =>
      Effect.gen(function* () {
        const url = yield* database
        const one = yield* startNode(url)
        const other = yield* startNode(url)
        const account = randomUUID()

        yield* one.wire[cut]
        const alone = yield* passedOf(one, account, 100)
        assert.strictEqual(alone.passed, burst)
        // One wait for all who were there, and none for who comes later.
        assert.isBelow(alone.millis, Duration.toMillis(leaseWaitMax) * 5)
        const elsewhere = yield* passedOf(one, randomUUID(), 100)
        assert.strictEqual(elsewhere.passed, burst)
        assert.isBelow(elsewhere.millis, Duration.toMillis(leaseWaitMax))
        assert.strictEqual((yield* passedOf(other, account, 100)).passed, burst)

        yield* one.wire.mend
        const spent = randomUUID()
        assert.strictEqual((yield* passedOf(other, spent, 100)).passed, burst)
        // Its own bucket for that account is full; it must have asked.
        const refused = yield* Effect.suspend(() => one.take(spent, 1)).pipe(
          Effect.flip,
          // Fewer than its own bucket holds, which would refuse, too, when it is empty.
          Effect.retry({ times: burst - 5, schedule: Schedule.spaced("200 millis") })
        )
        assert.isAtLeast(refused.retryAfterSeconds, 30)
      }).pipe(Effect.scoped)
    )

  it.live("never ask more of a request than a full bucket holds", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      const account = randomUUID()
      yield* node.take(account, 1_000)
      const refused = yield* Effect.flip(node.take(account, 1))
      assert.isTrue(refused.retryAfterSeconds > 50 && refused.retryAfterSeconds <= 60)
    }).pipe(Effect.scoped)
  )

  it.live("outlive requests that go away in the middle of a lease", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      const account = randomUUID()
      const impatient = Effect.timeoutOption(node.take(account, 1), "0 millis")
      yield* Effect.all(
        Array.from({ length: 10 }, () => impatient),
        { concurrency: 10 }
      )
      yield* Effect.sleep("50 millis")
      const { passed } = yield* passedOf(node, account, 100)
      assert.isAtLeast(passed, burst - 10)
      assert.isAtMost(passed, burst)
    }).pipe(Effect.scoped)
  )
})
