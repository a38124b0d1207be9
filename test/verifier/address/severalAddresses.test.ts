import { faultSentence } from "@rcpt/domain/saidReasons"
import { checkSyntax } from "@rcpt/verifier/steps"

import { assert, describe, it } from "../../support/vitest.ts"

const whyOf = (text: string): string => {
  const { syntax } = checkSyntax(text)
  return syntax._tag === "malformed" ? faultSentence(syntax.why) : "nothing"
}

describe("A text with several addresses", () => {
  const several: ReadonlyArray<readonly [text: string, count: number]> = [
    ["a@x.org; b@y.org", 2],
    ["a@x.org,b@y.org", 2],
    ["a@x.org b@y.org\nc@z.org", 3],
    ["a@x.org / b@y.org", 2],
    ["a@x.org/b@y.org", 2],
    ["a@x.org and b@y.org", 2],
    ["mailto:a@x.org|mailto:b@y.org", 2],
    ['Ann <a@x.org>, "Ray, Bob" <b@y.org>', 2],
    [Array.from({ length: 20 }, (_, n) => `person${n}@example.com`).join("; "), 20]
  ]
  for (const [text, count] of several)
    it(`is told that it is ${count}: ${JSON.stringify(text.slice(0, 40))}`, () =>
      assert.strictEqual(
        whyOf(text),
        `it is ${count} addresses, and each is verified by itself: in a list, give each its own row`
      ))

  for (const text of [
    "a@x.org",
    "a@x.org;",
    "a@x.org; b",
    "Ann, a@x.org",
    "a@@x.org",
    "a@x.org; b@y",
    "<a@x.org>"
  ])
    it(`is not what ${JSON.stringify(text)} is`, () => assert.notInclude(whyOf(text), "addresses"))
})
