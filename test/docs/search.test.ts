import { join } from "node:path"

import { errorCodes } from "@rcpt/api/errors/errorCodes"
import { commandTable } from "@rcpt/cli/commandTable"
import { SmtpStatus } from "@rcpt/domain/Smtp"
import { SubStatus } from "@rcpt/domain/Verdict"
import { settings } from "@rcpt/service/platform/config/settings"
import { metricTable } from "@rcpt/service/platform/metrics/metricTable"

import { openApiDocument } from "../../packages/docs/src/generate/openApiDocument.ts"
import type { SearchEntry } from "../../packages/docs/src/site/searchIndex.ts"
import { siteFiles } from "../../packages/docs/src/site/Site.ts"
import { assert, describe, it } from "../support/vitest.ts"

/** What the browser loads when a reader begins to search. */
interface Search {
  readonly prepared: (entries: ReadonlyArray<SearchEntry>) => ReadonlyArray<SearchEntry>
  readonly ranked: (
    entries: ReadonlyArray<SearchEntry>,
    typed: string
  ) => ReadonlyArray<SearchEntry>
}

const script = join(import.meta.dirname, "../../packages/docs/assets/search.js")
const { prepared, ranked }: Search = await import(script)

const index = await siteFiles.get("/docs/search.json")!()
const entries = prepared(JSON.parse(index.text))

const placesOf = (typed: string) => ranked(entries, typed).map(({ href }) => href)
const firstPlaceOf = (typed: string) => placesOf(typed)[0]

const idOf = (name: string) => name.toLowerCase()

const hasOtherMeaning = (value: SmtpStatus): boolean =>
  SubStatus.literals.some((other) => other === value) ||
  errorCodes.some(({ code }) => code === value)

const explained: Readonly<Record<string, ReadonlyArray<readonly [name: string, place: string]>>> = {
  "a value of sub_status": SubStatus.literals.map((value) => [value, `/docs/verdicts/${value}`]),
  "a value of smtp.status that means nothing else": SmtpStatus.literals
    .filter((value) => !hasOtherMeaning(value))
    .map((value) => [value, `/docs/smtp/${value}`]),
  "an error code": errorCodes.map(({ code }) => [code, `/docs/errors#${code}`]),
  "a setting": Object.values(settings).map(({ name }) => [name, `/docs/settings#${idOf(name)}`]),
  "a metric": Object.values(metricTable).map(({ row }) => [
    row.name,
    `/docs/metrics#${idOf(row.name)}`
  ])
}

describe("The search of the docs has in the first place the explanation of", () => {
  for (const [what, names] of Object.entries(explained))
    it(`${what} (${names.length})`, () => {
      for (const [name, place] of names) assert.strictEqual(firstPlaceOf(name), place, name)
    })

  it("an endpoint, with or without its method and the common prefix", () => {
    for (const [path, methods] of Object.entries(openApiDocument().paths))
      for (const method of Object.keys(methods)) {
        const full = `${method.toUpperCase()} ${path}`
        const place = firstPlaceOf(full)
        assert.match(place ?? "", /^\/docs\/reference\/[a-z]+#/, full)
        assert.strictEqual(firstPlaceOf(full.replace("/api/v1/", "/")), place, full)
        // Methods of one path stand beside each other.
        assert.include(placesOf(path), place, path)
      }
  })

  it("a command, with its group", () => {
    for (const name of Object.keys(commandTable))
      assert.match(firstPlaceOf(`rcpt ${name}`) ?? "", /^\/docs\/cli#./, name)
    assert.strictEqual(firstPlaceOf("rcpt jobs show"), firstPlaceOf("rcpt jobs list"))
  })
})

describe("The search of the docs", () => {
  it("shows each meaning of a name that has two", () => {
    for (const value of SmtpStatus.literals.filter(hasOtherMeaning))
      assert.include(placesOf(value).slice(0, 2), `/docs/smtp/${value}`)
  })

  const tables: ReadonlyArray<readonly [typed: string, place: string, why: string]> = [
    ["catch_a", "/docs/verdicts/catch_all", "the beginning of a name"],
    ["`catch_all`", "/docs/verdicts/catch_all", "a name as it was copied"],
    ["catch all", "/docs/verdicts/catch_all", "a name as it is spoken"],
    ["catch-all", "/docs/catch-all", "the title of a page, exactly"],
    ["RCPT_PORT=8080", "/docs/settings#rcpt_port", "a line of an environment"],
    ["what does catch_all cost?", "/docs/verdicts/catch_all", "a name in a question"],
    ["webhooks", "/docs/webhooks", "a title before the names that have the word"],
    ["how do I restore a backup", "/docs/operations#restore", "a question without fillers"],
    ["backup", "/docs/operations#back-up", "one word for a title of two"],
    ["score", "/docs/verdict-and-score", "a word of a title before the inside of a name"]
  ]
  for (const [typed, place, why] of tables)
    it(`understands ${why}: ${typed}`, () => {
      assert.strictEqual(firstPlaceOf(typed), place)
    })

  it("finds nothing for what no page has, and nothing for blanks", () => {
    assert.deepStrictEqual(placesOf("qqqq"), [])
    assert.deepStrictEqual(placesOf("  "), [])
  })

  it("leads to headings and rows that are on the page", async () => {
    const byPath = Map.groupBy(entries, ({ href }) => href.split("#", 1)[0]!)
    for (const [path, found] of byPath) {
      const { text } = await siteFiles.get(path)!()
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      for (const { href } of found) {
        const id = href.split("#", 2)[1]
        if (id !== undefined) assert.isTrue(ids.has(id), href)
      }
    }
  })
})
