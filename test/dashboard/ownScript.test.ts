/** Domains in sentences: in their own script, unless they may be taken for others. */
import { domainToASCII } from "node:url"

import { assert, describe, it } from "vitest"

import { inOwnScript } from "../../packages/dashboard/src/words/ownScript.ts"

const sentence = (domain: string): string => `The domain ${domain} does not exist.`

describe("An international domain in a sentence", () => {
  for (const domain of [
    "müller.test",
    "mail.bücher.example",
    "straße.test",
    "пример.test",
    "почта.рф",
    "παράδειγμα.gr",
    "例え.jp",
    "例子.测试",
    "한국.kr",
    "ตัวอย่าง.test",
    "उदाहरण.test",
    "łódź.pl"
  ])
    it(`is shown as ${domain}`, () =>
      assert.strictEqual(inOwnScript(sentence(domainToASCII(domain))), sentence(domain)))

  it("is set apart where it is written from right to left", () =>
    assert.strictEqual(
      inOwnScript(sentence(domainToASCII("مثال.test"))),
      sentence("\u2068مثال.test\u2069")
    ))

  for (const [what, domain] of [
    ["Cyrillic letters among Latin ones", "аcme.com"],
    ["Cyrillic letters that look Latin alone", "аррӏе.com"],
    ["Greek letters that look Latin alone", "χοι.com"],
    ["a phonetic letter", "ɡoogle.com"],
    ["a dotless i", "paypaı.com"],
    ["Greek and Cyrillic", "αд.com"],
    ["Latin and Han", "a例.com"]
  ] as const)
    it(`stays in A-labels with ${what}`, () => {
      const encoded = domainToASCII(domain)
      assert.include(encoded, "xn--")
      assert.strictEqual(inOwnScript(sentence(encoded)), sentence(encoded))
    })

  for (const text of [
    "xn--",
    "xn--a",
    "xn--99999999999999",
    "a.xn--zzzzzzzz.test",
    "The domain acme.test does not exist."
  ])
    it(`leaves what is none: ${text}`, () => assert.strictEqual(inOwnScript(text), text))
})
