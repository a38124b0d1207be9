import { normalize } from "@rcpt/verifier/address/normalize"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { providerRules } from "@rcpt/verifier/address/providers"
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const normalized = (input: string) => normalize(Result.getOrThrow(parseAddress(input)))

describe("normalize", () => {
  const rows: ReadonlyArray<readonly [input: string, normalized: string]> = [
    ["Ann.Lee+News@GoogleMail.com", "annlee@gmail.com"],
    ["+tag@gmail.com", "+tag@gmail.com"], // nothing is left without the tag
    ["Ann.Lee+x@outlook.com", "ann.lee@outlook.com"], // dots count at Microsoft
    ["ann.+x@hotmail.co.uk", "ann.+x@hotmail.co.uk"], // "ann." is no local part
    ["ann+x@me.com", "ann@me.com"], // at icloud.com it may be another person
    ["ann-shop@yahoo.fr", "ann@yahoo.fr"],
    ["ann+x@yahoo.com", "ann+x@yahoo.com"],
    ["a.n_n-1+x@proton.me", "ann1@proton.me"],
    ["x+y@ann.fastmail.com", "ann@fastmail.com"],
    ["ann+x@fastmail.fm", "ann@fastmail.fm"],
    ["ann.lee+x@ya.ru", "ann-lee@yandex.ru"],
    ["Ann+x@Example.org", "ann+x@example.org"], // an unknown host may treat a plus differently
    ["ann@Bücher.de", "ann@xn--bcher-kva.de"],
    ["JÖRG@example.org", "jörg@example.org"],
    ['"Ann"@example.org', "ann@example.org"], // the quotes are not needed
    ['"a.n.n+x"@gmail.com', "ann@gmail.com"],
    ['"Ann Lee"@example.org', '"ann lee"@example.org'],
    ['" ann"@example.org', '" ann"@example.org'],
    ['"\\"a\\""@example.org', '"\\"a\\""@example.org']
  ]
  for (const [input, expected] of rows) {
    it(`${input} → ${expected}`, () => assert.strictEqual(normalized(input), expected))
  }

  const domains = [...providerRules.flatMap((rule) => rule.domains.slice(0, 2)), "ann.fastmail.com"]
  const pieces = fc.constantFrom(
    "a",
    "B",
    "ı",
    "İ",
    "Σ",
    "K",
    "\u0345",
    "1",
    ".",
    "-",
    "_",
    "+",
    '"',
    "\\",
    " "
  )
  const addresses = fc
    .tuple(
      fc.array(pieces, { minLength: 1, maxLength: 9 }),
      fc.constantFrom("example.org", ...domains)
    )
    .map(([local, domain]) => parseAddress(`${local.join("")}@${domain}`))
    .filter(Result.isSuccess)
    .map(({ success }) => success)

  it("is idempotent", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const once = normalize(address)
        assert.strictEqual(normalized(once), once)
      }),
      { numRuns: 2_000 }
    )
  })

  it("has a source for each rule, and each domain in one rule only", () => {
    const all = providerRules.flatMap(({ domains }) => domains)
    assert.strictEqual(new Set(all).size, all.length)
    for (const { source } of providerRules) assert.isAbove(source.length, 10)
  })
})
