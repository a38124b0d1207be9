/** The words of the dashboard, of the command line and of mail follow the glossary of the docs. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "vitest"

import { spokenIn } from "../support/spokenText.ts"
import { longSentencesIn, refusedWordsIn } from "../support/words.ts"

const root = join(import.meta.dirname, "../..")

/** The English alone: the glossary has no German. */
const files = [
  "packages/dashboard/src/words/*.tsx",
  "packages/cli/src/*.ts",
  "packages/service/src/mail/texts/en.ts"
].flatMap((pattern) => globSync(pattern, { cwd: root }))

const textsOf = (file: string) => spokenIn(readFileSync(join(root, file), "utf8"))

describe("The dashboard, the command line and mail", () => {
  it("are read as a whole", () => {
    assert.isAbove(files.flatMap(textsOf).length, 1_000)
    assert.deepStrictEqual(
      spokenIn(
        '/** No text. */\nconst a = ["One " +\n  "text", `and ${b} more`, "word", <>in a tag</>]'
      ),
      ["One text", "and x more", "in a tag"]
    )
  })

  it("speak the glossary's words", () => {
    const found = files.flatMap((file) =>
      textsOf(file).flatMap((text) => refusedWordsIn(text).map((word) => `${file}: ${word}`))
    )
    assert.deepStrictEqual(found, [])
  })

  it("are in the German catalogue with each room", () => {
    const rooms = globSync("*.tsx", { cwd: join(root, "packages/dashboard/src/words") })
    const german = readFileSync(join(root, "packages/dashboard/src/words/de/catalogue.ts"), "utf8")
    const missing = rooms.filter((room) => !german.includes(`"./${room}"`))
    assert.deepStrictEqual(missing, [])
  })

  it("have no long sentence", () => {
    const found = files.flatMap((file) =>
      textsOf(file).flatMap((text) => longSentencesIn(text).map((long) => `${file}: ${long}`))
    )
    assert.deepStrictEqual(found, [])
  })
})
