import { assert, describe, it } from "@effect/vitest"
import { CallbackSemaphore } from "@rcpt/verifier/dns/Resolver"

describe("CallbackSemaphore", () => {
  it("starts tasks in order, and no more at once than its maximum", () => {
    const semaphore = new CallbackSemaphore(2)
    const started: Array<number> = []
    const releases: Array<() => void> = []
    for (const task of [1, 2, 3, 4])
      semaphore.take((release) => {
        started.push(task)
        releases.push(release)
      })
    assert.deepStrictEqual(started, [1, 2])
    releases[1]!()
    assert.deepStrictEqual(started, [1, 2, 3])
    releases[0]!()
    assert.deepStrictEqual(started, [1, 2, 3, 4])
  })

  it("starts the next task without a deeper stack, however many end at once", () => {
    const tasks = 100_000
    const semaphore = new CallbackSemaphore(1)
    let [first, ended] = [() => {}, 0]
    semaphore.take((release) => (first = release))
    for (let task = 0; task < tasks; task++)
      semaphore.take((release) => {
        ended += 1
        release()
      })
    first()
    assert.strictEqual(ended, tasks)
  })
})
