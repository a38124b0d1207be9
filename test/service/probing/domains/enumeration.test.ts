/** The limit on trying local parts at a domain, and the settings of guards. */
import { load } from "@rcpt/service/platform/Config"
import { enumerationLimit, nameLimits } from "@rcpt/service/probing/domains/EnumerationLimits"
import { Duration, Effect } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"

const quota = { count: 3, window: Duration.millis(100) }

/** Few accounts and names and short waits, so that names repeat and windows end. */
const probes = fc
  .array(
    fc.record({
      account: fc.constantFrom("a", "b"),
      name: fc.constantFrom("n1", "n2", "n3", "n4", "n5", "n6"),
      wait: fc.nat(60)
    }),
    { maxLength: 60 }
  )
  .map((all) => {
    let now = 0
    return all.map(({ wait, ...probe }) => ({ ...probe, now: (now += wait) }))
  })

const decide = (tried: ReadonlyArray<{ account: string; name: string; now: number }>) => {
  const { allow } = enumerationLimit(quota)
  return tried.map((probe) => ({
    ...probe,
    allowed: allow(probe.account, probe.name, probe.now)
  }))
}

describe("The enumeration limit of a domain", () => {
  it("allows names up to its count, for each account", () => {
    const { allow } = enumerationLimit(quota)
    for (const name of ["ann", "bob", "cid"]) assert.isTrue(allow("a", name, 0))
    assert.isFalse(allow("a", "dan", 0))
    assert.isTrue(allow("b", "dan", 0))
  })

  it("slides name by name", () => {
    const { allow } = enumerationLimit(quota)
    for (const [now, name] of ["ann", "bob", "cid"].entries()) allow("a", name, now)
    assert.isFalse(allow("a", "dan", 99))
    assert.isTrue(allow("a", "dan", 100))
    assert.isFalse(allow("a", "eve", 100))
    assert.isTrue(allow("a", "eve", 101))
  })

  it("ignores the case of names", () => {
    const { allow } = enumerationLimit({ ...quota, count: 1 })
    assert.isTrue(allow("a", "Ann.Lee", 0))
    assert.isTrue(allow("a", "ann.lee", 0))
    assert.isFalse(allow("a", "ann", 0))
  })

  it("allows everything when it is off", () => {
    const { allow } = enumerationLimit("off")
    for (let n = 0; n < 1_000; n++) assert.isTrue(allow("a", `name${n}`, 0))
  })

  it("never allows an account more distinct names in any window than its count", () => {
    fc.assert(
      fc.property(probes, (tried) => {
        const allowed = decide(tried).filter((probe) => probe.allowed)
        for (const last of allowed) {
          const inWindow = allowed.filter(
            ({ account, now }) =>
              account === last.account && now <= last.now && now > last.now - 100
          )
          assert.isAtMost(new Set(inWindow.map(({ name }) => name)).size, quota.count)
        }
      })
    )
  })

  it("refuses a name only when that many others were probed in its window", () => {
    fc.assert(
      fc.property(probes, (tried) => {
        const all = decide(tried)
        for (const [n, { account, name, now, allowed }] of all.entries()) {
          const before = all
            .slice(0, n)
            .filter((probe) => probe.allowed && probe.account === account)
          const names = before.filter((probe) => probe.now > now - 100).map(({ name }) => name)
          assert.strictEqual(allowed, names.includes(name) || new Set(names).size < quota.count)
        }
      })
    )
  })

  it("does not count a repeated name", () => {
    fc.assert(
      fc.property(probes, (tried) => {
        const once = decide(tried)
        const twice = decide(tried.flatMap((probe) => [probe, probe]))
        for (const [n, { allowed }] of once.entries()) {
          assert.strictEqual(twice[2 * n]?.allowed, allowed)
          assert.strictEqual(twice[2 * n + 1]?.allowed, allowed)
        }
      })
    )
  })

  it("is independent for each account", () => {
    fc.assert(
      fc.property(probes, (tried) => {
        const alone = decide(tried.filter(({ account }) => account === "a"))
        const together = decide(tried).filter(({ account }) => account === "a")
        assert.deepStrictEqual(alone, together)
      })
    )
  })

  it("is bounded: the account that was counted longest ago is forgotten", () => {
    const { allow } = enumerationLimit({ ...quota, count: 1 })
    for (let n = 0; n <= 1_000; n++) allow(`account${n}`, "ann", 0)
    assert.isTrue(allow("account0", "bob", 0))
    assert.isFalse(allow("account1000", "bob", 0))
  })
})

describe("The enumeration limit of a visitor", () => {
  const of = (visitor: string) => ({ account: "a", visitor })

  it("is a quarter of that of all visitors, which others go on using", () => {
    const allow = nameLimits({ count: 8, window: Duration.hours(1) })
    const allowed = (visitor: string, name: string) => allow("acme.test", name, of(visitor), 0)
    assert.deepStrictEqual(
      ["ann", "bob", "cid", "ann"].map((name) => allowed("one", name)),
      [true, true, false, true]
    )
    for (const visitor of ["two", "three", "four"])
      assert.deepStrictEqual([allowed(visitor, "dan"), allowed(visitor, "eve")], [true, true])
    assert.isFalse(allowed("five", "jim"))
    // Not even a name that others have asked about: that would show that they have.
    assert.isFalse(allowed("five", "dan"))
    assert.isTrue(allowed("four", "dan"))
    assert.isTrue(allow("other.test", "jim", of("one"), 0))
  })

  it("depends on nothing that the account has asked, and takes no name from it", () => {
    const allow = nameLimits({ count: 8, window: Duration.hours(1) })
    const allowed = (name: string, asking: { account: string; visitor?: string }) =>
      allow("acme.test", name, asking, 0)
    for (let n = 0; n < 8; n++) assert.isTrue(allowed(`own${n}`, { account: "a" }))
    assert.isFalse(allowed("more", { account: "a" }))
    for (const visitor of ["one", "two", "three", "four"])
      for (const name of ["own0", "more"]) assert.isTrue(allowed(name, of(visitor)))
    assert.isFalse(allowed("own0", of("five")))
    assert.isTrue(allowed("own0", { account: "a" }))
  })

  it("is off with that of accounts", () => {
    const allow = nameLimits("off")
    for (let n = 0; n < 100; n++) assert.isTrue(allow("acme.test", `n${n}`, of("one"), 0))
  })
})

describe("The settings of guards", () => {
  const read = (environment: Record<string, string>) => load({}, environment)

  it.effect("default to retries after 6, 20 and 60 minutes, and 60 names per hour", () =>
    Effect.map(read({}), ({ config: { greylistRetries, enumerationLimit } }) => {
      assert.deepStrictEqual(greylistRetries.map(Duration.toMinutes), [6, 20, 60])
      assert.deepStrictEqual(enumerationLimit, { count: 60, window: Duration.hours(1) })
    })
  )

  it.effect("accept other times and counts, and off", function* () {
    const { config } = yield* read({
      RCPT_GREYLIST_RETRIES: "1s, 90s",
      RCPT_ENUMERATION_LIMIT: "5/m"
    })
    assert.deepStrictEqual(config.greylistRetries.map(Duration.toSeconds), [1, 90])
    assert.deepStrictEqual(config.enumerationLimit, { count: 5, window: Duration.minutes(1) })
    const off = yield* read({ RCPT_ENUMERATION_LIMIT: "off" })
    assert.strictEqual(off.config.enumerationLimit, "off")
  })

  const times = "up to 10 ascending times such as 6m,20m,60m"
  const number = "off, or a number from 1 to 9999 per time, such as 60/h"
  const mistakes = [
    ["RCPT_GREYLIST_RETRIES", "20m,6m", times],
    ["RCPT_GREYLIST_RETRIES", "6m,6m", times],
    ["RCPT_GREYLIST_RETRIES", "6m,", times],
    ["RCPT_GREYLIST_RETRIES", "999ms", times],
    ["RCPT_GREYLIST_RETRIES", "1s,2s,3s,4s,5s,6s,7s,8s,9s,10s,11s", times],
    ["RCPT_ENUMERATION_LIMIT", "0/h", number],
    ["RCPT_ENUMERATION_LIMIT", "60", number],
    ["RCPT_ENUMERATION_LIMIT", "60/d", number]
  ] as const
  for (const [name, value, expected] of mistakes)
    it.effect(`refuse ${name}=${value}`, () =>
      Effect.map(Effect.flip(read({ [name]: value })), ({ problems }) =>
        assert.deepStrictEqual(problems, [`${name} must be ${expected}.`])
      )
    )
})
