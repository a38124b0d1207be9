import { assert, describe, it } from "@effect/vitest"
import { CallbackSemaphore } from "@rcpt/verifier/dns/Resolver"

describe("CallbackSemaphore", () => {
  it("start in order, and no more at once than there are", () => {
    const turns = new CallbackSemaphore(2)
    const started: Array<number> = []
    const releases: Array<() => void> = []
    for (const task of [1, 2, 3, 4])
      turns.take((release) => {
        started.push(task)
        releases.push(release)
      })
    assert.deepStrictEqual(started, [1, 2])
    releases[1]!()
    assert.deepStrictEqual(started, [1, 2, 3])
    releases[0]!()
    assert.deepStrictEqual(started, [1, 2, 3, 4])
  })

  it("pass on without a stack of their own, however many end at once", () => {
    const tasks = 100_000
    const turns = new CallbackSemaphore(1)
    let [first, ended] = [() => {}, 0]
    turns.take((release) => (first = release))
    for (let task = 0; task < tasks; task++)
      turns.take((release) => {
        ended += 1
        release()
      })
    first()
    assert.strictEqual(ended, tasks)
  })
})
