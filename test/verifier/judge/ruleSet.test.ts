import { ruleMatches } from "@rcpt/domain/Rules"
import type { FoundRule, Rule, RuleAction } from "@rcpt/domain/Rules"
import { ruleSetOf } from "@rcpt/verifier/judge/RuleSet"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

import { sound } from "./evidence.ts"

const rule = (
  action: RuleAction,
  match: Rule["match"],
  value: string,
  subdomains = false
): FoundRule => ({ id: `${action} ${match} ${value}`, action, match, value, subdomains })

const block = (match: Rule["match"], value: string, subdomains?: boolean) =>
  rule("block", match, value, subdomains)
const allow = (match: Rule["match"], value: string, subdomains?: boolean) =>
  rule("allow", match, value, subdomains)

const routedTo = (...names: ReadonlyArray<string>) => ({
  ...sound,
  route: {
    _tag: "hosts",
    hosts: names.map((host) => ({ host, preference: 10 })),
    implicit: false
  } as const
})

/** The rule about `email`, whose mail goes to these hosts. */
const found = (
  rules: ReadonlyArray<FoundRule>,
  email: string,
  ...hosts: ReadonlyArray<string>
): FoundRule | undefined => {
  const [localPart = "", domain = ""] = email.split("@")
  const address = { localPart, domain, smtputf8: false }
  return ruleSetOf(rules).find(address, email, hosts.length === 0 ? undefined : routedTo(...hosts))
}

describe("The rules of an account", () => {
  const rows: ReadonlyArray<
    readonly [what: string, rules: ReadonlyArray<FoundRule>, email: string, found: number | null]
  > = [
    ["an address", [block("address", "ann@x.test")], "ann@x.test", 0],
    ["no other address", [block("address", "ann@x.test")], "bob@x.test", null],
    ["a domain", [block("domain", "x.test")], "ann@x.test", 0],
    ["no name below a domain", [block("domain", "x.test")], "ann@a.x.test", null],
    ["names below with subdomains", [block("domain", "x.test", true)], "ann@a.b.x.test", 0],
    ["no name that only ends so", [block("domain", "x.test", true)], "ann@ax.test", null],
    ["a top-level domain", [block("tld", "test")], "ann@a.x.test", 0],
    ["no second-level domain", [block("tld", "x")], "ann@x.test", null],
    [
      "the address first",
      [block("domain", "x.test"), allow("address", "ann@x.test")],
      "ann@x.test",
      1
    ],
    [
      "a block of the address",
      [allow("domain", "x.test"), block("address", "ann@x.test")],
      "ann@x.test",
      1
    ],
    [
      "the domain before its ending",
      [block("tld", "test"), allow("domain", "x.test")],
      "ann@x.test",
      1
    ],
    [
      "the longer of two domains",
      [block("domain", "x.test", true), allow("domain", "news.x.test", true)],
      "ann@a.news.x.test",
      1
    ],
    [
      "the longer of two domains, if it is about the name",
      [block("domain", "x.test", true), allow("domain", "news.x.test")],
      "ann@a.news.x.test",
      0
    ]
  ]
  for (const [what, rules, email, at] of rows)
    it(`find ${what}`, () =>
      assert.deepStrictEqual(found(rules, email), at === null ? undefined : rules[at]))

  it("find a mail server, once it is known", () => {
    const rules = [block("mail_host", "mx.host.test")]
    assert.deepStrictEqual(found(rules, "ann@x.test", "mx.host.test"), rules[0])
    assert.isUndefined(found(rules, "ann@x.test", "a.mx.host.test"))
    assert.isUndefined(found(rules, "ann@x.test"))
    const below = [block("mail_host", "host.test", true), block("tld", "test")]
    assert.deepStrictEqual(found(below, "ann@x.test", "a.mx.host.test"), below[0])
    assert.deepStrictEqual(found(below, "ann@x.test"), below[1])
  })

  it("let a block of one mail server beat an allow of another", () => {
    const rules = [allow("mail_host", "a.very.long.name.test"), block("mail_host", "b.test")]
    assert.deepStrictEqual(found(rules, "ann@x.test", "a.very.long.name.test", "b.test"), rules[1])
  })

  it("are the same in any order, and block wherever a block is at least as specific", () => {
    const values = {
      address: "ann@a.x.test",
      domain: "a.x.test",
      mail_host: "mx.host.test",
      tld: "test"
    }
    const any = fc
      .subarray([...ruleMatches])
      .chain((matches) =>
        fc.tuple(
          ...matches.map((match) =>
            fc.constantFrom(block(match, values[match]), allow(match, values[match]))
          )
        )
      )
    fc.assert(
      fc.property(any, (rules) => {
        const find = (all: ReadonlyArray<FoundRule>) => found(all, "ann@a.x.test", "mx.host.test")
        const decides = find(rules)
        assert.deepStrictEqual(find(rules.toReversed()), decides)
        const rank = ({ match }: Rule) => ruleMatches.indexOf(match)
        const blocks = rules.filter(({ action }) => action === "block")
        const allows = rules.filter(({ action }) => action === "allow")
        const isBlocked = blocks.some((one) => allows.every((other) => rank(one) < rank(other)))
        assert.strictEqual(decides?.action === "block", isBlocked)
      })
    )
  })
})
