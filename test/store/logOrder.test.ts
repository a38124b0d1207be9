import { LogOrder } from "@rcpt/store/audit/walkLog"

import { assert, it } from "../support/vitest.ts"

const commit = (seq: number) => ({ seq, commitId: seq, events: [] })
const numbers = (commits: ReadonlyArray<{ readonly seq: number }>) => commits.map(({ seq }) => seq)

it("A commit that is late in the order of numbers has its place in that of the log", () => {
  const order = new LogOrder(0)
  for (const seq of [1, 4, 2]) order.add(commit(seq))
  assert.deepStrictEqual(numbers(order.take()), [1, 2])
  for (const seq of [5, 3]) order.add(commit(seq))
  assert.deepStrictEqual(numbers(order.take()), [3, 4, 5])
  assert.deepStrictEqual(numbers(order.end()), [])
})

it("A number that is missing holds up the others only for a while, and not at the end", () => {
  const order = new LogOrder(10)
  for (let seq = 12; seq < 12 + 10_000; seq++) order.add(commit(seq))
  assert.deepStrictEqual(order.take(), [])
  order.add(commit(12 + 10_000))
  assert.lengthOf(order.take(), 10_001)
  for (const seq of [20_002, 20_001]) order.add(commit(seq))
  assert.deepStrictEqual(numbers(order.end()), [20_001, 20_002])
})
