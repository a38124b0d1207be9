import { randomUUID } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { leaseWaitMax, RateLimits } from "@rcpt/service/limits/RateLimits"
import * as RateLimitsLayer from "@rcpt/service/limits/RateLimits"
import { Config, load } from "@rcpt/service/platform/Config"
import { migrate } from "@rcpt/service/platform/migrate"
import { Duration, Effect, Exit, Layer, Redacted, Schedule } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { assert, describe, it } from "../../support/vitest.ts"

/** One token a minute: none is refilled while a test runs. */
const env = { RCPT_RATE_LIMIT: "60/h,burst=40" }
const burst = 40

const config = Layer.effect(
  Config,
  Effect.map(load(env, {}), (loaded) => loaded.config)
)

/** A node, and the proxy of its database connection. */
const startNode = (databaseUrl: string) =>
  Effect.gen(function* () {
    const url = new URL(databaseUrl)
    const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    const sql = PgClient.layer({
      url: Redacted.make(url.href),
      maxConnections: 2,
      multiplex: true,
      connectTimeout: "500 millis"
    })
    const context = yield* Layer.build(
      RateLimitsLayer.layer.pipe(Layer.provide([config, Layer.fresh(sql)]))
    )
    const { take, takeNow } = yield* Effect.provideContext(RateLimits, context)
    return { proxy, take, takeNow }
  })

const database = Effect.gen(function* () {
  const url = yield* freshDatabase()
  yield* migrate.pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))
  return url
})

type Node = Effect.Success<ReturnType<typeof startNode>>

/** Sends `count` requests at once: how many are admitted, and how many milliseconds the last one took. */
const sendAtOnce = (node: Node, account: string, count: number) =>
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

describe("Rate limits of a node", () => {
  for (const [says, cut] of cuts)
    it.live(
      `hold for this node alone while the database is ${says}, and then for all together`,
      () =>
        Effect.gen(function* () {
          const url = yield* database
          const one = yield* startNode(url)
          const other = yield* startNode(url)
          const account = randomUUID()

          yield* one.proxy[cut]
          const alone = yield* sendAtOnce(one, account, 100)
          assert.strictEqual(alone.passed, burst)
          // All requests wait for the one lease that fails; later requests do not wait.
          assert.isBelow(alone.millis, Duration.toMillis(leaseWaitMax) * 5)
          const elsewhere = yield* sendAtOnce(one, randomUUID(), 100)
          assert.strictEqual(elsewhere.passed, burst)
          assert.isBelow(elsewhere.millis, Duration.toMillis(leaseWaitMax))
          assert.strictEqual((yield* sendAtOnce(other, account, 100)).passed, burst)

          yield* one.proxy.mend
          const spent = randomUUID()
          assert.strictEqual((yield* sendAtOnce(other, spent, 100)).passed, burst)
          // The own bucket for that account is full, so the refusal comes from the shared one.
          const refused = yield* Effect.suspend(() => one.take(spent, 1)).pipe(
            Effect.flip,
            // Fewer than the own bucket holds: empty, it would refuse too.
            Effect.retry({ times: burst - 5, schedule: Schedule.spaced("200 millis") })
          )
          assert.isAtLeast(refused.retryAfterSeconds, 30)
        }).pipe(Effect.scoped)
    )

  it.live("take at once only what is on lease, and nothing while the database is away", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      const account = randomUUID()
      assert.isFalse(node.takeNow(account, 1))
      yield* sendAtOnce(node, account, 10)
      let passed = 10
      while (passed < burst) {
        if (!node.takeNow(account, 1)) yield* node.take(account, 1)
        passed += 1
      }
      assert.isFalse(node.takeNow(account, 1))
      yield* Effect.flip(node.take(account, 1))
      yield* node.proxy.cut
      yield* node.take(randomUUID(), 1)
      assert.isFalse(node.takeNow(randomUUID(), 1))
    }).pipe(Effect.scoped)
  )

  it.live("take at most a full bucket for one request", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      const account = randomUUID()
      yield* node.take(account, 1_000)
      const refused = yield* Effect.flip(node.take(account, 1))
      assert.isTrue(refused.retryAfterSeconds > 50 && refused.retryAfterSeconds <= 60)
    }).pipe(Effect.scoped)
  )

  it.live("survive requests that are cancelled while a lease is pending", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      const account = randomUUID()
      const impatient = Effect.timeoutOption(node.take(account, 1), "0 millis")
      yield* Effect.all(
        Array.from({ length: 10 }, () => impatient),
        { concurrency: 10 }
      )
      yield* Effect.sleep("50 millis")
      const { passed } = yield* sendAtOnce(node, account, 100)
      assert.isAtLeast(passed, burst - 10)
      assert.isAtMost(passed, burst)
    }).pipe(Effect.scoped)
  )
})
