import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import { tableListPath, withTableList } from "@rcpt/service/operations/retention/tableList"

describe("The list of tables for operators", () => {
  it("is up to date (node packages/cli/bin/run.mjs docs)", () => {
    const page = readFileSync(tableListPath, "utf8")
    assert.include(page, "<!-- made by tableList -->")
    assert.strictEqual(page, withTableList(page))
  })
})
