/** How many sessions a group gets for rows of lists, which nobody waits for, where its pace allows more. */
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import { queueIn, recipientsOf, requestTo, silent, times, unbounded, until } from "./mxWorld.ts"

const mx = "mx.x.test"
const acceptsAll = replying({ rcpt: "250 ok" })
const patient = { greeting: Duration.seconds(10), total: Duration.seconds(10) }
const row = () => requestTo(mx, { urgency: "bulk" })

/** Its first session is open, and the server says nothing in it. */
const queueWithSilentSession = Effect.gen(function* () {
  let count = 0
  const world = yield* mailWorld({ [mx]: (peer) => (count++ === 0 ? silent : acceptsAll)(peer) })
  const queue = yield* queueIn(world, { timeouts: patient })
  yield* Effect.forkChild(queue.probe(row()))
  yield* until(() => count === 1)
  return queue
})

describe("Rows of a list", () => {
  it.live("that a session can take soon share it", function* () {
    const world = yield* mailWorld({ [mx]: acceptsAll })
    const queue = yield* queueIn(world)
    yield* Effect.forEach(times(5, row), queue.probe, unbounded)
    assert.deepStrictEqual(
      recipientsOf(world, mx).map(({ length }) => length),
      [5]
    )
  })

  it.live("get more sessions where many wait", function* () {
    const world = yield* mailWorld({ [mx]: acceptsAll })
    const queue = yield* queueIn(world)
    yield* Effect.forEach(times(60, row), queue.probe, unbounded)
    assert.isAtLeast(world.peers(mx).length, 6)
    assert.isAtMost(world.peers(mx).length, 12)
  })

  it.live("get another session after a second where the open one answers nothing", function* () {
    const queue = yield* queueWithSilentSession
    const startedAt = performance.now()
    const second = yield* queue.probe(row())
    assert.strictEqual(second.status, "deliverable")
    assert.isAtLeast(performance.now() - startedAt, 900)
  })

  it.live("do not hold up somebody who waits for an answer", function* () {
    const queue = yield* queueWithSilentSession
    yield* Effect.forkChild(queue.probe(row()))
    const startedAt = performance.now()
    const answer = yield* queue.probe(requestTo(mx))
    assert.strictEqual(answer.status, "deliverable")
    assert.isBelow(performance.now() - startedAt, 800)
  })
})
