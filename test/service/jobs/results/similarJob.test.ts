import { isSameList, sampledChunks } from "@rcpt/service/jobs/results/compareJobs"

import { assert, describe, it } from "../../../support/vitest.ts"

describe("The sample of a list", () => {
  it("is the whole of a small list, and of a large one spread from its first to its last chunk", () => {
    assert.deepStrictEqual(sampledChunks(1), [0])
    assert.deepStrictEqual(sampledChunks(5), [0, 1, 2, 3, 4])
    assert.deepStrictEqual(sampledChunks(200), [0, 50, 100, 149, 199])
  })

  it("says that lists are the same if most of either is in the other", () => {
    const [small, large] = [{ distinct: 1_000 }, { distinct: 1_900 }]
    const cases = [
      [600, small, small, true],
      [500, small, small, false],
      [400, large, small, false],
      [1_000, small, large, true],
      [900, small, large, false]
    ] as const
    for (const [shared, candidate, job, isSame] of cases)
      assert.strictEqual(isSameList({ looked: 1_000, shared }, candidate, job), isSame)
    assert.isFalse(isSameList({ looked: 0, shared: 0 }, small, small), "all of it was erased")
  })
})
