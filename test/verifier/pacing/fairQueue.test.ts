/** Which waiting item is next, and for which account. */
import { FairQueue, urgencies } from "@rcpt/verifier/pacing/FairQueue"
import type { QueueItem } from "@rcpt/verifier/pacing/FairQueue"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

interface TestItem extends QueueItem {
  readonly id: number
}

let count = 0
const itemOf = (account: string, more: Partial<QueueItem> = {}): TestItem => ({
  id: count++,
  account,
  urgency: "bulk",
  hosts: ["mx.x.test"],
  waitUntil: Number.POSITIVE_INFINITY,
  ...more
})

const queueOf = (items: Iterable<TestItem>, waitingMax = 1_000_000) => {
  const queue = new FairQueue<TestItem>(waitingMax)
  for (const item of items) queue.add(item)
  return queue
}

const many = (account: string, length: number, more: Partial<QueueItem> = {}) =>
  Array.from({ length }, () => itemOf(account, more))

const takeMany = (queue: FairQueue<TestItem>, length: number, host?: string) =>
  Array.from({ length }, () => queue.take(host)?.account)

const anyItem = fc.record({
  account: fc.constantFrom("a", "b", "c"),
  urgency: fc.constantFrom(...urgencies),
  hosts: fc.subarray(["mx1.test", "mx2.test", "mx3.test"], { minLength: 1 }),
  waitUntil: fc.integer({ min: 0, max: 100 })
})

const anyStep = fc.oneof(
  fc.record({ does: fc.constant("add" as const), item: anyItem, ahead: fc.boolean() }),
  fc.record({ does: fc.constant("take" as const), host: fc.constantFrom(undefined, "mx1.test") }),
  fc.record({ does: fc.constant("expire" as const), until: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ does: fc.constant("remove" as const), nth: fc.nat(20) })
)

describe("A fair queue", () => {
  it("gives each item once, and only one that fits", () =>
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 100 }), (steps) => {
        const queue = new FairQueue<TestItem>(10)
        const waiting = new Set<TestItem>()
        const gone = (one: TestItem | undefined): void => {
          if (one !== undefined) assert.isTrue(waiting.delete(one))
        }
        for (const step of steps) {
          if (step.does === "add") {
            const added = itemOf(step.item.account, step.item)
            waiting.add(added)
            gone(queue.add(added, step.ahead))
          } else if (step.does === "take") {
            const fits = [...waiting].filter(({ hosts }) => !step.host || hosts.includes(step.host))
            const taken = queue.take(step.host)
            assert.strictEqual(taken === undefined, fits.length === 0)
            if (taken) assert.include(fits, taken)
            const isUrgent = fits.some(({ urgency }) => urgency === "realTime")
            assert.strictEqual(taken?.urgency === "realTime", isUrgent)
            gone(taken)
          } else if (step.does === "expire") {
            const first = Math.min(...[...waiting].map(({ waitUntil }) => waitUntil))
            const expired = queue.takeExpired(step.until)
            assert.strictEqual(expired?.waitUntil, first <= step.until ? first : undefined)
            gone(expired)
          } else {
            const one = [...waiting][step.nth]
            if (one !== undefined) assert.isTrue(queue.remove(one))
            gone(one)
            if (one !== undefined) assert.isFalse(queue.remove(one))
          }
          assert.strictEqual(queue.size, waiting.size)
          const sooner = Math.min(...[...waiting].map(({ waitUntil }) => waitUntil))
          assert.strictEqual(queue.nextDeadline ?? Number.POSITIVE_INFINITY, sooner)
        }
      })
    ))

  it("serves the items of an account in order, those added ahead first", () => {
    const [first, second, third] = many("a", 3)
    const queue = queueOf([first, second].flatMap((one) => one ?? []))
    if (third) queue.add(third, true)
    assert.deepStrictEqual([queue.take(), queue.take(), queue.take()], [third, first, second])
  })

  it("serves accounts equally, however much they have waiting", () => {
    const queue = queueOf([...many("a", 1_000), ...many("b", 100), ...many("c", 100)])
    const taken = takeMany(queue, 300)
    for (const account of ["a", "b", "c"]) {
      assert.strictEqual(taken.filter((one) => one === account).length, 100)
    }
  })

  it("counts items taken for a host, so that shares are equal in all", () => {
    const queue = queueOf([
      ...many("a", 1_000, { hosts: ["mx1.test"] }),
      ...Array.from({ length: 1_000 }, (_, n) => itemOf("b", { hosts: [`mx.b${n}.test`] }))
    ])
    const taken: Array<string | undefined> = []
    // One item for any host, and then five more for that host, as an open session would.
    while (taken.length < 600) {
      const first = queue.take()
      taken.push(first?.account)
      for (let more = 0; more < 5; more++) {
        const next = queue.take(first?.hosts[0])
        if (next) taken.push(next.account)
      }
    }
    assert.approximately(taken.filter((one) => one === "a").length / taken.length, 0.5, 0.05)
  })

  it("gives an account that returns no credit, and none for adding one item at a time", () => {
    const queue = queueOf(many("a", 1_000))
    takeMany(queue, 500)
    const taken: Array<string | undefined> = []
    for (let round = 0; round < 100; round++) {
      queue.add(itemOf("b"))
      taken.push(...takeMany(queue, 2))
    }
    assert.strictEqual(taken.filter((one) => one === "b").length, 100)
    for (const item of many("c", 100)) queue.add(item)
    const shares = takeMany(queue, 100).filter((one) => one === "c").length
    assert.approximately(shares, 50, 1)
  })

  it("lets one item of an account pass 100,000 of another", () => {
    const queue = queueOf(many("a", 100_000))
    queue.add(itemOf("b"))
    assert.include(takeMany(queue, 2), "b")
    const startedAt = performance.now()
    while (queue.take() !== undefined);
    // Microseconds each; a queue whose cost grew with its length would take minutes.
    assert.isBelow(performance.now() - startedAt, 5_000)
  })

  it("drops the newest item of the account that has most, and bulk before real time", () => {
    const queue = queueOf([...many("a", 8), ...many("b", 2, { urgency: "realTime" })], 10)
    const last = itemOf("a")
    assert.strictEqual(queue.add(last), last)
    assert.strictEqual(queue.add(itemOf("c"))?.account, "a")
    assert.strictEqual(queue.add(itemOf("b", { urgency: "realTime" }))?.account, "a")
    assert.strictEqual(queue.size, 10)
    assert.deepStrictEqual(
      [...queue.count("bulk"), ...queue.count("realTime")],
      [
        ["a", 6],
        ["c", 1],
        ["b", 3]
      ]
    )
  })
})
