/** The line in front of a group of mail hosts, as real servers see it. */
import { assert, describe, it } from "@effect/vitest"
import { notChecked } from "@rcpt/domain/Smtp"
import { Places } from "@rcpt/verifier/mx/Places"
import { Clock, Duration, Effect, Fiber } from "effect"

import { all, lineIn, questionTo, recipientsOf, silent, times, until, watched } from "./mxWorld.ts"
import { mailWorld, mannered } from "./smtpWorld.ts"

const mx = "mx.x.test"
const knowsAll = mannered({ rcpt: "250 ok" })

describe("Conversations with a group", () => {
  it.live("start no faster than its pace, and no more are open at once, as the server counts", () =>
    Effect.gen(function* () {
      const seen = watched(knowsAll)
      const world = yield* mailWorld({ [mx]: seen.script })
      const policy = { startsPerSecond: 20, conversationsMax: 2, recipientsMax: 10 }
      const line = yield* lineIn(world, { fixed: false, policy })
      const answers = yield* Effect.forEach(
        times(300, () => questionTo(mx)),
        line.ask,
        all
      )
      assert.isTrue(answers.every(({ status }) => status === "deliverable"))
      assert.isAtMost(seen.openMax, 2)
      const [first = 0] = seen.starts
      for (const [index, at] of seen.starts.entries()) {
        // Grace for what a busy machine adds between our clock and the server's.
        assert.isAtLeast(at - first, index * 50 - 40)
      }
      assert.isAtLeast(seen.starts.length, 30)
    })
  )

  it.live(
    "hold as many recipients as the policy allows, not one more, and then take their leave",
    () =>
      Effect.gen(function* () {
        const world = yield* mailWorld({ [mx]: knowsAll })
        const line = yield* lineIn(world, { pace: { conversations: 1, startsPerSecond: 1_000 } })
        yield* Effect.forEach(
          times(95, () => questionTo(mx)),
          line.ask,
          all
        )
        const asked = recipientsOf(world, mx).map(({ length }) => length)
        assert.strictEqual(asked.length, 10)
        assert.isTrue(asked.every((count) => count <= 10))
        yield* until(() => world.peers(mx).every(({ heard }) => heard.at(-1) === "QUIT"))
        assert.isTrue(world.peers(mx).every(({ heard }) => heard.at(-1) === "QUIT"))
      })
  )

  it.live("answer at least five times as many, at the same pace, as if each were for one", () =>
    Effect.gen(function* () {
      const alone = mannered({ rcpt: "250 ok\r\n421 4.7.0 one per connection" })
      const world = yield* mailWorld({ [mx]: knowsAll, "alone.x.test": alone })
      const answered = (host: string) =>
        Effect.gen(function* () {
          const pace = { conversations: 2, startsPerSecond: 20 }
          const line = yield* lineIn(world, { pace })
          let count = 0
          const asking = yield* Effect.forkChild(
            Effect.forEach(
              times(400, () => questionTo(host)),
              (question) => Effect.tap(line.ask(question), () => Effect.sync(() => count++)),
              all
            )
          )
          yield* Effect.sleep("700 millis")
          yield* Fiber.interrupt(asking)
          return count
        }).pipe(Effect.scoped)
      const withReuse = yield* answered(mx)
      const without = yield* answered("alone.x.test")
      assert.isAbove(without, 5)
      assert.isAtLeast(withReuse, 5 * without)
    })
  )

  it.live("wait a moment for the next question, which then needs no other", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: knowsAll })
      const line = yield* lineIn(world)
      for (const question of times(8, () => questionTo(mx))) yield* line.ask(question)
      assert.strictEqual(world.peers(mx).length, 1)
    })
  )

  it.live(
    "are for questions whose mail would go there, and end for others that need the slot",
    () =>
      Effect.gen(function* () {
        const world = yield* mailWorld({ "a.x.test": knowsAll, "b.x.test": knowsAll })
        const line = yield* lineIn(world, { pace: { conversations: 1 } })
        const hosts = ["a.x.test", "b.x.test"]
        const questions = times(12, (index) => questionTo(hosts[index % 2] ?? "", {}))
        const equal = times(4, () => questionTo(hosts))
        yield* Effect.forEach([...questions, ...equal], line.ask, all)
        for (const host of hosts) {
          assert.strictEqual(recipientsOf(world, host).flat().length >= 6, true)
          assert.isAtMost(world.peers(host).length, 2)
        }
      })
  )

  it.live("are as many in all as the process may have, whichever the group", () =>
    Effect.gen(function* () {
      const seen = watched(knowsAll)
      const world = yield* mailWorld({ [mx]: seen.script })
      const places = new Places(3)
      const lines = yield* Effect.forEach(times(10, String), () => lineIn(world, { places }))
      const ask = Effect.forEach(
        lines.flatMap((line) => times(15, () => line)),
        (line) => line.ask(questionTo(mx)),
        all
      )
      const answers = yield* ask
      assert.isTrue(answers.every(({ status }) => status === "deliverable"))
      assert.isAtMost(seen.openMax, 3)
    })
  )
})

describe("Questions in line", () => {
  it.live("of two accounts get equal shares, and real time goes first", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: knowsAll })
      const line = yield* lineIn(world, { pace: { conversations: 2, startsPerSecond: 100 } })
      const order: Array<string> = []
      const asking = (account: string, count: number, urgency: "bulk" | "realTime") =>
        Effect.forEach(
          times(count, () => questionTo(mx, { account, urgency })),
          (question) =>
            Effect.tap(line.ask(question), () => Effect.sync(() => order.push(account))),
          all
        )
      const bulk = [asking("a", 300, "bulk"), asking("b", 150, "bulk")]
      yield* Effect.all([...bulk, asking("now", 5, "realTime")], all)
      const share = order.slice(0, 200).filter((one) => one === "a").length
      assert.approximately(share, 100, 10)
      // Two conversations had begun with bulk before it came.
      assert.isAtMost(order.lastIndexOf("now"), 8)
    })
  )

  it.live("are answered smtp_throttled when there is no slot in time, or cannot be", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: () => {} })
      const line = yield* lineIn(world, { pace: { conversations: 1 } })
      const waitUntil = Date.now() + 100
      const questions = times(20, () => questionTo(mx, { waitUntil }))
      const startedAt = yield* Clock.currentTimeMillis
      const [first, ...others] = yield* Effect.forEach(questions, line.ask, all)
      assert.strictEqual(first?.status, "timeout")
      for (const other of others) assert.deepStrictEqual(other, notChecked("smtp_throttled"))
      assert.isBelow((yield* Clock.currentTimeMillis) - startedAt, 1_500)
    })
  )

  it.live("do not wait behind 100,000 of another account", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: knowsAll })
      const line = yield* lineIn(world, { pace: { conversations: 2, startsPerSecond: 50 } })
      const deadline = Date.now() + 300_000
      const slow = { account: "a", urgency: "bulk", deadline, waitUntil: deadline } as const
      const flood = yield* Effect.forkChild(
        Effect.forEach(
          times(100_000, () => questionTo(mx, slow)),
          line.ask,
          all
        )
      )
      yield* until(() => world.peers(mx).length > 0, 20_000)
      const startedAt = performance.now()
      const one = yield* line.ask(questionTo(mx, { account: "b", urgency: "bulk" }))
      assert.strictEqual(one.status, "deliverable")
      assert.isBelow(performance.now() - startedAt, 2_000)
      assert.isAbove((yield* line.status).waiting.byAccount["a"] ?? 0, 90_000)
      yield* Fiber.interrupt(flood)
      assert.strictEqual((yield* line.status).waiting.bulk, 0)
    })
  )

  it.live("free everything when nobody wants to know any more", () =>
    Effect.gen(function* () {
      const seen = watched(silent)
      const world = yield* mailWorld({ [mx]: seen.script })
      const waits = { greeting: Duration.seconds(30), whole: Duration.seconds(30) }
      const pace = { conversations: 2, startsPerSecond: 1_000 }
      const line = yield* lineIn(world, { pace, waits })
      const asking = yield* Effect.forkChild(
        Effect.forEach(
          times(10, () => questionTo(mx)),
          line.ask,
          all
        )
      )
      yield* until(() => seen.open === 2)
      assert.strictEqual((yield* line.status).waiting.realTime, 8)
      yield* Fiber.interrupt(asking)
      assert.isTrue(yield* until(() => seen.open === 0 && line.isIdle()))
      assert.strictEqual((yield* line.status).open, 0)
      assert.strictEqual(seen.starts.length, 2)
    })
  )

  it.live("all get an answer when the line is closed, and no connection stays", () =>
    Effect.gen(function* () {
      const seen = watched(silent)
      const world = yield* mailWorld({ [mx]: seen.script })
      const asking = yield* Effect.gen(function* () {
        const line = yield* lineIn(world, { pace: { conversations: 2, startsPerSecond: 1_000 } })
        const ask = Effect.forEach(
          times(10, () => questionTo(mx)),
          line.ask,
          all
        )
        const fiber = yield* Effect.forkDetach(ask)
        yield* until(() => seen.open === 2)
        return fiber
      }).pipe(Effect.scoped)
      const answers = yield* Fiber.join(asking)
      assert.isTrue(answers.every(({ checked }) => !checked))
      assert.isTrue(yield* until(() => seen.open === 0))
    })
  )
})
