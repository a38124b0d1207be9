/** What the line makes of servers that turn on us: slower, a pause, the gate; and who is not to blame. */
import { assert, describe, it } from "@effect/vitest"
import { notChecked } from "@rcpt/domain/Smtp"
import { answersToJudgeMin, rateStrikesMax } from "@rcpt/verifier/mx/limits"
import type { BlockAlarm } from "@rcpt/verifier/mx/LineStatus"
import type { PaceState } from "@rcpt/verifier/mx/pace"
import { ordinaryPolicy } from "@rcpt/verifier/rules/probePolicies"
import { Effect } from "effect"

import { all, lineIn, linesIn, questionTo, silent, times, until, watched } from "./mxWorld.ts"
import type { LineOptions } from "./mxWorld.ts"
import { mailWorld, mannered } from "./smtpWorld.ts"
import type { Peer } from "./smtpWorld.ts"

const mx = "mx.x.test"
const adaptive: LineOptions = { fixed: false, policy: { startsPerSecond: 50 } }

/** Says so to every conversation from the n-th to the last. */
const turning = (from: number, to: number, words: string) => {
  let count = 0
  return mannered({
    greeting: () => {
      count += 1
      return count >= from && count <= to ? words : "220 mx.test"
    },
    rcpt: "250 ok"
  })
}

/** Each in a conversation of its own: the server closes after one. */
const once = (_: string, { socket }: Peer): void => void socket.end("250 ok\r\n")

describe("A provider", () => {
  it.live("that says 421 for a while is asked less, and as before when it is content", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: turning(3, 4, "421 4.7.0 not so fast") })
      const line = yield* lineIn(world, adaptive)
      const ask = Effect.suspend(() => line.ask(questionTo(mx)))
      // Each lets the conversation of the one before end.
      const rate = Effect.andThen(
        Effect.andThen(ask, Effect.sleep("150 millis")),
        Effect.map(line.status, ({ startsPerSecond = 0 }) => startsPerSecond)
      )
      assert.strictEqual(yield* rate, 50)
      yield* rate
      assert.strictEqual(yield* rate, 25)
      assert.strictEqual(yield* rate, 12.5)
      const rates = yield* Effect.forEach(times(5, String), () => rate)
      assert.deepStrictEqual(rates, [15, 17.5, 20, 22.5, 25])
    })
  )

  for (const words of [
    "421 4.3.2 too many connections",
    "450 4.7.1 too many connections from you"
  ]) {
    it.live(
      `that goes on saying ${words.slice(0, 9)} from its 50th conversation on is left alone`,
      () =>
        Effect.gen(function* () {
          const world = yield* mailWorld({ [mx]: turning(50, 1e9, words) })
          const saved: Array<PaceState> = []
          const memory = {
            load: Effect.sync(() => saved.at(-1)),
            save: (state: PaceState) => Effect.sync(() => void saved.push(state))
          }
          const policy = { startsPerSecond: 500, conversationsMax: 1 }
          const answers = yield* Effect.gen(function* () {
            const line = yield* lineIn(world, { fixed: false, policy, memory })
            return yield* Effect.forEach(
              times(600, () => questionTo(mx)),
              line.ask,
              all
            )
          }).pipe(Effect.scoped)
          assert.isFalse(answers.some(({ status }) => status === "undeliverable"))
          assert.strictEqual(answers.filter(({ status }) => status === "deliverable").length, 490)
          assert.strictEqual(world.peers(mx).length, 49 + rateStrikesMax)
          assert.deepInclude(answers, notChecked("smtp_throttled"))

          // Another process knows of the pause.
          const line = yield* lineIn(world, { fixed: false, policy, memory })
          assert.strictEqual((yield* line.status).circuit, "paused")
          assert.deepStrictEqual(yield* line.ask(questionTo(mx)), notChecked("smtp_throttled"))
          assert.strictEqual(world.peers(mx).length, 49 + rateStrikesMax)
        })
    )
  }

  it.live("that wants a pause gets it, also when nobody asks for a while", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: turning(1, 1e9, "421 4.7.0 not so fast") })
      const policy = { ...ordinaryPolicy, startsPerSecond: 500 }
      const lines = yield* linesIn(world)
      const ask = (host: string) => lines.ask(host, policy, questionTo(mx))
      yield* Effect.forEach(
        times(rateStrikesMax, () => mx),
        ask
      )
      const asked = world.peers(mx).length
      assert.strictEqual(asked, rateStrikesMax)
      // Those at rest are looked for every second; this one is not at rest.
      yield* Effect.sleep("2500 millis")
      assert.deepStrictEqual(yield* ask(mx), notChecked("smtp_throttled"))
      assert.strictEqual((yield* ask("another group")).status, "rate_limited")
    })
  )

  it.live("that has blocked us is not asked: policy_blocked at once, and an alarm", () =>
    Effect.gen(function* () {
      const blocked = "554 5.7.1 blocked using zen.spamhaus.org"
      const world = yield* mailWorld({ [mx]: mannered({ rcpt: blocked }) })
      const alarms: Array<BlockAlarm> = []
      const onAlarm = (alarm: BlockAlarm) => Effect.sync(() => void alarms.push(alarm))
      const line = yield* lineIn(world, { ...adaptive, onAlarm })
      const ask = (index: number) => line.ask(questionTo(mx, { domain: `d${index % 5}.test` }))
      const answers = yield* Effect.forEach(
        times(40, (index) => index),
        ask,
        all
      )
      assert.isTrue(answers.every(({ status }) => status === "policy_blocked"))
      const asked = answers.filter((one) => one.checked && one.transcript.length > 0).length
      assert.isAtLeast(asked, answersToJudgeMin)
      assert.isBelow(asked, 40)
      assert.deepStrictEqual(
        alarms.map(({ group }) => group),
        ["x.test"]
      )
      assert.isTrue((yield* line.status).isBlocked)
      const startedAt = performance.now()
      const next = yield* line.ask(questionTo(mx, { domain: "d9.test" }))
      assert.strictEqual(next.status, "policy_blocked")
      assert.isBelow(performance.now() - startedAt, 50)
    })
  )

  it.live("that closes every third conversation answers all the same", () =>
    Effect.gen(function* () {
      let count = 0
      const script = mannered({ rcpt: once })
      const world = yield* mailWorld({
        [mx]: (peer) => (++count % 3 === 0 ? peer.socket.destroy() : script(peer))
      })
      const line = yield* lineIn(world, { fixed: false, policy: { startsPerSecond: 200 } })
      const answers = yield* Effect.forEach(
        times(30, () => questionTo(mx)),
        line.ask,
        all
      )
      const delivered = answers.filter(({ status }) => status === "deliverable").length
      assert.strictEqual((yield* line.status).circuit, "closed")
      // A first question has its conversation's luck; a later one gets a second conversation.
      assert.isAtLeast(delivered, 15)
      assert.isFalse(answers.some(({ status }) => status === "undeliverable"))
    })
  )

  it.live("that never answers is left alone after a few, and nobody waits for it in vain", () =>
    Effect.gen(function* () {
      const seen = watched(silent)
      const world = yield* mailWorld({ [mx]: seen.script })
      const line = yield* lineIn(world, { fixed: false, policy: { startsPerSecond: 50 } })
      const answers = yield* Effect.forEach(
        times(60, () => questionTo(mx)),
        line.ask,
        all
      )
      const statuses = new Set(answers.map(({ status }) => status))
      assert.deepStrictEqual(statuses, new Set(["timeout", "not_checked"]))
      assert.isAtMost(seen.starts.length, 6)
      assert.strictEqual((yield* line.status).pause?.because, "silent")
      assert.isTrue(yield* until(() => seen.open === 0))
    })
  )
})

describe("A question", () => {
  it.live("goes back to the line when the conversation that it shared breaks, once", () =>
    Effect.gen(function* () {
      let asked = 0
      const rcpt = (_: string, { socket }: Peer) => {
        asked += 1
        if (asked % 3 !== 0) return "250 ok"
        return void socket.destroy()
      }
      const world = yield* mailWorld({ [mx]: mannered({ rcpt }) })
      const line = yield* lineIn(world, { pace: { conversations: 1, startsPerSecond: 1_000 } })
      const answers = yield* Effect.forEach(
        times(20, () => questionTo(mx)),
        line.ask,
        all
      )
      assert.isTrue(answers.every(({ status }) => status === "deliverable"))
      assert.isAbove(world.peers(mx).length, 5)
    })
  )

  it.live("is asked twice at most, whatever breaks", () =>
    Effect.gen(function* () {
      const rcpt = (words: string, { socket }: Peer) =>
        words.includes("@bad.test") ? void socket.destroy() : "250 ok"
      const world = yield* mailWorld({ [mx]: mannered({ rcpt }) })
      const line = yield* lineIn(world, { pace: { conversations: 1, startsPerSecond: 1_000 } })
      const questions = ["x.test", "bad.test"].map((domain) => questionTo(mx, { domain }))
      const answers = yield* Effect.forEach(questions, line.ask, all)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        ["deliverable", "unknown"]
      )
      assert.strictEqual(world.peers(mx).length, 2)
    })
  )

  it.live("shows its last replies to the operator, without addresses", () =>
    Effect.gen(function* () {
      const rcpt = (words: string) => `550 5.1.1 ${words} unknown`
      const world = yield* mailWorld({ [mx]: mannered({ rcpt }) })
      const line = yield* lineIn(world)
      yield* Effect.forEach(
        times(30, () => questionTo(mx)),
        line.ask,
        all
      )
      const { lastReplies } = yield* line.status
      assert.isAtMost(lastReplies.length, 20)
      assert.deepInclude(lastReplies[0], {
        host: mx,
        phase: "rcpt",
        code: 550,
        enhancedCode: "5.1.1"
      })
      assert.notInclude(JSON.stringify(yield* line.status), "@")
    })
  )
})
