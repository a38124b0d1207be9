/** Which origins a browser key may have, and which pages then may use it. */
import { isOriginAllowed, originIn, originPatternIn, wildcardBaseOf } from "@rcpt/domain/KeyTerms"

import { assert, describe, it } from "../support/vitest.ts"

/** What is given for a key, and what is kept; `undefined`: it is refused. */
const patterns: ReadonlyArray<readonly [given: string, kept: string | undefined]> = [
  ["https://shop.example", "https://shop.example"],
  ["https://shop.example/", "https://shop.example"],
  ["HTTPS://Shop.EXAMPLE", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://shop.example:8443", "https://shop.example:8443"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://shop.example:80", "http://shop.example"],
  ["https://192.0.2.1", "https://192.0.2.1"],
  ["https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://BÜCHER.example", "https://xn--bcher-kva.example"],
  ["https://*.shop.example", "https://*.shop.example"],
  ["https://*.Bücher.example:8443", "https://*.xn--bcher-kva.example:8443"],
  ["*", undefined],
  ["null", undefined],
  ["", undefined],
  ["shop.example", undefined],
  ["//shop.example", undefined],
  ["https:shop.example", undefined],
  ["https://", undefined],
  ["https://*", undefined],
  ["https://*.example", undefined],
  ["https://*.*.example", undefined],
  ["https://shop.*.example", undefined],
  ["https://*shop.example", undefined],
  ["https://*.192.0.2.1", undefined],
  ["https://shop.example.", undefined],
  ["https://*.shop.example.", undefined],
  ["https://shop.example/form", undefined],
  ["https://shop.example?a", undefined],
  ["https://shop.example#a", undefined],
  ["https://ann@shop.example", undefined],
  ["https://shop.example\\@evil.test", undefined],
  ["https://shop.example\t", undefined],
  [" https://shop.example", undefined],
  ["https://shop.example https://evil.test", undefined],
  ["ftp://shop.example", undefined],
  ["file:///etc", undefined],
  ["javascript://shop.example", undefined],
  ["chrome-extension://abcdef", undefined],
  ["https://shop.example:99999", undefined]
]

const exact = ["https://shop.example"]
const below = ["https://*.shop.example"]
const onPort = ["https://shop.example:8443", "http://localhost:3000"]
const punycode = ["https://xn--bcher-kva.example"]

const pages: ReadonlyArray<readonly [list: ReadonlyArray<string>, sent: string, allowed: boolean]> =
  [
    [exact, "https://shop.example", true],
    [exact, "https://SHOP.example", true],
    [exact, "https://shop.example:443", true],
    [exact, "http://shop.example", false],
    [exact, "https://shop.example:8443", false],
    [exact, "https://www.shop.example", false],
    [exact, "https://shop.example.evil.test", false],
    [exact, "https://evilshop.example", false],
    [exact, "https://shop.example@evil.test", false],
    [exact, "https://shop.example.", false],
    [exact, "https://shop.example/", false],
    [exact, "null", false],
    [exact, "", false],
    [exact, "https://shop.example, https://evil.test", false],
    [below, "https://www.shop.example", true],
    [below, "https://a.b.shop.example", true],
    [below, "https://shop.example", false],
    [below, "https://evilshop.example", false],
    [below, "https://.shop.example", false],
    [below, "https://www.shop.example.evil.test", false],
    [below, "http://www.shop.example", false],
    [below, "https://www.shop.example:8443", false],
    [below, "https://evil.test/.shop.example", false],
    [below, "https://evil.test?.shop.example", false],
    [below, "https://evil.test#.shop.example", false],
    [below, "https://*.shop.example", false],
    [onPort, "https://shop.example:8443", true],
    [onPort, "https://shop.example", false],
    [onPort, "http://localhost:3000", true],
    [onPort, "http://localhost:3001", false],
    [punycode, "https://xn--bcher-kva.example", true],
    [punycode, "https://bücher.example", true],
    [punycode, "https://bucher.example", false],
    [[], "https://shop.example", false]
  ]

describe("The origins of a browser key", () => {
  for (const [given, kept] of patterns)
    it(`${JSON.stringify(given)}: ${kept ?? "refused"}`, () =>
      assert.strictEqual(originPatternIn(given), kept))

  it("are written as they are kept", () => {
    for (const [, kept] of patterns)
      if (kept !== undefined) assert.strictEqual(originPatternIn(kept), kept)
  })

  it("name the domain below which a wildcard allows all", () => {
    assert.strictEqual(wildcardBaseOf("https://*.shop.example:8443"), "shop.example")
    assert.isUndefined(wildcardBaseOf("https://shop.example"))
    assert.isUndefined(originIn("https://*.shop.example"))
  })

  for (const [list, sent, allowed] of pages)
    it(`${list.join(" ")} ${allowed ? "allow" : "refuse"} ${JSON.stringify(sent)}`, () =>
      assert.strictEqual(isOriginAllowed(list, sent), allowed))
})
