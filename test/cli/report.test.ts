import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { report } from "@rcpt/cli/report"
import * as fc from "fast-check"

import { assert, describe, it } from "../support/vitest.ts"

const columnsMax = 80

const result: VerifyResult = {
  email: "ann@acme.test",
  status: "valid",
  score: 100,
  checks: { syntax: true },
  domain: "acme.test",
  mode: "fast",
  response_time_ms: 7,
  checked_at: "2026-01-01T00:00:00.000Z",
  reasons: []
}

const words = fc.array(fc.stringMatching(/^[a-z.]{1,20}$/), { minLength: 1, maxLength: 60 })

describe("The report of a verification", () => {
  it("stays within 80 columns and keeps every word of a reason", () => {
    fc.assert(
      fc.property(words, (reason) => {
        const text = report({ ...result, reasons: [reason.join(" ")] }, false)
        const why = /\nWhy\n([^]+?)\n\nChecks\n/.exec(text)?.[1] ?? ""
        assert.deepStrictEqual(why.replace("- ", "").split(/\s+/).filter(Boolean), reason)
        for (const line of text.split("\n")) assert.isAtMost(line.length, columnsMax)
      })
    )
  })

  it("keeps a word that is longer than the line in one piece", () => {
    const host = "a".repeat(columnsMax + 1)
    assert.include(report({ ...result, reasons: [`The host ${host} is long.`] }, false), host)
  })

  it("leaves out an empty section", () => {
    const text = report(result, false)
    assert.notInclude(text, "Why")
    assert.notInclude(text, "Mail servers")
    assert.include(report({ ...result, mx_records: ["mx.acme.test"] }, false), "\n  mx.acme.test\n")
  })

  it("adds the normalized address if it differs", () => {
    const text = report({ ...result, email: "A.nn@x.org", normalized_email: "ann@x.org" }, false)
    assert.include(text, "\nA.nn@x.org (ann@x.org)\n")
    const same = report({ ...result, normalized_email: result.email }, false)
    assert.include(same, "\nann@acme.test\n")
  })

  it("prints no control character, whatever field it comes from", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = report(
          { ...result, email: text, normalized_email: text, reasons: [text], mx_records: [text] },
          false
        )
        assert.notMatch(shown.replaceAll("\n", ""), /[\p{Cc}\p{Bidi_Control}]/u)
      })
    )
  })
})
