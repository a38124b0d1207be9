/** How a queue reacts to servers that turn against us: a slower pace, a pause, a block. */
import { notChecked } from "@rcpt/domain/Smtp"
import { answersToJudgeMin, rateStrikesMax } from "@rcpt/verifier/pacing/limits"
import type { PaceState } from "@rcpt/verifier/pacing/pace"
import type { BlockAlarm } from "@rcpt/verifier/pacing/QueueStatus"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import type { Peer } from "../smtp/smtpWorld.ts"
import {
  unbounded,
  queueIn,
  queuesIn,
  requestTo,
  silent,
  times,
  until,
  watched
} from "./mxWorld.ts"
import type { QueueOptions } from "./mxWorld.ts"

const mx = "mx.x.test"
const adaptive: QueueOptions = { fixed: false, policy: { startsPerSecond: 50 } }

/** Greets the sessions from number `from` to number `to` with `words`. */
const turning = (from: number, to: number, words: string) => {
  let count = 0
  return replying({
    greeting: () => {
      count += 1
      return count >= from && count <= to ? words : "220 mx.test"
    },
    rcpt: "250 ok"
  })
}

/** One recipient per session: then the server closes the connection. */
const oneRecipient = (_: string, { socket }: Peer): void => void socket.end("250 ok\r\n")

describe("A provider", () => {
  it.live(
    "that says 421 for a while is probed less, and as before when it no longer does",
    function* () {
      const world = yield* mailWorld({ [mx]: turning(3, 4, "421 4.7.0 not so fast") })
      const queue = yield* queueIn(world, adaptive)
      const ask = Effect.suspend(() => queue.probe(requestTo(mx)))
      // Each waits until the session before has ended.
      const rate = Effect.andThen(
        Effect.andThen(ask, Effect.sleep("150 millis")),
        Effect.map(queue.status, ({ startsPerSecond = 0 }) => startsPerSecond)
      )
      assert.strictEqual(yield* rate, 50)
      yield* rate
      assert.strictEqual(yield* rate, 25)
      assert.strictEqual(yield* rate, 12.5)
      const rates = yield* Effect.forEach(times(5, String), () => rate)
      assert.deepStrictEqual(rates, [15, 17.5, 20, 22.5, 25])
    }
  )

  for (const words of [
    "421 4.3.2 too many connections",
    "450 4.7.1 too many connections from you"
  ]) {
    it.live(`that says ${words.slice(0, 9)} from its 50th session on gets a pause`, function* () {
      const world = yield* mailWorld({ [mx]: turning(50, 1e9, words) })
      const saved: Array<PaceState> = []
      const storage = {
        load: Effect.sync(() => saved.at(-1)),
        save: (state: PaceState) => Effect.sync(() => void saved.push(state))
      }
      const policy = { startsPerSecond: 500, connectionsMax: 1 }
      const results = yield* Effect.gen(function* () {
        const queue = yield* queueIn(world, { fixed: false, policy, storage })
        return yield* Effect.forEach(
          times(600, () => requestTo(mx)),
          queue.probe,
          unbounded
        )
      }).pipe(Effect.scoped)
      assert.isFalse(results.some(({ status }) => status === "undeliverable"))
      assert.strictEqual(results.filter(({ status }) => status === "deliverable").length, 490)
      assert.strictEqual(world.peers(mx).length, 49 + rateStrikesMax)
      assert.deepInclude(results, notChecked("smtp_throttled"))

      // Another process knows of the pause.
      const queue = yield* queueIn(world, { fixed: false, policy, storage })
      assert.strictEqual((yield* queue.status).circuit, "paused")
      assert.deepStrictEqual(yield* queue.probe(requestTo(mx)), notChecked("smtp_throttled"))
      assert.strictEqual(world.peers(mx).length, 49 + rateStrikesMax)
    })
  }

  it.live("that wants a pause gets it, also while no probe comes", function* () {
    const world = yield* mailWorld({ [mx]: turning(1, 1e9, "421 4.7.0 not so fast") })
    const policy = { ...ordinaryPolicy, startsPerSecond: 500 }
    const queues = yield* queuesIn(world)
    const ask = (host: string) => queues.probe(host, policy, requestTo(mx))
    yield* Effect.forEach(
      times(rateStrikesMax, () => mx),
      ask
    )
    const asked = world.peers(mx).length
    assert.strictEqual(asked, rateStrikesMax)
    // Rested queues are closed every second; this one is not at rest.
    yield* Effect.sleep("2500 millis")
    assert.deepStrictEqual(yield* ask(mx), notChecked("smtp_throttled"))
    assert.strictEqual((yield* ask("another group")).status, "rate_limited")
  })

  const weAreBlocked = { ...notChecked("smtp_unavailable"), isBlocked: true } as const

  it.live(
    "that has blocked us is not probed: who waits hears it at once, and an alarm",
    function* () {
      const blocked = "554 5.7.1 blocked using zen.spamhaus.org"
      const world = yield* mailWorld({ [mx]: replying({ rcpt: blocked }) })
      const alarms: Array<BlockAlarm> = []
      const onAlarm = (alarm: BlockAlarm) => Effect.sync(() => void alarms.push(alarm))
      const queue = yield* queueIn(world, { ...adaptive, onAlarm })
      const ask = (index: number) => queue.probe(requestTo(mx, { domain: `d${index % 5}.test` }))
      const results = yield* Effect.forEach(
        times(40, (index) => index),
        ask,
        unbounded
      )
      const told = results.filter(({ status }) => status === "policy_blocked")
      const asked = told.length
      const others = results.filter(({ status }) => status !== "policy_blocked")
      for (const other of others) assert.deepStrictEqual(other, weAreBlocked)
      assert.isAtLeast(asked, answersToJudgeMin)
      assert.isBelow(asked, 40)
      assert.deepStrictEqual(
        alarms.map(({ group }) => group),
        ["x.test"]
      )
      assert.isTrue((yield* queue.status).isBlocked)
      const startedAt = performance.now()
      const next = yield* queue.probe(requestTo(mx, { domain: "d9.test" }))
      assert.deepStrictEqual(next, weAreBlocked)
      assert.isBelow(performance.now() - startedAt, 50)
      const row = yield* queue.probe(requestTo(mx, { domain: "d9.test", urgency: "bulk" }))
      assert.deepStrictEqual(row, notChecked("smtp_throttled"))
    }
  )

  it.live(
    "that writes our address before each reason keeps its pace, and its living mailbox is found",
    function* () {
      // As Daum, Hanmail and Kakao do.
      const daum = replying({
        rcpt: (words, { socket }) =>
          /alive/i.test(words)
            ? "250 ok"
            : `550 5.1.1 RUSR ${socket.remoteAddress ?? ""}: No such user: ${words.slice(3)}`
      })
      const world = yield* mailWorld({ [mx]: daum })
      const queue = yield* queueIn(world, adaptive)
      const dead = yield* Effect.forEach(
        times(36, (index) => index),
        (index) => queue.probe(requestTo(mx, { domain: `d${index % 6}.test` })),
        unbounded
      )
      const alive = yield* queue.probe(
        requestTo(mx, { address: { localPart: "alive", domain: "x.test", smtputf8: false } })
      )
      assert.deepStrictEqual(
        [...new Set(dead.map((smtp) => smtp.checked && smtp.subReason))],
        ["mailbox_not_found"]
      )
      assert.strictEqual(alive.status, "deliverable")
      assert.strictEqual((yield* queue.status).startsPerSecond, 50)
    }
  )

  it.live(
    "whose words nobody understands keeps its pace, and the operator sees them",
    function* () {
      const odd = replying({ rcpt: (words) => `550 ${words.slice(3)}: zork frobnicated for u` })
      const world = yield* mailWorld({ [mx]: odd })
      const queue = yield* queueIn(world, adaptive)
      yield* Effect.forEach(
        times(12, (index) => index),
        (index) => queue.probe(requestTo(mx, { domain: `d${index}.test` }))
      )
      const { startsPerSecond, circuit, unread } = yield* queue.status
      assert.deepStrictEqual([startsPerSecond, circuit], [50, "closed"])
      assert.deepStrictEqual(unread?.texts, ["550 <<recipient>>: zork frobnicated for u"])
      assert.isAtLeast(unread?.count ?? 0, 12)
    }
  )

  it.live("that closes every third session is still probed", function* () {
    let count = 0
    const script = replying({ rcpt: oneRecipient })
    const world = yield* mailWorld({
      [mx]: (peer) => (++count % 3 === 0 ? peer.socket.destroy() : script(peer))
    })
    const queue = yield* queueIn(world, { fixed: false, policy: { startsPerSecond: 200 } })
    const results = yield* Effect.forEach(
      times(30, () => requestTo(mx)),
      queue.probe,
      unbounded
    )
    const delivered = results.filter(({ status }) => status === "deliverable").length
    assert.strictEqual((yield* queue.status).circuit, "closed")
    // Only a session that was used before gives its probe a second session.
    assert.isAtLeast(delivered, 15)
    assert.isFalse(results.some(({ status }) => status === "undeliverable"))
  })

  it.live(
    "that never answers gets a pause after a few sessions, and no probe waits in vain",
    function* () {
      const seen = watched(silent)
      const world = yield* mailWorld({ [mx]: seen.script })
      const queue = yield* queueIn(world, { fixed: false, policy: { startsPerSecond: 50 } })
      const results = yield* Effect.forEach(
        times(60, () => requestTo(mx)),
        queue.probe,
        unbounded
      )
      const statuses = new Set(results.map(({ status }) => status))
      assert.deepStrictEqual(statuses, new Set(["timeout", "not_checked"]))
      assert.isAtMost(seen.starts.length, 6)
      assert.strictEqual((yield* queue.status).pause?.because, "silent")
      assert.isTrue(yield* until(() => seen.open === 0))
    }
  )
})

describe("A probe", () => {
  it.live("goes back to the queue once when the session that it shares breaks", function* () {
    let asked = 0
    const rcpt = (_: string, { socket }: Peer) => {
      if (socket.destroyed) return
      asked += 1
      if (asked % 3 !== 0) return "250 ok"
      return void socket.destroy()
    }
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const queue = yield* queueIn(world, { pace: { connections: 1, startsPerSecond: 1_000 } })
    const results = yield* Effect.forEach(
      times(20, () => requestTo(mx)),
      queue.probe,
      unbounded
    )
    assert.isTrue(results.every(({ status }) => status === "deliverable"))
    assert.isAbove(world.peers(mx).length, 5)
  })

  it.live("is made twice at most, whatever breaks", function* () {
    const rcpt = (words: string, { socket }: Peer) =>
      words.includes("@bad.test") ? void socket.destroy() : "250 ok"
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const queue = yield* queueIn(world, { pace: { connections: 1, startsPerSecond: 1_000 } })
    const requests = ["x.test", "bad.test"].map((domain) => requestTo(mx, { domain }))
    const results = yield* Effect.forEach(requests, queue.probe, unbounded)
    assert.deepStrictEqual(
      results.map(({ status }) => status),
      ["deliverable", "unknown"]
    )
    assert.strictEqual(world.peers(mx).length, 2)
  })

  it.live("shows its replies to the operator, without addresses", function* () {
    const rcpt = (words: string) => `550 5.1.1 ${words} user unknown`
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const queue = yield* queueIn(world)
    yield* Effect.forEach(
      times(30, () => requestTo(mx)),
      queue.probe,
      unbounded
    )
    const { lastReplies } = yield* queue.status
    assert.isAtMost(lastReplies.length, 20)
    assert.deepInclude(lastReplies[0], {
      host: mx,
      phase: "rcpt",
      code: 550,
      enhancedCode: "5.1.1"
    })
    assert.notInclude(JSON.stringify(yield* queue.status), "@")
  })
})
