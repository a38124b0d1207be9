/**
 * Tests the architecture and the style of this repository. Rules are data in
 * test/support/tidy/*Rules.ts. Each has a tree that breaks it, so that a rule that no longer finds
 * anything fails its own test.
 */
import { join } from "node:path"

import { factRules } from "./support/tidy/factRules.ts"
import { importRules, importsOf } from "./support/tidy/importRules.ts"
import { mask } from "./support/tidy/mask.ts"
import { readTree } from "./support/tidy/readTree.ts"
import { roomRules, rooms } from "./support/tidy/roomRules.ts"
import { print, treeOf } from "./support/tidy/Rule.ts"
import { shapeRules } from "./support/tidy/shapeRules.ts"
import { smallFileRules } from "./support/tidy/smallFileRules.ts"
import { wordRules } from "./support/tidy/wordRules.ts"
import { assert, describe, it } from "./support/vitest.ts"
import tiers from "./tiers.json" with { type: "json" }

const rules = [
  ...importRules,
  ...roomRules,
  ...shapeRules,
  ...smallFileRules,
  ...factRules,
  ...wordRules
]

const repository = readTree(join(import.meta.dirname, ".."))

describe("In this repository", () => {
  it("there are files to check", () => {
    const paths = new Set(repository.map(({ path }) => path))
    for (const path of ["package.json", "packages/domain/src/Fact.ts", "test/tidy.test.ts"])
      assert.isTrue(paths.has(path), path)
    assert.isFalse([...paths].some((path) => path.includes("node_modules/")))
  })

  for (const { says, check } of rules) {
    it(says, () => {
      const breaches = check(repository).map(print)
      if (breaches.length > 0) assert.fail(`\n${breaches.join("\n")}`)
    })
  }
})

describe("The rule", () => {
  for (const { says, check, bad, good } of rules) {
    it(`"${says}" reports a tree that breaks it, with path and line`, () => {
      const breaches = check(treeOf(bad))
      assert.strictEqual(breaches.length, 1, breaches.map(print).join("\n"))
      for (const { path, line, what, instead } of breaches) {
        const text = bad[path]
        assert.isDefined(text)
        assert.isTrue(line >= 1 && line <= text.split("\n").length)
        assert.isTrue(what !== "" && instead !== "")
      }
    })

    if (good)
      it(`"${says}" accepts a similar tree that keeps it`, () =>
        assert.deepStrictEqual(check(treeOf(good)).map(print), []))
  }
})

describe("The table of rooms", () => {
  for (const [packageName, table] of Object.entries(rooms)) {
    it(`of ${packageName} is built from the bottom up`, () => {
      const below = new Set<string>()
      for (const [room, granted] of Object.entries(table)) {
        for (const other of granted) assert.isTrue(below.has(other), `${other} is above ${room}`)
        below.add(room)
      }
    })
  }
})

describe("The table of tiers", () => {
  it("names folders and files of tests that exist", () => {
    const paths = new Set(repository.map(({ path }) => path))
    const exists = (path: string) =>
      paths.has(`${path}.test.ts`) || [...paths].some((file) => file.startsWith(`${path}/`))
    const named = tiers.later.flatMap(({ paths, except = [] }) => [...paths, ...except])
    assert.deepStrictEqual(
      named.filter((path) => !exists(path)),
      []
    )
  })
})

describe("Masked text", () => {
  const masks: ReadonlyArray<[string, string]> = [
    ["a // b", "a     "],
    ["a /* b\nc */ d", "a     \n     d"],
    ['f("a // b")', 'f("      ")'],
    [String.raw`"a\"b" c`, '"    " c'],
    ["`a ${b + `c ${d}`} e` f", "`    b + `    d `   ` f"],
    ["`${ {a: 1} }` b", "`   {a: 1}  ` b"],
    [String.raw`x = /["'\/]/ / y`, "x = /      / / y"],
    ["a / b / c", "a / b / c"]
  ]
  for (const [text, masked] of masks) {
    it(`of ${JSON.stringify(text)}`, () => assert.strictEqual(mask(text), masked))
  }
})

describe("An import", () => {
  const imports: ReadonlyArray<[string, ReadonlyArray<string>]> = [
    ['import "a"', ["1 value a"]],
    ['import a from "a"', ["1 value a"]],
    ['import * as a from "a"', ["1 value a"]],
    ['import a, { b } from "a"', ["1 value a"]],
    ['import {\n  a,\n  type b\n} from "a"', ["1 value a"]],
    ['import type { a } from "a"', ["1 type a"]],
    ['export * from "a"\nexport { b } from "b"', ["1 value a", "2 value b"]],
    ['export const a = 1\nimport b from "b"', ["2 value b"]],
    ['const a = await import("a")', ["1 dynamic a"]],
    ['const a = require("a")', ["1 dynamic a"]],
    ['// import a from "a"\nconst b = `\nimport c from "c"`', []],
    ['export const from = "a"', []]
  ]
  for (const [text, expected] of imports) {
    it(`in ${JSON.stringify(text)}`, () => {
      const found = importsOf({ path: "x.ts", text })
      assert.deepStrictEqual(
        found.map(({ line, kind, from }) => `${line} ${kind} ${from}`),
        expected
      )
    })
  }
})
