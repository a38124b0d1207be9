import { randomUUID } from "node:crypto"

import * as TokenBucket from "@rcpt/service/limits/TokenBucket"
import type { RateLimit } from "@rcpt/service/platform/config/parse"
import { migrate } from "@rcpt/service/platform/migrate"
import { Effect, Layer } from "effect"
import fc from "fast-check"

import { sqlLayer } from "../../support/storeDatabase.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { breaches, makeNodes, requestLease } from "./rateLimitNodes.ts"
import type { Pass } from "./rateLimitNodes.ts"

const limits = fc.record({
  perSecond: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(0.1, 1 / 60)),
  burst: fc.integer({ min: 1, max: 300 })
})

/** None, short ones within a burst, and long ones after which leases have ended. */
const pauses = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.integer({ min: 0, max: 400 }),
  fc.integer({ min: 0, max: 15_000 })
)

describe("A token bucket", () => {
  it("admits in no window more than its burst and what is refilled meanwhile", () => {
    const requests = fc.array(fc.record({ pause: pauses, cost: fc.integer({ min: 1, max: 30 }) }))
    fc.assert(
      fc.property(limits, requests, (limit, sent) => {
        let bucket = TokenBucket.full(limit, 0)
        let now = 0
        const passes: Array<Pass> = []
        for (const { pause, cost } of sent) {
          now += pause
          const after = TokenBucket.take(limit, bucket, cost, now)
          if (after === undefined) continue
          bucket = after
          passes.push({ at: now, cost })
        }
        assert.deepStrictEqual(breaches(limit, passes), [])
      })
    )
  })

  it("is not refilled by a clock that is set back", () => {
    const limit = { perSecond: 1, burst: 2 }
    const empty = TokenBucket.take(limit, TokenBucket.full(limit, 10_000), 2, 10_000)!
    assert.isUndefined(TokenBucket.take(limit, empty, 1, 5_000))
    assert.isUndefined(TokenBucket.take(limit, empty, 1, 10_999))
    assert.isDefined(TokenBucket.take(limit, empty, 1, 11_000))
  })
})

/** What happens to a node in one step; the first two are requests. */
type Action = "spend" | "drain" | "deliver" | "restart"

interface Step {
  readonly action: Action
  readonly node: number
  readonly pause: number
  readonly cost: number
}

const actions = fc.oneof(
  { weight: 8, arbitrary: fc.constant("spend" as const) },
  { weight: 4, arbitrary: fc.constant("drain" as const) },
  { weight: 6, arbitrary: fc.constant("deliver" as const) },
  { weight: 1, arbitrary: fc.constant("restart" as const) }
)

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record({
    action: actions,
    node: fc.integer({ min: 0, max: 2 }),
    pause: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pauses }),
    cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 20 }))
  }),
  { minLength: 20, maxLength: 60, size: "max" }
)

/** Some 200 statements each. */
const runs = 60

const tables = Layer.effectDiscard(migrate).pipe(Layer.provideMerge(sqlLayer))

layer(tables, { excludeTestServices: true })("Nodes that share a limit", (it) => {
  it.effect("never admit more together than the limit", function* () {
    const context = yield* Effect.context<Layer.Success<typeof tables>>()
    const play = (limit: RateLimit, played: ReadonlyArray<Step>) =>
      Effect.gen(function* () {
        const nodes = yield* makeNodes(limit, 3)
        let now = 0
        for (const { action, node, pause, cost } of played) {
          now += pause
          if (action === "spend") yield* nodes.spend(node, cost, now)
          else if (action === "drain") while (yield* nodes.spendAtOnce(node, 1, now));
          else nodes[action](node, now)
        }
        assert.deepStrictEqual(breaches(limit, nodes.passes), [])
        return nodes.passes.length
      })
    let passed = 0
    const property = fc.asyncProperty(limits, steps, async (limit, played) => {
      passed += await Effect.runPromiseWith(context)(play(limit, played))
    })
    yield* Effect.promise(() => fc.assert(property, { numRuns: runs }))
    assert.isAbove(passed, runs)
  })

  const limit = { perSecond: 100, burst: 200 }

  it.effect("let one of them have the whole burst, and not one more", function* () {
    const nodes = yield* makeNodes(limit, 2)
    for (let i = 0; i < 200; i++) assert.isTrue(yield* nodes.spendAtOnce(0, 1, 0), `${i}`)
    assert.isFalse(yield* nodes.spendAtOnce(0, 1, 0))
    assert.isFalse(yield* nodes.spendAtOnce(1, 1, 0))
  })

  it.effect("admit the full rate under overload, with few leases per second", function* () {
    const nodes = yield* makeNodes(limit, 3)
    const seconds = 10
    for (let at = 0; at < seconds * 1000; at += 2) yield* nodes.spendAtOnce((at / 2) % 3, 1, at)
    assert.deepStrictEqual(breaches(limit, nodes.passes), [])
    // Less the tokens that are on lease at the end.
    assert.isAtLeast(nodes.passes.length, 200 + seconds * 100 - 75)
    // A node requests a few leases a second, not one per request.
    assert.isBelow(nodes.statements(), seconds * 3 * 25)
  })

  it.effect("refuse no request below the limit, mostly without a statement", function* () {
    const nodes = yield* makeNodes(limit, 2)
    let sent = 0
    for (let at = 0; at < 20_000; at += 12.5, sent++)
      assert.isTrue(yield* nodes.spendAtOnce(sent % 2, 1, at), `after ${at} ms`)
    assert.isBelow(nodes.statements(), sent / 5)
  })

  it.effect("get back the tokens of a dead node when its lease has ended", function* () {
    const nodes = yield* makeNodes(limit, 2)
    yield* nodes.spendAtOnce(0, 1, 0)
    nodes.restart(0, 0)
    let passed = 0
    while (yield* nodes.spendAtOnce(1, 1, 20_000)) passed++
    assert.strictEqual(passed, 200)
  })

  const granted =
    (account: string) => (node: string, unspent: number, wanted: number, now: number) =>
      Effect.map(
        requestLease(limit, account, node, { unspent, wanted, now }),
        (grant) => grant.granted
      )

  it.effect("count tokens on lease as spent until their lease ends", function* () {
    const take = granted(randomUUID())
    const [one, other] = [randomUUID(), randomUUID()]
    assert.strictEqual(yield* take(one, 0, 50, 0), 50)
    // Two seconds refill 200, but 50 are on lease.
    assert.strictEqual(yield* take(other, 0, 1, 2_000), 1)
    assert.strictEqual(yield* take(one, 50, 10, 2_000), 10)
    assert.strictEqual(yield* take(other, 1, 200, 4_000), 139)
    // The lease of 60 ended 100 ms ago; its tokens may have been spent until then.
    assert.strictEqual(yield* take(other, 140, 200, 12_100), 10)
  })
})
