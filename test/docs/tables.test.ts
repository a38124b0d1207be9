import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { pages, withTables } from "../../packages/docs/src/tables.ts"

const read = (path: string) =>
  readFileSync(join(import.meta.dirname, "../../packages/docs", path), "utf8")

describe("A page with generated tables", () => {
  for (const page of pages)
    it(`${page.path} is up to date (node packages/cli/bin/run.mjs docs)`, () => {
      const text = read(page.path)
      for (const name of Object.keys(page.tables)) assert.include(text, `<!-- made by ${name} -->`)
      assert.strictEqual(text, withTables(text, page))
    })

  const page = { path: "a.md", tables: { two: () => "| 2 |" } }

  it("gets new tables and keeps the text around them", () => {
    const text = "before\n<!-- made by two -->\nold\n<!-- end -->\nafter\n"
    const updated = "before\n<!-- made by two -->\n\n| 2 |\n\n<!-- end -->\nafter\n"
    assert.strictEqual(withTables(text, page), updated)
    assert.strictEqual(withTables(updated, page), updated)
  })

  it("cannot name a table that does not exist", () => {
    assert.throws(() => withTables("<!-- made by one -->\n<!-- end -->", page), /one/)
  })
})
