import { assert, describe, it } from "@effect/vitest"

import { proseOf, refusedWordsIn, sentencesOf, words } from "../support/words.ts"

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
