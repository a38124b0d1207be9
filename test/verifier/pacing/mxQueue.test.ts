/** The queue of a group of mail hosts, as real servers see it. */
import { notChecked } from "@rcpt/domain/Smtp"
import { ConnectionLimit } from "@rcpt/verifier/pacing/ConnectionLimit"
import { Clock, Duration, Effect, Fiber } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import {
  unbounded,
  queueIn,
  requestTo,
  recipientsOf,
  silent,
  times,
  until,
  watched
} from "./mxWorld.ts"

const mx = "mx.x.test"
const acceptsAll = replying({ rcpt: "250 ok" })

describe("Sessions with a group", () => {
  it.live(
    "start no faster than its pace, and no more are open than it allows, as the server counts",
    function* () {
      const seen = watched(acceptsAll)
      const world = yield* mailWorld({ [mx]: seen.script })
      const policy = { startsPerSecond: 20, connectionsMax: 2, recipientsMax: 10 }
      const queue = yield* queueIn(world, { fixed: false, policy })
      const results = yield* Effect.forEach(
        times(300, () => requestTo(mx)),
        queue.probe,
        unbounded
      )
      assert.isTrue(results.every(({ status }) => status === "deliverable"))
      assert.isAtMost(seen.openMax, 2)
      const [first = 0] = seen.starts
      for (const [index, at] of seen.starts.entries()) {
        // A busy machine may show the first one to the server late. All 30 without a pace take 0.1 s.
        assert.isAtLeast(at - first, index * 50 - 400)
      }
      assert.isAtLeast(seen.starts.length, 30)
    }
  )

  it.live(
    "have as many recipients as the policy allows, not one more, and end with QUIT",
    function* () {
      const world = yield* mailWorld({ [mx]: acceptsAll })
      const queue = yield* queueIn(world, { pace: { connections: 1, startsPerSecond: 1_000 } })
      yield* Effect.forEach(
        times(95, () => requestTo(mx)),
        queue.probe,
        unbounded
      )
      const asked = recipientsOf(world, mx).map(({ length }) => length)
      assert.strictEqual(asked.length, 10)
      assert.isTrue(asked.every((count) => count <= 10))
      yield* until(() => world.peers(mx).every(({ commands }) => commands.at(-1) === "QUIT"))
      assert.isTrue(world.peers(mx).every(({ commands }) => commands.at(-1) === "QUIT"))
    }
  )

  it.live("answer at least five times as many probes as if each had one recipient", function* () {
    const alone = replying({ rcpt: "250 ok\r\n421 4.7.0 one per connection" })
    const world = yield* mailWorld({ [mx]: acceptsAll, "alone.x.test": alone })
    const sessions = 12
    const answeredBy = (host: string) =>
      Effect.gen(function* () {
        const pace = { connections: 2, startsPerSecond: 20 }
        const queue = yield* queueIn(world, { pace })
        let count = 0
        const asking = yield* Effect.forkChild(
          Effect.forEach(
            times(400, () => requestTo(host)),
            (request) => Effect.tap(queue.probe(request), () => Effect.sync(() => count++)),
            unbounded
          )
        )
        yield* until(() => world.peers(host).length >= sessions)
        yield* Fiber.interrupt(asking)
        return count
      }).pipe(Effect.scoped)
    const withReuse = yield* answeredBy(mx)
    const without = yield* answeredBy("alone.x.test")
    assert.isAbove(without, sessions / 2)
    assert.isAtLeast(withReuse, 5 * without)
  })

  it.live("wait a moment for the next probe, which then needs no new session", function* () {
    const world = yield* mailWorld({ [mx]: acceptsAll })
    const queue = yield* queueIn(world)
    for (const request of times(8, () => requestTo(mx))) yield* queue.probe(request)
    assert.strictEqual(world.peers(mx).length, 1)
  })

  it.live(
    "take probes whose mail would go to their host, and end where others need the connection",
    function* () {
      const world = yield* mailWorld({ "a.x.test": acceptsAll, "b.x.test": acceptsAll })
      const queue = yield* queueIn(world, { pace: { connections: 1 } })
      const hosts = ["a.x.test", "b.x.test"]
      const requests = times(12, (index) => requestTo(hosts[index % 2] ?? "", {}))
      const equal = times(4, () => requestTo(hosts))
      yield* Effect.forEach([...requests, ...equal], queue.probe, unbounded)
      for (const host of hosts) {
        assert.strictEqual(recipientsOf(world, host).flat().length >= 6, true)
        assert.isAtMost(world.peers(host).length, 2)
      }
    }
  )

  it.live("are limited for the process, over all groups", function* () {
    const seen = watched(acceptsAll)
    const world = yield* mailWorld({ [mx]: seen.script })
    const connections = new ConnectionLimit(3)
    const queues = yield* Effect.forEach(times(10, String), () => queueIn(world, { connections }))
    const ask = Effect.forEach(
      queues.flatMap((queue) => times(15, () => queue)),
      (queue) => queue.probe(requestTo(mx)),
      unbounded
    )
    const results = yield* ask
    assert.isTrue(results.every(({ status }) => status === "deliverable"))
    assert.isAtMost(seen.openMax, 3)
  })
})

describe("Probes in a queue", () => {
  it.live("of two accounts get equal shares, and real time goes first", function* () {
    const world = yield* mailWorld({ [mx]: acceptsAll })
    const queue = yield* queueIn(world, { pace: { connections: 2, startsPerSecond: 100 } })
    const order: Array<string> = []
    const asking = (account: string, count: number, urgency: "bulk" | "realTime") =>
      Effect.forEach(
        times(count, () => requestTo(mx, { account, urgency })),
        (request) => Effect.tap(queue.probe(request), () => Effect.sync(() => order.push(account))),
        unbounded
      )
    const bulk = [asking("a", 300, "bulk"), asking("b", 150, "bulk")]
    yield* Effect.all([...bulk, asking("now", 5, "realTime")], unbounded)
    const share = order.slice(0, 200).filter((one) => one === "a").length
    assert.approximately(share, 100, 10)
    // Two sessions had started with bulk before it came, each with a group of four.
    assert.isAtMost(order.lastIndexOf("now"), 12)
  })

  it.live("are answered smtp_throttled when no session starts in time", function* () {
    const world = yield* mailWorld({ [mx]: () => {} })
    const queue = yield* queueIn(world, { pace: { connections: 1 } })
    const waitUntil = Date.now() + 100
    const requests = times(20, () => requestTo(mx, { waitUntil }))
    const startedAt = yield* Clock.currentTimeMillis
    const [first, ...others] = yield* Effect.forEach(requests, queue.probe, unbounded)
    assert.strictEqual(first?.status, "timeout")
    for (const other of others) assert.deepStrictEqual(other, notChecked("smtp_throttled"))
    assert.isBelow((yield* Clock.currentTimeMillis) - startedAt, 1_500)
  })

  it.live("do not wait behind 100,000 of another account", function* () {
    const world = yield* mailWorld({ [mx]: acceptsAll })
    const queue = yield* queueIn(world, { pace: { connections: 2, startsPerSecond: 50 } })
    const deadline = Date.now() + 300_000
    const slow = { account: "a", urgency: "bulk", deadline, waitUntil: deadline } as const
    const flood = yield* Effect.forkChild(
      Effect.forEach(
        times(100_000, () => requestTo(mx, slow)),
        queue.probe,
        unbounded
      )
    )
    yield* until(() => world.peers(mx).length > 0, 20_000)
    const startedAt = performance.now()
    const one = yield* queue.probe(requestTo(mx, { account: "b", urgency: "bulk" }))
    assert.strictEqual(one.status, "deliverable")
    assert.isBelow(performance.now() - startedAt, 2_000)
    assert.isAbove((yield* queue.status).waiting.byAccount["a"] ?? 0, 90_000)
    yield* Fiber.interrupt(flood)
    assert.strictEqual((yield* queue.status).waiting.bulk, 0)
  })

  it.live("that are cancelled leave nothing behind", function* () {
    const seen = watched(silent)
    const world = yield* mailWorld({ [mx]: seen.script })
    const timeouts = { greeting: Duration.seconds(30), total: Duration.seconds(30) }
    const pace = { connections: 2, startsPerSecond: 1_000 }
    const queue = yield* queueIn(world, { pace, timeouts })
    const asking = yield* Effect.forkChild(
      Effect.forEach(
        times(10, () => requestTo(mx)),
        queue.probe,
        unbounded
      )
    )
    yield* until(() => seen.open === 2)
    assert.strictEqual((yield* queue.status).waiting.realTime, 8)
    yield* Fiber.interrupt(asking)
    assert.isTrue(yield* until(() => seen.open === 0 && queue.isIdle()))
    assert.strictEqual((yield* queue.status).open, 0)
    assert.strictEqual(seen.starts.length, 2)
  })

  it.live(
    "all get an outcome when the queue is closed, and no connection stays open",
    function* () {
      const seen = watched(silent)
      const world = yield* mailWorld({ [mx]: seen.script })
      const asking = yield* Effect.gen(function* () {
        const queue = yield* queueIn(world, { pace: { connections: 2, startsPerSecond: 1_000 } })
        const ask = Effect.forEach(
          times(10, () => requestTo(mx)),
          queue.probe,
          unbounded
        )
        const fiber = yield* Effect.forkDetach(ask)
        yield* until(() => seen.open === 2)
        return fiber
      }).pipe(Effect.scoped)
      const results = yield* Fiber.join(asking)
      assert.isTrue(results.every(({ checked }) => !checked))
      assert.isTrue(yield* until(() => seen.open === 0))
    }
  )
})
