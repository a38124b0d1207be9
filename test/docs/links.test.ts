import { existsSync, readFileSync, readdirSync, statSync } from "node:fs"
import { join, posix } from "node:path"

import { hrefOf } from "../../packages/docs/src/site/links.ts"
import { renderPage } from "../../packages/docs/src/site/renderPage.ts"
import { siteFiles } from "../../packages/docs/src/site/Site.ts"
import { sitePages } from "../../packages/docs/src/site/sitePages.ts"
import { assert, describe, it } from "../support/vitest.ts"

const root = join(import.meta.dirname, "../..")

const left = new Set(["node_modules", ".git", ".rcpt", "dist"])

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = posix.join(folder, name)
    if (left.has(name)) return []
    if (statSync(join(root, path)).isDirectory()) return filesIn(path)
    return path.endsWith(".md") ? path : []
  })

const pages = filesIn(".")

/** Examples contain what looks like links. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "").replaceAll(/`[^`\n]*`/g, "`")

const linksOf = (text: string): ReadonlyArray<string> =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)

const idsOf = (file: string): ReadonlySet<string> => {
  const page = sitePages.find((candidate) => candidate.file === file)
  const shown = renderPage(
    readFileSync(join(root, file), "utf8"),
    page ?? { path: "", name: "", file, also: [] },
    sitePages
  )
  return new Set(shown.sections.map(({ id }) => id))
}

describe("A Markdown file of the repository", () => {
  for (const file of pages)
    it(`${file} links to what is there`, () => {
      for (const link of linksOf(readFileSync(join(root, file), "utf8"))) {
        if (/^(?:https?:|mailto:)/.test(link)) continue
        const [path = "", fragment] = link.split("#", 2)
        const target = path === "" ? file : posix.join(posix.dirname(file), path)
        assert.isTrue(existsSync(join(root, target)), link)
        if (fragment !== undefined && target.endsWith(".md"))
          assert.isTrue(idsOf(target).has(fragment), `${link}: no such heading`)
      }
    })
})

describe("The site", () => {
  const readme = "packages/docs/README.md"
  const docs = pages.filter((file) => file.startsWith("packages/docs/") && file !== readme)

  it("has every page of the docs in its menu, once", () => {
    const shown = sitePages.map(({ file }) => file)
    assert.strictEqual(new Set(shown).size, shown.length)
    for (const file of docs) assert.include(shown, file)
    for (const file of shown) assert.include(pages, file)
  })

  it("links from each page to files that it serves, and to nothing of anybody else's at load", async () => {
    for (const [path, make] of siteFiles) {
      if (!path.startsWith("/docs") || /\.(?:md|json|css|js|svg)$/.test(path)) continue
      const { text } = await make()
      for (const [, href] of text.matchAll(/(?:href|src)="(\/(?:docs|llms)[^"#]*)/g))
        assert.isTrue(siteFiles.has(href!), `${path} → ${href}`)
      assert.notMatch(text, /<(?:script|link|img)[^>]*(?:src|href)="https?:/)
      assert.notMatch(text, /<script(?![^>]* src=)|<style|<[a-z][^>]*\s(?:on\w+|style)=/)
    }
  })

  it("has a page at the addresses of what it has taken in", async () => {
    const former = {
      "first-call": "quick-start",
      "verdicts/catch_all": "catch-all",
      "verdicts/role_based_catch_all": "catch-all",
      "smtp/catch_all": "catch-all"
    }
    for (const [before, now] of Object.entries(former))
      for (const end of ["", ".md"])
        assert.deepStrictEqual(
          await siteFiles.get(hrefOf(before) + end)!(),
          await siteFiles.get(hrefOf(now) + end)!(),
          before
        )
  })

  it("has no table with a head that says nothing", async () => {
    for (const { path } of sitePages)
      assert.notInclude((await siteFiles.get(hrefOf(path))!()).text, "<th></th>", path)
  })

  /** The largest is that of all objects, which grows with the contract. */
  it("keeps each page below 220 kB, uncompressed", async () => {
    for (const [path, make] of siteFiles)
      if (path !== "/docs/search.json")
        assert.isBelow(Buffer.byteLength((await make()).text), 220_000, path)
  })
})
