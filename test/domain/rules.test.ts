import { addRules, rulesAdded, rulesMax, rulesRemoved } from "@rcpt/domain/Rules"
import type { KeptRule } from "@rcpt/domain/Rules"
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

type Given = Omit<KeptRule, "id">

const rule = (value: string, more: Partial<Given> = {}): Given => ({
  action: "block",
  match: "domain",
  value,
  subdomains: false,
  note: "",
  ...more
})

const ids = () => {
  let next = 0
  return () => `new ${next++}`
}

describe("Rules that are given", () => {
  it("are added, change the one for the same match and value, or are there already", () => {
    const known = [
      { ...rule("a.test"), id: "a" },
      { ...rule("b.test"), id: "b" }
    ]
    const given = [
      rule("c.test", { action: "allow" }),
      rule("c.test"),
      rule("a.test"),
      rule("b.test", { subdomains: true }),
      rule("c.test", { match: "mail_host" })
    ]
    assert.deepStrictEqual(
      addRules(given, known, 2, ids()),
      Result.succeed({
        written: [
          { ...rule("c.test"), id: "new 0" },
          { ...rule("b.test", { subdomains: true }), id: "b" },
          { ...rule("c.test", { match: "mail_host" }), id: "new 1" }
        ],
        added: 2,
        changed: 1,
        unchanged: 1
      })
    )
  })

  it("are none of them added if the account would have too many", () => {
    const change = addRules([rule("a.test"), rule("b.test")], [], rulesMax - 1, ids())
    assert.isTrue(Result.isFailure(change))
    assert.strictEqual(Result.isFailure(change) && change.failure.rules, rulesMax + 1)
    const known = { ...rule("a.test"), id: "a" }
    const full = addRules([rule("a.test", { note: "so" })], [known], rulesMax, ids())
    assert.isTrue(Result.isSuccess(full))
  })

  it("are unchanged when they are given again, in any order", () => {
    const values = fc.constantFrom("a.test", "b.test", "c.test")
    const rules = fc.array(fc.record({ value: values, action: fc.constantFrom("allow", "block") }))
    fc.assert(
      fc.property(rules, (some) => {
        const given = some.map(({ value, action }) => rule(value, { action }))
        const first = Result.getOrThrow(addRules(given, [], 0, ids()))
        const again = addRules(first.written.toReversed(), first.written, first.added, ids())
        const { written, unchanged } = Result.getOrThrow(again)
        assert.deepStrictEqual([written, unchanged], [[], first.added])
      })
    )
  })

  it("are recorded in events of at most a thousand", () => {
    const added = Array.from({ length: 2_001 }, (_, at) => ({
      ruleId: `${at}`,
      action: "block" as const,
      match: "tld" as const,
      value: "x"
    }))
    const events = rulesAdded(added)
    assert.deepStrictEqual(
      events.map((event) => event._tag === "RulesAdded" && event.rules.length),
      [1_000, 1_000, 1]
    )
    assert.lengthOf(rulesRemoved(added.map(({ ruleId }) => ruleId)), 3)
    assert.lengthOf(rulesAdded([]), 0)
  })
})
