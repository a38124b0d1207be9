/** Who is next of those who wait. */
import { assert, describe, it } from "@effect/vitest"
import { FairLine, urgencies } from "@rcpt/verifier/mx/FairLine"
import type { Waiting } from "@rcpt/verifier/mx/FairLine"
import * as fc from "fast-check"

interface Question extends Waiting {
  readonly id: number
}

let count = 0
const question = (account: string, more: Partial<Waiting> = {}): Question => ({
  id: count++,
  account,
  urgency: "bulk",
  hosts: ["mx.x.test"],
  waitUntil: Number.POSITIVE_INFINITY,
  ...more
})

const lineOf = (questions: Iterable<Question>, waitingMax = 1_000_000) => {
  const line = new FairLine<Question>(waitingMax)
  for (const one of questions) line.add(one)
  return line
}

const many = (account: string, length: number, more: Partial<Waiting> = {}) =>
  Array.from({ length }, () => question(account, more))

const takeMany = (line: FairLine<Question>, length: number, host?: string) =>
  Array.from({ length }, () => line.take(host)?.account)

const anyQuestion = fc.record({
  account: fc.constantFrom("a", "b", "c"),
  urgency: fc.constantFrom(...urgencies),
  hosts: fc.subarray(["mx1.test", "mx2.test", "mx3.test"], { minLength: 1 }),
  waitUntil: fc.integer({ min: 0, max: 100 })
})

const anyStep = fc.oneof(
  fc.record({ does: fc.constant("add" as const), given: anyQuestion, ahead: fc.boolean() }),
  fc.record({ does: fc.constant("take" as const), host: fc.constantFrom(undefined, "mx1.test") }),
  fc.record({ does: fc.constant("late" as const), until: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ does: fc.constant("remove" as const), nth: fc.nat(20) })
)

describe("A line", () => {
  it("gives each question to one, once, and only what was asked for", () =>
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 100 }), (steps) => {
        const line = new FairLine<Question>(10)
        const waiting = new Set<Question>()
        const gone = (one: Question | undefined): void => {
          if (one !== undefined) assert.isTrue(waiting.delete(one))
        }
        for (const step of steps) {
          if (step.does === "add") {
            const added = question(step.given.account, step.given)
            waiting.add(added)
            gone(line.add(added, step.ahead))
          } else if (step.does === "take") {
            const fits = [...waiting].filter(({ hosts }) => !step.host || hosts.includes(step.host))
            const taken = line.take(step.host)
            assert.strictEqual(taken === undefined, fits.length === 0)
            if (taken) assert.include(fits, taken)
            const isUrgent = fits.some(({ urgency }) => urgency === "realTime")
            assert.strictEqual(taken?.urgency === "realTime", isUrgent)
            gone(taken)
          } else if (step.does === "late") {
            const first = Math.min(...[...waiting].map(({ waitUntil }) => waitUntil))
            const late = line.takeLate(step.until)
            assert.strictEqual(late?.waitUntil, first <= step.until ? first : undefined)
            gone(late)
          } else {
            const one = [...waiting][step.nth]
            if (one !== undefined) assert.isTrue(line.remove(one))
            gone(one)
            if (one !== undefined) assert.isFalse(line.remove(one))
          }
          assert.strictEqual(line.size, waiting.size)
          const sooner = Math.min(...[...waiting].map(({ waitUntil }) => waitUntil))
          assert.strictEqual(line.nextDeadline ?? Number.POSITIVE_INFINITY, sooner)
        }
      })
    ))

  it("serves each account in the order of its questions, but for those that come back", () => {
    const [first, second, third] = many("a", 3)
    const line = lineOf([first, second].flatMap((one) => one ?? []))
    if (third) line.add(third, true)
    assert.deepStrictEqual([line.take(), line.take(), line.take()], [third, first, second])
  })

  it("serves accounts in turn, whatever they have waiting", () => {
    const line = lineOf([...many("a", 1_000), ...many("b", 100), ...many("c", 100)])
    const taken = takeMany(line, 300)
    for (const account of ["a", "b", "c"]) {
      assert.strictEqual(taken.filter((one) => one === account).length, 100)
    }
  })

  it("counts what open conversations took, so that shares are equal over all", () => {
    const line = lineOf([
      ...many("a", 1_000, { hosts: ["mx1.test"] }),
      ...Array.from({ length: 1_000 }, (_, n) => question("b", { hosts: [`mx.b${n}.test`] }))
    ])
    const taken: Array<string | undefined> = []
    // One of any host, and then, as long as that host is open, five more of it.
    while (taken.length < 600) {
      const first = line.take()
      taken.push(first?.account)
      for (let more = 0; more < 5; more++) {
        const next = line.take(first?.hosts[0])
        if (next) taken.push(next.account)
      }
    }
    assert.approximately(taken.filter((one) => one === "a").length / taken.length, 0.5, 0.05)
  })

  it("owes nothing to who comes back, and lets nobody push in by coming one at a time", () => {
    const line = lineOf(many("a", 1_000))
    takeMany(line, 500)
    const taken: Array<string | undefined> = []
    for (let turn = 0; turn < 100; turn++) {
      line.add(question("b"))
      taken.push(...takeMany(line, 2))
    }
    assert.strictEqual(taken.filter((one) => one === "b").length, 100)
    for (const late of many("c", 100)) line.add(late)
    const shares = takeMany(line, 100).filter((one) => one === "c").length
    assert.approximately(shares, 50, 1)
  })

  it("lets one question of an account pass 100,000 of another", () => {
    const line = lineOf(many("a", 100_000))
    line.add(question("b"))
    assert.include(takeMany(line, 2), "b")
    const startedAt = performance.now()
    while (line.take() !== undefined);
    // Microseconds each; a line whose cost grew with its length would take minutes.
    assert.isBelow(performance.now() - startedAt, 5_000)
  })

  it("turns away the latest of who has most, and bulk before real time", () => {
    const line = lineOf([...many("a", 8), ...many("b", 2, { urgency: "realTime" })], 10)
    const last = question("a")
    assert.strictEqual(line.add(last), last)
    assert.strictEqual(line.add(question("c"))?.account, "a")
    assert.strictEqual(line.add(question("b", { urgency: "realTime" }))?.account, "a")
    assert.strictEqual(line.size, 10)
    assert.deepStrictEqual(
      [...line.count("bulk"), ...line.count("realTime")],
      [
        ["a", 6],
        ["c", 1],
        ["b", 3]
      ]
    )
  })
})
