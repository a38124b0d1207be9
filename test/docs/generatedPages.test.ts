import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { openApiDocument } from "../../packages/docs/src/generate/openApiDocument.ts"
import { docsFolder, generatedPages } from "../../packages/docs/src/generate/pages.ts"
import { referenceParts } from "../../packages/docs/src/generate/referenceParts.ts"
import { withTables } from "../../packages/docs/src/generate/withTables.ts"

describe("A page that is made from the code", () => {
  for (const { path, text } of generatedPages)
    it(`${path} is up to date (node packages/cli/bin/run.mjs docs)`, () => {
      const file = join(docsFolder, path)
      assert.isTrue(existsSync(file), path)
      assert.strictEqual(readFileSync(file, "utf8"), text())
    })

  it("is not left over from what is gone", () => {
    const made = new Set(generatedPages.map(({ path }) => path))
    for (const folder of ["verdicts", "smtp", "reference"])
      for (const name of readdirSync(join(docsFolder, folder)))
        assert.isTrue(made.has(`${folder}/${name}`), name)
  })
})

describe("The reference", () => {
  it("has each tag of the contract on one page", () => {
    const tags = openApiDocument().tags?.map(({ name }) => name) ?? []
    const shown = referenceParts.flatMap((part) => part.tags)
    assert.deepStrictEqual([...shown].sort(), [...tags].sort())
  })
})

describe("A page with generated tables", () => {
  const tables = { two: () => "| 2 |" }

  it("gets new tables and keeps the text around them", () => {
    const text = "before\n<!-- made by two -->\nold\n<!-- end -->\nafter\n"
    const updated = "before\n<!-- made by two -->\n\n| 2 |\n\n<!-- end -->\nafter\n"
    assert.strictEqual(withTables(text, tables), updated)
    assert.strictEqual(withTables(updated, tables), updated)
  })

  it("cannot name a table that does not exist", () => {
    assert.throws(() => withTables("<!-- made by one -->\n<!-- end -->", tables), /one/)
  })
})
