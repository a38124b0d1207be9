import { print } from "@rcpt/domain/Address"
import { faultSentence } from "@rcpt/domain/saidReasons"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const octets = (count: number) => "a".repeat(count)
/** A domain of `count` octets, in labels of at most 63. */
const domainOf = (count: number) => {
  const labels: Array<string> = []
  for (let left = count - ".org".length; left > 0; left -= 64)
    labels.push(octets(Math.min(left, 63)))
  return `${labels.join(".")}.org`
}

describe("parseAddress", () => {
  const good: ReadonlyArray<readonly [input: string, localPart: string, domain: string]> = [
    ["ann@example.org", "ann", "example.org"],
    ["  ann@example.org\r\n", "ann", "example.org"],
    ["Ann.Lee+tag@Example.ORG", "Ann.Lee+tag", "example.org"],
    ["a@b.co", "a", "b.co"],
    ["!#$%&'*+-/=?^_`{|}~@example.org", "!#$%&'*+-/=?^_`{|}~", "example.org"],
    ['"ann lee"@example.org', '"ann lee"', "example.org"],
    ['"a@b"@example.org', '"a@b"', "example.org"],
    ['"\\"\\\\"@example.org', '"\\"\\\\"', "example.org"],
    ['""@example.org', '""', "example.org"],
    [`${octets(64)}@example.org`, octets(64), "example.org"],
    [`${octets(32)}@${domainOf(221)}`, octets(32), domainOf(221)], // 254 octets
    [`a@${octets(63)}.org`, "a", `${octets(63)}.org`],
    ["a@1.2.3.org", "a", "1.2.3.org"],
    ["jörg@example.org", "jörg", "example.org"],
    ["jo\u0308rg@example.org", "jörg", "example.org"], // decomposed becomes NFC
    ["用户@例子.中国", "用户", "xn--fsqu00a.xn--fiqs8s"],
    ["a@Bücher.Example", "a", "xn--bcher-kva.example"],
    ["a@XN--BCHER-KVA.example", "a", "xn--bcher-kva.example"],
    ["a@faß.de", "a", "xn--fa-hia.de"], // nontransitional: not fass.de
    ["a@نامه\u200cای.com", "a", "xn--mgba3gch31f060k.com"], // a joiner where Persian needs it
    ["😀@example.org", "😀", "example.org"]
  ]
  for (const [input, localPart, domain] of good) {
    it(`parses ${JSON.stringify(input).slice(0, 60)}`, () => {
      const { success } = Result.getOrThrow(
        Result.map(parseAddress(input), (success) => ({ success }))
      )
      assert.deepStrictEqual([success.localPart, success.domain], [localPart, domain])
    })
  }

  it("requires SMTPUTF8 by the local part, not by the domain", () => {
    const needs = (input: string) => Result.getOrThrow(parseAddress(input)).smtputf8
    assert.deepStrictEqual(["jörg@a.org", "ann@bücher.de"].map(needs), [true, false])
  })

  const bad: ReadonlyArray<readonly [input: string, why: RegExp]> = [
    ["", /empty/],
    [" \t ", /empty/],
    ["ann", /no @/],
    ["ann@", /domain is missing/],
    ["@example.org", /empty/],
    ["a b@example.org", /U\+0020/],
    ["ann@example", /no dot/],
    ["ann@localhost", /no dot/],
    ["ann@example.org.", /ends with a dot/],
    ["ann@.example.org", /empty label/],
    ["ann@example..org", /empty label/],
    ["ann@[192.0.2.1]", /IP address/],
    ["ann@[IPv6:2001:db8::1]", /IP address/],
    ["ann@192.0.2.1", /ends with a number/],
    ["ann@example.123", /ends with a number/],
    ["ann@-example.org", /hyphen/],
    ["ann@example-.org", /hyphen/],
    ["ann@ab--cd.org", /third and fourth/],
    ["ann@exa_mple.org", /U\+005F/],
    ["ann@exam%70le.org", /U\+0025/],
    ["ann@@example.org", /U\+0040/],
    ["a@b@example.org", /U\+0040/],
    [".ann@example.org", /dot at its start/],
    ["ann.@example.org", /ends with a dot/],
    ["an..n@example.org", /two dots/],
    ["ann(comment)@example.org", /U\+0028/],
    ["Ann <ann@example.org>", /U\+0020/],
    ["<ann@example.org>", /U\+003C/],
    ["mailto:ann@example.org", /U\+003A/],
    ['"ann@example.org', /does not end/],
    ['"ann\\', /does not end/],
    ['"ann"lee@example.org', /closing quote/],
    ['"an\u0000n"@example.org', /U\+0000/],
    ["an\u0000n@example.org", /U\+0000/],
    ["ann@example.org\r\nRCPT TO:<bob@example.org>", /U\+000D/],
    ["ann\r\n@example.org", /U\+000D/],
    [`${octets(65)}@example.org`, /64 octets/],
    [`${"ö".repeat(33)}@example.org`, /64 octets/], // 66 octets in 33 characters
    [`${octets(33)}@${domainOf(221)}`, /254 octets/],
    [`a@${octets(64)}.org`, /63 octets/],
    [octets(10_240), /254 octets/],
    [`ann@${"a.".repeat(5_000)}org`, /254 octets/],
    ["ann@xn--0.com", /internationalized/], // invalid punycode
    ["ann@xn--a.com", /internationalized/],
    ["ann@ex\u200bample.org", /U\+200B/],
    ["ann@ex\u200cample.org", /internationalized/], // a joiner where no script needs it
    ["an\u202en@example.org", /U\+202E/], // right-to-left override
    ["an\u00a0n@example.org", /U\+00A0/],
    ["an\u00adn@example.org", /U\+00AD/],
    ["an\u037en@example.org", /U\+003B/], // becomes a semicolon in NFC
    ["an\ud800n@example.org", /U\+D800/],
    ["ann@exam\udfffple.org", /U\+DFFF/],
    ["ann＠example.org", /no @/],
    ["ann@example。", /ends with a dot|empty label|internationalized/]
  ]
  for (const [input, why] of bad) {
    it(`refuses ${JSON.stringify(input).slice(0, 60)}`, () => {
      assert.match(faultSentence(Result.getOrThrow(Result.flip(parseAddress(input)))), why)
    })
  }

  it("parses its own printed form to the same address", () => {
    const pieces = fc.constantFrom(
      "a",
      "Z",
      "9",
      ".",
      "-",
      "+",
      '"',
      "\\",
      " ",
      "@",
      "ö",
      "K",
      "é",
      "x.org"
    )
    const addressLike = fc
      .array(pieces, { maxLength: 12 })
      .map((parts) => `${parts.join("")}@example.org`)
    fc.assert(
      fc.property(fc.oneof(addressLike, fc.emailAddress()), (input) => {
        const once = parseAddress(input)
        if (Result.isFailure(once)) return
        assert.deepStrictEqual(parseAddress(print(once.success)), once)
      }),
      { numRuns: 2_000 }
    )
  })

  it("handles any text, and never echoes invisible characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (input) => {
        const parsed = parseAddress(input)
        if (Result.isFailure(parsed)) assert.match(faultSentence(parsed.failure), /^[ -~]+$/)
      }),
      { numRuns: 2_000 }
    )
  })
})
