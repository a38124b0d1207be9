import { randomUUID } from "node:crypto"

import { assert, describe, it, layer } from "@effect/vitest"
import * as TokenBucket from "@rcpt/service/limits/TokenBucket"
import { migrate } from "@rcpt/service/migrate"
import { Effect, Layer } from "effect"
import fc from "fast-check"

import { sqlLayer } from "../support/storeDatabase.ts"
import { breaches, lease, makeNodes } from "./rateLimitNodes.ts"
import type { Pass } from "./rateLimitNodes.ts"

const limits = fc.record({
  perSecond: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(0.1, 1 / 60)),
  burst: fc.integer({ min: 1, max: 300 })
})

/** At the same moment, during a burst, and after all is forgotten. */
const pauses = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.integer({ min: 0, max: 400 }),
  fc.integer({ min: 0, max: 15_000 })
)

describe("A bucket of tokens", () => {
  it("lets no window have more than its burst and what comes back meanwhile", () => {
    const asked = fc.array(fc.record({ pause: pauses, cost: fc.integer({ min: 1, max: 30 }) }))
    fc.assert(
      fc.property(limits, asked, (limit, requests) => {
        let bucket = TokenBucket.full(limit, 0)
        let now = 0
        const passes: Array<Pass> = []
        for (const { pause, cost } of requests) {
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

/** What can happen to a node; the first two are requests. */
type Deed = "spend" | "drain" | "deliver" | "restart"

interface Step {
  readonly deed: Deed
  readonly node: number
  readonly pause: number
  readonly cost: number
}

const deeds = fc.oneof(
  { weight: 8, arbitrary: fc.constant("spend" as const) },
  { weight: 4, arbitrary: fc.constant("drain" as const) },
  { weight: 6, arbitrary: fc.constant("deliver" as const) },
  { weight: 1, arbitrary: fc.constant("restart" as const) }
)

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record({
    deed: deeds,
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
  it.effect("never let more through together than the limit of one", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Layer.Success<typeof tables>>()
      const play = (limit: TokenBucket.Limit, played: ReadonlyArray<Step>) =>
        Effect.gen(function* () {
          const nodes = yield* makeNodes(limit, 3)
          let now = 0
          for (const { deed, node, pause, cost } of played) {
            now += pause
            if (deed === "spend") yield* nodes.spend(node, cost, now)
            else if (deed === "drain") while (yield* nodes.spendAtOnce(node, 1, now));
            else nodes[deed](node, now)
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
  )

  const limit = { perSecond: 100, burst: 200 }

  it.effect("give the whole burst to one of them, and not one more", () =>
    Effect.gen(function* () {
      const nodes = yield* makeNodes(limit, 2)
      for (let i = 0; i < 200; i++) assert.isTrue(yield* nodes.spendAtOnce(0, 1, 0), `${i}`)
      assert.isFalse(yield* nodes.spendAtOnce(0, 1, 0))
      assert.isFalse(yield* nodes.spendAtOnce(1, 1, 0))
    })
  )

  it.effect("give all that comes back, however many ask for how much more", () =>
    Effect.gen(function* () {
      const nodes = yield* makeNodes(limit, 3)
      const seconds = 10
      for (let at = 0; at < seconds * 1000; at += 2) yield* nodes.spendAtOnce((at / 2) % 3, 1, at)
      assert.deepStrictEqual(breaches(limit, nodes.passes), [])
      // Less what lies with nodes at the end.
      assert.isAtLeast(nodes.passes.length, 200 + seconds * 100 - 75)
      // Each asks a few times a second, not once per request.
      assert.isBelow(nodes.statements(), seconds * 3 * 25)
    })
  )

  it.effect("refuse nobody who keeps below the limit, and mostly without asking", () =>
    Effect.gen(function* () {
      const nodes = yield* makeNodes(limit, 2)
      let asked = 0
      for (let at = 0; at < 20_000; at += 12.5, asked++)
        assert.isTrue(yield* nodes.spendAtOnce(asked % 2, 1, at), `after ${at} ms`)
      assert.isBelow(nodes.statements(), asked / 5)
    })
  )

  it.effect("have all of a dead node's tokens again when its lease has ended", () =>
    Effect.gen(function* () {
      const nodes = yield* makeNodes(limit, 2)
      yield* nodes.spendAtOnce(0, 1, 0)
      nodes.restart(0, 0)
      let passed = 0
      while (yield* nodes.spendAtOnce(1, 1, 20_000)) passed++
      assert.strictEqual(passed, 200)
    })
  )

  const granted =
    (account: string) => (node: string, unspent: number, wanted: number, now: number) =>
      Effect.map(lease(limit, account, node, { unspent, wanted, now }), (given) => given.granted)

  it.effect("find no room for tokens that another may spend yet, or has spent a moment ago", () =>
    Effect.gen(function* () {
      const take = granted(randomUUID())
      const [one, other] = [randomUUID(), randomUUID()]
      assert.strictEqual(yield* take(one, 0, 50, 0), 50)
      // Two seconds are worth 200: but 50 are out.
      assert.strictEqual(yield* take(other, 0, 1, 2_000), 1)
      assert.strictEqual(yield* take(one, 50, 10, 2_000), 10)
      assert.strictEqual(yield* take(other, 1, 200, 4_000), 139)
      // The lease of 60 has ended 100 ms ago, and may have been spent until then.
      assert.strictEqual(yield* take(other, 140, 200, 12_100), 10)
    })
  )
})
