import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { SmtpStatus } from "@rcpt/domain/Smtp"

import { openApiDocument } from "../../packages/docs/src/generate/openApiDocument.ts"
import { docsFolder, generatedPages } from "../../packages/docs/src/generate/pages.ts"
import { referenceParts } from "../../packages/docs/src/generate/referenceParts.ts"
import { withPrices, withTables } from "../../packages/docs/src/generate/withTables.ts"
import { pageAt } from "../../packages/docs/src/site/sitePages.ts"
import { assert, describe, it } from "../support/vitest.ts"

const root = join(docsFolder, "../..")

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

describe("The reference of an endpoint", () => {
  const pages = referenceParts.map(({ path }) =>
    readFileSync(join(docsFolder, "reference", `${path}.md`), "utf8")
  )

  it("has one command with its method and its path", () => {
    for (const page of pages)
      for (const part of page.split(/^## /m).slice(1)) {
        const [, method, path] = /^`(\w+) (\S+)`$/m.exec(part)!
        const commands = part.match(/^curl .+$/gm) ?? []
        assert.lengthOf(commands, 1, `${method} ${path}`)
        const [command] = commands
        const asked =
          /-X (\w+)/.exec(command!)?.[1] ??
          (/ (?:-d|-F|--data-binary) /.test(command!) ? "POST" : "GET")
        assert.strictEqual(asked, method, command)
        const shape = path!.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/?]+")
        assert.match(command!, new RegExp(`"http://127\\.0\\.0\\.1:8080${shape}(?:\\?[^"]+)?"$`))
      }
  })

  it("leaves what every endpoint may answer to the head of the page", () => {
    for (const page of pages) {
      assert.notMatch(page, /^\| 429 \|/m)
      assert.match(page, /Any endpoint may also answer .*429/)
      assert.include(page, "/api/v1/openapi")
    }
  })
})

describe("The page of an smtp.status", () => {
  for (const status of SmtpStatus.literals)
    it(`${status} has an example of it`, () => {
      const page = readFileSync(join(root, pageAt(`smtp/${status}`).file), "utf8")
      const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!)
      assert.strictEqual(example.smtp.status, status)
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

  it("gets new prices, with their unit or without", () => {
    const text =
      "9<!-- price of fast --> or 9 credits<!-- price of deep -->, for 9 credits<!-- price of fast -->"
    const updated =
      "1<!-- price of fast --> or 5 credits<!-- price of deep -->, for 1 credit<!-- price of fast -->"
    assert.strictEqual(withPrices(text), updated)
  })

  it("cannot name a table that does not exist", () => {
    assert.throws(() => withTables("<!-- made by one -->\n<!-- end -->", tables), /one/)
  })
})
