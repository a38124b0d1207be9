/** The limit on guessing, where many names are asked about at once. The lists are in verifier/unseen. */
import type { Address } from "@rcpt/domain/Address"
import { absent } from "@rcpt/domain/Fact"
import { guessLimit, unlessGuessing } from "@rcpt/service/probing/domains/EnumerationLimits"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Duration, Effect, Fiber } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"
import { refused, smtpResult } from "../../../verifier/judge/smtpResults.ts"

const quota = { count: 3, window: Duration.hours(1) }

const transcript = [{ host: "mx.x.test", phase: "rcpt", control: false, code: 250 }] as const
const found = smtpResult("deliverable", { transcript })
const missing = { ...refused("mailbox_not_found"), transcript }

const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`)

const decisions = (limit: ReturnType<typeof guessLimit>, all: ReadonlyArray<string>) =>
  all.map((name) => limit.begin("a", name, 0))

describe("Names that are asked about at once", () => {
  it("wait past the limit, until the first of them are answered", () => {
    const limit = guessLimit(quota)
    assert.deepStrictEqual(decisions(limit, names(6)), ["go", "go", "go", "go", "wait", "wait"])
    limit.end("a", "name0", 0, found)
    assert.strictEqual(limit.begin("a", "name4", 0), "wait")
    limit.end("a", "name1", 0, found)
    assert.strictEqual(limit.begin("a", "name4", 0), "go")
  })

  it("are stopped once the answers decide, and not before", () => {
    const limit = guessLimit(quota)
    decisions(limit, names(4))
    for (const name of names(3)) limit.end("a", name, 0, missing)
    assert.strictEqual(limit.begin("a", "name4", 0), "wait")
    limit.end("a", "name3", 0, missing)
    assert.strictEqual(limit.begin("a", "name4", 0), "stop")
  })

  it("make room when they end without an answer", () => {
    const limit = guessLimit(quota)
    decisions(limit, names(4))
    for (const name of names(4)) limit.end("a", name, 0)
    assert.deepStrictEqual(decisions(limit, names(5)), ["go", "go", "go", "go", "wait"])
  })

  it.effect("wake those that wait", function* () {
    const limit = guessLimit(quota)
    decisions(limit, names(4))
    const waiting = yield* Effect.forkChild(limit.anyEnd("a"), { startImmediately: true })
    assert.isUndefined(waiting.pollUnsafe())
    limit.end("a", "name0", 0)
    yield* Fiber.join(waiting)
  })

  it("are as many as one by one, if all are missing, in whatever order they end", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 20, maxLength: 80 }), (order) => {
        const limit = guessLimit(quota)
        const open: Array<string> = []
        let asked = 0
        for (const [at, pick] of order.entries()) {
          const name = `name${at}`
          if (limit.begin("a", name, 0) === "go") {
            open.push(name)
            asked += 1
          } else if (open.length > 0) {
            const [ended = ""] = open.splice(pick % open.length, 1)
            limit.end("a", ended, 0, missing)
          }
        }
        assert.isAtMost(asked, quota.count + 1)
      })
    )
  })
})

describe("Names that visitors of an account's pages guess", () => {
  const { success: address } = parseAddress("name@acme.test") as { readonly success: Address }

  /** Asks about a name that is missing; the evidence says whether its server was asked. */
  const asking = (limit: ReturnType<typeof guessLimit>, visitor?: string) => (localPart: string) =>
    unlessGuessing(
      limit,
      {
        address: { ...address, localPart },
        hosts: [],
        catchAll: absent,
        account: "a",
        visitor,
        urgency: "realTime",
        waitUntil: Infinity,
        deadline: Infinity
      },
      Effect.succeed(missing)
    ).pipe(Effect.map(({ checked }) => checked))

  it.effect("are counted for the visitors alone, each name for the one who asks", function* () {
    const limit = guessLimit(quota)
    const [own, first, second] = [undefined, "one", "two"].map((who) => asking(limit, who))
    assert.deepStrictEqual(yield* Effect.forEach(names(5), own!), [true, true, true, true, false])
    assert.deepStrictEqual(yield* Effect.forEach(names(3), first!), [true, true, true])
    assert.isTrue(yield* second!("name9"))
    // All visitors together are stopped, but for what each has asked.
    assert.isFalse(yield* second!("name0"))
    assert.isTrue(yield* first!("name0"))
    assert.isTrue(yield* own!("name0"))
  })
})
