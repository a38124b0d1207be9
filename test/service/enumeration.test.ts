import { assert, describe, it } from "@effect/vitest"
import { load } from "@rcpt/service/Config"
import { enumeration } from "@rcpt/service/domains/enumeration"
import { Duration, Effect } from "effect"
import * as fc from "fast-check"

const quota = { count: 3, window: Duration.millis(100) }

/** Few of everything, so that names come again and windows end. */
const asks = fc
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
    return all.map(({ wait, ...ask }) => ({ ...ask, now: (now += wait) }))
  })

const answers = (asked: ReadonlyArray<{ account: string; name: string; now: number }>) => {
  const { allow } = enumeration(quota)
  return asked.map((ask) => ({ ...ask, allowed: allow(ask.account, ask.name, ask.now) }))
}

describe("Enumeration of one domain", () => {
  it("ends at the limit: the last name that passes, the first that does not", () => {
    const { allow } = enumeration(quota)
    for (const name of ["ann", "bob", "cid"]) assert.isTrue(allow("a", name, 0))
    assert.isFalse(allow("a", "dan", 0))
    assert.isTrue(allow("b", "dan", 0))
  })

  it("begins again as the window slides, name by name", () => {
    const { allow } = enumeration(quota)
    for (const [now, name] of ["ann", "bob", "cid"].entries()) allow("a", name, now)
    assert.isFalse(allow("a", "dan", 99))
    assert.isTrue(allow("a", "dan", 100))
    assert.isFalse(allow("a", "eve", 100))
    assert.isTrue(allow("a", "eve", 101))
  })

  it("takes names in any case for one", () => {
    const { allow } = enumeration({ ...quota, count: 1 })
    assert.isTrue(allow("a", "Ann.Lee", 0))
    assert.isTrue(allow("a", "ann.lee", 0))
    assert.isFalse(allow("a", "ann", 0))
  })

  it("has no end when the limit is off", () => {
    const { allow } = enumeration("off")
    for (let n = 0; n < 1_000; n++) assert.isTrue(allow("a", `name${n}`, 0))
  })

  it("never lets an account have more distinct names in any window than the limit", () => {
    fc.assert(
      fc.property(asks, (asked) => {
        const allowed = answers(asked).filter((ask) => ask.allowed)
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

  it("refuses a name only when that many others have been asked about in its window", () => {
    fc.assert(
      fc.property(asks, (asked) => {
        const all = answers(asked)
        for (const [n, { account, name, now, allowed }] of all.entries()) {
          const before = all.slice(0, n).filter((ask) => ask.allowed && ask.account === account)
          const names = before.filter((ask) => ask.now > now - 100).map((ask) => ask.name)
          assert.strictEqual(allowed, names.includes(name) || new Set(names).size < quota.count)
        }
      })
    )
  })

  it("lets a name be asked about again for free, and refuses nothing else for it", () => {
    fc.assert(
      fc.property(asks, (asked) => {
        const once = answers(asked)
        const twice = answers(asked.flatMap((ask) => [ask, ask]))
        for (const [n, { allowed }] of once.entries()) {
          assert.strictEqual(twice[2 * n]?.allowed, allowed)
          assert.strictEqual(twice[2 * n + 1]?.allowed, allowed)
        }
      })
    )
  })

  it("of one account is none of another's business", () => {
    fc.assert(
      fc.property(asks, (asked) => {
        const alone = answers(asked.filter(({ account }) => account === "a"))
        const together = answers(asked).filter(({ account }) => account === "a")
        assert.deepStrictEqual(alone, together)
      })
    )
  })

  it("is bounded: the account that was counted longest ago starts anew", () => {
    const { allow } = enumeration({ ...quota, count: 1 })
    for (let n = 0; n <= 1_000; n++) allow(`account${n}`, "ann", 0)
    assert.isTrue(allow("account0", "bob", 0))
    assert.isFalse(allow("account1000", "bob", 0))
  })
})

describe("The configuration of guards", () => {
  const read = (environment: Record<string, string>) => load({}, environment)

  it.effect("asks again after 6, 20 and 60 minutes, and lets 60 names an hour pass", () =>
    Effect.map(read({}), ({ config: { greylistRetries, enumerationLimit } }) => {
      assert.deepStrictEqual(greylistRetries.map(Duration.toMinutes), [6, 20, 60])
      assert.deepStrictEqual(enumerationLimit, { count: 60, window: Duration.hours(1) })
    })
  )

  it.effect("takes other times and numbers, and none", () =>
    Effect.gen(function* () {
      const { config } = yield* read({
        RCPT_GREYLIST_RETRIES: "1s, 90s",
        RCPT_ENUMERATION_LIMIT: "5/m"
      })
      assert.deepStrictEqual(config.greylistRetries.map(Duration.toSeconds), [1, 90])
      assert.deepStrictEqual(config.enumerationLimit, { count: 5, window: Duration.minutes(1) })
      const off = yield* read({ RCPT_ENUMERATION_LIMIT: "off" })
      assert.strictEqual(off.config.enumerationLimit, "off")
    })
  )

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
    it.effect(`refuses ${name}=${value}`, () =>
      Effect.map(Effect.flip(read({ [name]: value })), ({ problems }) =>
        assert.deepStrictEqual(problems, [`${name} must be ${expected}.`])
      )
    )
})
