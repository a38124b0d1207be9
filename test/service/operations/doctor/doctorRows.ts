/** How tests of the doctor's decisions are written: a table, of which each row is a sentence. */
import type { Finding } from "@rcpt/service/operations/doctor/Finding"

import { assert, it } from "../../../support/vitest.ts"

/** What was learnt, as its findings, and `id severity` of each. */
export type Row = readonly [says: string, findings: ReadonlyArray<Finding>, expected: string]

const outcome = (findings: ReadonlyArray<Finding>): string =>
  findings.map(({ id, severity }) => `${id} ${severity}`).join(", ")

export const holds = (rows: ReadonlyArray<Row>) => {
  for (const [says, findings, expected] of rows)
    it(`${says}: ${expected}`, () => {
      assert.strictEqual(outcome(findings), expected)
      for (const { severity, says, advice } of findings) {
        assert.match(says, /^[^\s].*[^\s]$/)
        // Whoever is warned is told what to do.
        if (severity === "warning" || severity === "problem") assert.isNotEmpty(advice)
        if (severity === "ok") assert.isUndefined(advice)
      }
    })
}
