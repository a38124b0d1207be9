/** The checks of each visitor with a browser key, in minutes and days. */
import * as visitorLimits from "@rcpt/service/limits/visitorLimits"

import { assert, describe, it } from "../../support/vitest.ts"

const limit = { perMinute: 3, perDay: 5 }
const minute = 60_000
const day = Date.UTC(2026, 10, 28)

const times = (count: number, take: () => { readonly isOver: boolean }) =>
  Array.from({ length: count }, take).filter(({ isOver }) => !isOver).length

describe("The limit of a visitor", () => {
  it("holds for each minute and each day, and says when there is more", () => {
    const { take } = visitorLimits.make()
    const at = (now: number) => () => take("key", "one", limit, now)
    assert.strictEqual(times(9, at(day)), 3)
    assert.deepStrictEqual(at(day + 1)(), {
      limit: 3,
      remaining: 0,
      resetAt: day + minute,
      isOver: true
    })
    assert.strictEqual(times(9, at(day + minute)), 2)
    assert.deepInclude(at(day + 2 * minute)(), { resetAt: day + 1_440 * minute, isOver: true })
    assert.strictEqual(times(9, at(day + 1_440 * minute)), 3)
  })

  it("is of one key and one visitor", () => {
    const { take } = visitorLimits.make()
    times(9, () => take("key", "one", limit, day))
    assert.isFalse(take("key", "two", limit, day).isOver)
    assert.isFalse(take("other", "one", limit, day).isOver)
  })

  it("is the limit of now, if that was changed", () => {
    const { take } = visitorLimits.make()
    times(3, () => take("key", "one", limit, day))
    assert.isFalse(take("key", "one", { perMinute: 4, perDay: 50 }, day).isOver)
    assert.isTrue(take("key", "one", { perMinute: 2, perDay: 50 }, day).isOver)
  })

  it("is shared by the processes of a node", () => {
    const listeners: Array<(value: unknown) => void> = []
    const told: Array<unknown> = []
    const broadcast = {
      tell: (_topic: string, value: unknown) => void told.push(value),
      hear: (_topic: string, listener: (value: unknown) => void) => void listeners.push(listener)
    }
    const one = visitorLimits.make(broadcast)
    const now = Date.now()
    times(2, () => one.take("key", "one", { perMinute: 50, perDay: 3 }, now))
    assert.strictEqual(told.length, 2)
    listeners[0]!(told[0])
    assert.isTrue(one.take("key", "one", { perMinute: 50, perDay: 3 }, now).isOver)
  })
})
