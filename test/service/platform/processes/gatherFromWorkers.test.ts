import { gatherFromWorkers } from "@rcpt/service/platform/processes/Supervisor"

import { assert, describe, it } from "../../../support/vitest.ts"

/** Longer than any of these tests: what ends before has not waited for it. */
const long = 60_000

const worker = () => {
  const heard: Array<{ readonly tell: string; readonly value: number }> = []
  return { heard, send: (message: object) => void heard.push(message as (typeof heard)[number]) }
}

describe("A question to all workers", () => {
  it("ends when each has answered, with all answers", async () => {
    const [one, other] = [worker(), worker()]
    const gathering = gatherFromWorkers(new Set([one, other]))
    const answers = gathering.ask("metrics", long)
    const [{ tell, value }] = one.heard as [{ tell: string; value: number }]
    assert.strictEqual(tell, "metrics")
    gathering.take(other, value, "b")
    gathering.take(one, value, "a")
    assert.sameMembers([...(await answers)], ["a", "b"])
  })

  it("ends without those that do not answer in time, and takes no late answer for another", async () => {
    const [one, silent] = [worker(), worker()]
    const gathering = gatherFromWorkers(new Set([one, silent]))
    const first = gathering.ask("metrics", 50)
    gathering.take(one, one.heard[0]!.value, "a")
    assert.deepStrictEqual([...(await first)], ["a"])
    const second = gathering.ask("metrics", long)
    gathering.take(silent, silent.heard[0]!.value, "too late")
    gathering.take(one, one.heard[1]!.value, "a2")
    gathering.take(silent, silent.heard[1]!.value, "b2")
    assert.sameMembers([...(await second)], ["a2", "b2"])
  })

  it("does not wait for one that dies meanwhile", async () => {
    const [one, dying] = [worker(), worker()]
    const members = new Set([one, dying])
    const gathering = gatherFromWorkers(members)
    const answers = gathering.ask("metrics", long)
    gathering.take(one, one.heard[0]!.value, "a")
    members.delete(dying)
    gathering.endComplete()
    assert.deepStrictEqual([...(await answers)], ["a"])
  })

  it("to nobody ends at once", async () =>
    assert.deepStrictEqual(
      [...(await gatherFromWorkers(new Set<ReturnType<typeof worker>>()).ask("metrics", long))],
      []
    ))
})
