import { readFileSync } from "node:fs"

import { tableListPath, withTableList } from "@rcpt/service/operations/retention/tableList"

import { assert, describe, it } from "../support/vitest.ts"

describe("The list of tables for operators", () => {
  it("is up to date (node packages/cli/bin/run.mjs docs)", () => {
    const page = readFileSync(tableListPath, "utf8")
    assert.include(page, "<!-- made by tableList -->")
    assert.strictEqual(page, withTableList(page))
  })
})
