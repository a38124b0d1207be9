import * as RecentMap from "@rcpt/service/platform/BoundedMap"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

describe("A map of recent keys", () => {
  it("has the newest half of what it may keep, never more than it may, and the last value of each", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }),
        (keysMax, keys) => {
          const map = RecentMap.make<number, number>(keysMax)
          keys.forEach((key, at) => map.set(key, at))
          const newest = [...new Set(keys.toReversed())]
          const kept = newest.filter((key) => map.get(key) !== undefined)
          assert.isAtMost(kept.length, keysMax)
          for (const key of newest.slice(0, Math.floor(keysMax / 2)))
            assert.strictEqual(map.get(key), keys.lastIndexOf(key))
        }
      )
    ))

  it("forgets what it is told to, new and old", () => {
    const map = RecentMap.make<string, true>(2)
    map.set("old", true)
    map.set("new", true)
    map.forget("old")
    map.forget("new")
    assert.deepStrictEqual([map.get("old"), map.get("new")], [undefined, undefined])
  })
})
