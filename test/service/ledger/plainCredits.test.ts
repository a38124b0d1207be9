import { creditsMax, CreditsEvent } from "@rcpt/domain/Credits"
import { decodeCheckEvents } from "@rcpt/service/ledger/ledgerRows"
import { Schema } from "effect"
import fc from "fast-check"

import { assert, it } from "../../support/vitest.ts"

const decode = Schema.decodeUnknownSync(CreditsEvent)

/** Nothing of the kind that is expected. */
const odd = fc.constantFrom(null, true, -1, 0, 1.5, creditsMax + 1, 2 ** 53, "", "x", [], {})

/** Mostly what is usual, sometimes odd, sometimes not there. */
const fields = (usual: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(usual).map(([name, value]) => [
        name,
        fc.oneof({ arbitrary: value, weight: 20 }, { arbitrary: odd, weight: 1 })
      ])
    ),
    {
      requiredKeys: ["holdId", "credits", "kind", "mode", "status", "score"].filter(
        (key) => key in usual
      )
    }
  )

const text = fc.constantFrom("a", "", "01980000-bbbb-7000-8000-000000000001")
const count = fc.constantFrom(1, 5, creditsMax)

const purpose = fields({
  kind: fc.constantFrom("verification", "batch", "job"),
  mode: fc.constantFrom("fast", "deep"),
  digest: text,
  interface: text,
  other: text
})

const receipt = fields({
  via: fc.constantFrom("dashboard", "demo"),
  status: fc.constantFrom("valid", "risky", "invalid", "unknown"),
  subStatus: text,
  score: fc.integer()
})

const expiresAt = fc.constantFrom(null, 0, 1_700_000_000_000)

const event = fc.oneof(
  fc.record({
    _tag: fc.constant("CreditsHeld"),
    data: fields({ holdId: text, credits: count, expiresAt, purpose, other: text })
  }),
  fc.record({
    _tag: fc.constant("CreditsCharged"),
    data: fields({ holdId: text, credits: count, receipt })
  })
)

it("What is decoded without the schema is exactly what the schema decodes", () => {
  let usual = 0
  fc.assert(
    fc.property(event, ({ _tag, data }) => {
      const plain = decodeCheckEvents(_tag, data)
      if (plain === undefined) return
      usual++
      assert.deepStrictEqual(decode({ ...data, _tag }), plain)
    }),
    { numRuns: 2_000 }
  )
  assert.isAbove(usual, 200)
})

it("Other events are left to the schema", () => {
  assert.isUndefined(decodeCheckEvents("CreditsGranted", { grantId: "1", credits: 1, reason: "x" }))
})
