import { BatchResponse } from "@rcpt/api/Batch"
import { render, spoken } from "@rcpt/api/render"
import { keptText, spokenText } from "@rcpt/api/resultText"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { judge } from "@rcpt/verifier/judge/judge"
import { Schema } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

import { anyEvidence } from "../verifier/judge/anyEvidence.ts"

const maybe = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: undefined })

const exchanges = fc.record(
  {
    host: fc.domain(),
    phase: fc.constantFrom("connect" as const, "rcpt" as const, "rset" as const),
    control: fc.boolean(),
    code: maybe(fc.constantFrom(250, 421, 550)),
    enhancedCode: maybe(fc.constant("5.1.1")),
    ruleId: maybe(fc.constant("mailbox.absent")),
    fault: maybe(fc.constantFrom("timeout", "ECONNREFUSED"))
  },
  { requiredKeys: ["host", "phase", "control"] }
)

const conversations: fc.Arbitrary<SmtpEvidence> = fc.oneof(
  fc.record({
    checked: fc.constant(true as const),
    status: fc.constantFrom("deliverable" as const, "undeliverable" as const, "timeout" as const),
    subReason: maybe(fc.constantFrom("mailbox_not_found" as const, "mailbox_full" as const)),
    responseCode: maybe(fc.constantFrom(250, 550)),
    enhancedCode: maybe(fc.constant("5.1.1")),
    catchAll: maybe(fc.boolean()),
    tls: fc.boolean(),
    mxHost: fc.domain(),
    provider: maybe(fc.constant("someone")),
    latencyMillis: fc.nat(),
    control: fc.constantFrom("accepted" as const, "notAsked" as const),
    transcript: fc.array(exchanges, { maxLength: 3 })
  }),
  fc.record({
    checked: fc.constant(false as const),
    status: fc.constant("not_checked" as const),
    reason: fc.constantFrom("smtp_no_mx" as const, "smtp_throttled" as const)
  })
)

const results = fc
  .record({
    found: anyEvidence,
    // Octets as they come: quotes, controls and lone surrogates have to be escaped alike.
    input: fc.string({ unit: "binary" }),
    smtp: maybe(conversations),
    creditsUsed: fc.constantFrom(undefined, 0, 1, 5),
    elapsedMillis: fc.nat(),
    explain: fc.boolean()
  })
  .map(({ found, input, smtp, ...options }) => {
    const evidence = { ...found, input, ...(smtp && { smtp }) }
    const mode = smtp === undefined ? "fast" : "deep"
    const checkedAt = "2026-01-02T00:00:42.000Z"
    return render({ evidence, judgement: judge(evidence) }, { ...options, mode, checkedAt })
  })

const items = fc.oneof(
  results.map((result) => ({ email: result.email, result })),
  results.map(({ email }) => ({ email, error: "email must not be blank" }))
)

const encodeResult = Schema.encodeSync(Schema.fromJsonString(VerifyResult))
const encodeBatch = Schema.encodeSync(Schema.fromJsonString(BatchResponse))

describe("The text of a result", () => {
  it("is what its schema encodes, byte for byte, for any evidence", () => {
    fc.assert(
      fc.property(results, (result) => {
        assert.strictEqual(spokenText(keptText(result), "en"), encodeResult(spoken(result)))
      }),
      { numRuns: 2_000 }
    )
  })

  it("is so for a batch too", () => {
    const batches = fc.record({
      results: fc.array(items, { maxLength: 3 }),
      count: fc.nat(),
      credits_used: fc.nat(),
      mode: fc.constantFrom("fast" as const, "deep" as const),
      truncated: fc.boolean()
    })
    fc.assert(
      fc.property(batches, (batch) => {
        const results = batch.results.map((item) =>
          "result" in item ? { ...item, result: spoken(item.result) } : item
        )
        assert.strictEqual(spokenText(keptText(batch), "en"), encodeBatch({ ...batch, results }))
      }),
      { numRuns: 300 }
    )
  })
})
