/** Rows of a list at a domain that takes every address are not asked about for nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import { catchAllUnknown, queueIn, recipientsOf, requestTo, times } from "./mxWorld.ts"

const mx = "mx.x.test"
const pace = { connections: 1, startsPerSecond: 1_000 }
const rows = (count: number, urgency: "bulk" | "realTime") =>
  times(count, () => requestTo(mx, { ...catchAllUnknown, urgency }))

describe("Of the rows of a list at a domain that takes every address,", () => {
  it.live("a small sample is asked about after the control address", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: replying({ rcpt: "250 ok" }) })
      const queue = yield* queueIn(world, { pace })
      const results = yield* Effect.forEach(rows(200, "bulk"), queue.probe)
      const asked = results.filter(({ checked }) => checked)
      assert.isTrue(asked.every(({ status }) => status === "catch_all"))
      for (const one of results) {
        if (one.checked) continue
        assert.strictEqual(one.reason, "smtp_not_required")
        assert.match(one.catchAllBecause ?? "", /mx\.x\.test took an address that nobody has/)
      }
      // The first, and one of sixteen; the control address comes to them.
      assert.isAtLeast(asked.length, 2)
      assert.isAtMost(asked.length, 40)
      assert.strictEqual(recipientsOf(world, mx).flat().length, asked.length + 1)
    })
  )

  it.live("all are asked about again once one of them is refused", () =>
    Effect.gen(function* () {
      let takesAll = true
      const rcpt = () => (takesAll ? "250 ok" : "550 5.1.1 no such user")
      const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
      const queue = yield* queueIn(world, { pace })
      yield* queue.probe(requestTo(mx, { ...catchAllUnknown, urgency: "bulk" }))
      takesAll = false
      yield* Effect.forEach(rows(200, "bulk"), queue.probe)
      const results = yield* Effect.forEach(rows(20, "bulk"), queue.probe)
      assert.isTrue(results.every(({ status }) => status === "undeliverable"))
    })
  )

  it.live("but who asks for one address gets the answer of its server", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: replying({ rcpt: "250 ok" }) })
      const queue = yield* queueIn(world, { pace })
      const results = yield* Effect.forEach(rows(20, "realTime"), queue.probe)
      assert.isTrue(results.every(({ status }) => status === "catch_all"))
    })
  )
})
