import { withoutDraining } from "@rcpt/service/platform/clusterMembers"
import { Runner, RunnerAddress } from "effect/cluster"

import { assert, describe, it } from "../../support/vitest.ts"

const both = ["jobs", "domains"]

const member = (port: number, groups = both, isHealthy = true) =>
  [
    Runner.make({ address: RunnerAddress.make("a.rcpt.test", port), groups, weight: 1 }),
    isHealthy
  ] as const

const healthyAfter = (
  members: ReadonlyArray<ReturnType<typeof member>>,
  ...draining: ReadonlyArray<number>
) =>
  withoutDraining(members, new Set(draining.map((port) => `a.rcpt.test:${port}`))).flatMap(
    ([{ address }, isHealthy]) => (isHealthy ? [address.port] : [])
  )

describe("A node that is drained", () => {
  it("is left out of the work", () => {
    assert.deepStrictEqual(healthyAfter([member(1), member(2), member(3)], 2), [1, 3])
  })

  it("keeps the work when nobody is left to take it", () => {
    assert.deepStrictEqual(healthyAfter([member(1), member(2)], 1, 2), [1, 2])
    assert.deepStrictEqual(healthyAfter([member(1), member(2, both, false)], 1), [1])
  })

  it("keeps the work when the others do only a part of it", () => {
    assert.deepStrictEqual(healthyAfter([member(1), member(2, ["jobs"])], 1), [1, 2])
    assert.deepStrictEqual(healthyAfter([member(1), member(2, ["jobs"])], 2), [1])
  })
})
