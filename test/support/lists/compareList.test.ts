/** What the tests of lists excuse, and what they do not. */
import { assert, describe, it } from "vitest"

import { compareList } from "./compareList.ts"
import { columns, header } from "./labList.ts"
import type { ListRow } from "./labList.ts"

const names = ["verification_status", "verification_score", "sub_status", "credits_used"]
const facts = ["has_spf", "has_dmarc"]

const line: ListRow = { cells: ["1", "Ann", "ann@a.test", "x"], expected: columns("valid", 95, 1) }

const judged = (values: ReadonlyArray<string>) => {
  const text = [
    [...header, ...names, ...facts],
    [...line.cells, ...values]
  ]
    .map((cells) => `${cells.join(",")}\n`)
    .join("")
  return compareList(text, [line])[0]!.is
}

describe("A row of a list", () => {
  it.each([
    ["as expected", ["valid", "95", "", "1", "true", "false"]],
    ["inconclusive", ["unknown", "50", "dns_error", "0", "", ""]],
    // The DMARC record was not learnt, so it takes no points.
    ["inconclusive", ["valid", "100", "", "1", "true", ""]],
    ["different", ["valid", "100", "", "1", "true", "true"]],
    ["different", ["risky", "95", "", "1", "true", ""]],
    ["different", ["valid", "100", "", "5", "true", ""]]
  ] as const)("is %s with %j", (is, values) => assert.strictEqual(judged(values), is))
})
