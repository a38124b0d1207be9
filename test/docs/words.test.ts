import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { sitePages } from "../../packages/docs/src/site/sitePages.ts"
import { assert, describe, it } from "../support/vitest.ts"
import {
  longSentencesIn,
  proseOf,
  refusedWordsIn,
  sentencesOf,
  sentenceWordsMax,
  words
} from "../support/words.ts"

const root = join(import.meta.dirname, "../..")

/** The history names things as they were called. */
const history = "CHANGELOG.md"

const guarantees = "GUARANTEES.md"

const rooms = globSync("packages/**/README.md", { cwd: root, exclude: ["**/node_modules"] })

const shown = ["README.md", guarantees, ...sitePages.map(({ file }) => file)]

const pages = [...new Set([...shown, ...rooms])].filter((file) => file !== history)

describe("The glossary", () => {
  for (const { bad, good } of words)
    it(`refuses "${bad}" and takes "${good}"`, () => {
      assert.isNotEmpty(refusedWordsIn(bad))
      assert.isEmpty(refusedWordsIn(good))
    })

  it("leaves code, comments and links alone", () => {
    const page = "# A\n\n```sh\nlog in\n```\n\n<!-- e-mail -->\n[This](e-mail.md) is `on hold`."
    assert.isEmpty(refusedWordsIn(proseOf(page)))
    assert.isNotEmpty(refusedWordsIn("credits on\nhold"))
  })

  it("counts sentences over lines, and each item and cell apart", () => {
    const page = "One goes\non here. Two.\n\n- three\n- four\n\n| five | six \\| more |\n"
    assert.deepStrictEqual(sentencesOf(page), [
      "One goes on here.",
      "Two.",
      "three",
      "four",
      "five",
      "six \\| more"
    ])
  })
})

describe("A page for people", () => {
  for (const file of pages) {
    const prose = proseOf(readFileSync(join(root, file), "utf8"))
    it(`${file} speaks the glossary's words`, () => {
      assert.deepStrictEqual(refusedWordsIn(prose), [])
    })
    it(`${file} has no sentence of more than ${sentenceWordsMax} words`, () => {
      assert.deepStrictEqual(longSentencesIn(prose), [])
    })
  }
})

/** A visitor reads it on one screen and a half of scrolling, or leaves. */
const readmeLinesMax = 120

describe("The README", () => {
  it(`has at most ${readmeLinesMax} lines, with the commands to start and to test`, () => {
    const page = readFileSync(join(root, "README.md"), "utf8")
    assert.isAtMost(page.trimEnd().split("\n").length, readmeLinesMax)
    assert.include(page, "npm start")
    assert.include(page, "npm test")
    assert.include(page, guarantees)
  })
})
