/** What a domain does with strangers is asked once, however many need to know. */
import { assert, describe, it } from "@effect/vitest"
import { DomainMemory, lessonLifetime } from "@rcpt/verifier/DomainMemory"
import type { DomainKnowledge } from "@rcpt/verifier/DomainMemory"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

import { all, lineIn, open, questionTo, recipientsOf, times } from "./mxWorld.ts"
import { mailWorld, mannered } from "./smtpWorld.ts"
import type { MailWorld } from "./smtpWorld.ts"

const mx = "mx.x.test"
const microsoft = "x-test.mail.protection.outlook.com"
const takesAll = mannered({ rcpt: "250 ok" })

const isMadeUp = (recipient: string): boolean => !/^u\d+@/.test(recipient)
const controlsIn = (world: MailWorld, host: string) =>
  recipientsOf(world, host).flat().filter(isMadeUp).length

describe("The control question", () => {
  for (const host of [mx, microsoft]) {
    it.live(`is asked once for 1,000 questions about one domain at ${host}`, () =>
      Effect.gen(function* () {
        const world = yield* mailWorld({ [host]: takesAll })
        const line = yield* lineIn(world, { pace: { conversations: 5, startsPerSecond: 1_000 } })
        const questions = times(1_000, () => questionTo(host, open))
        const answers = yield* Effect.forEach(questions, line.ask, all)
        assert.isTrue(answers.every(({ status }) => status === "catch_all"))
        assert.strictEqual(controlsIn(world, host), 1)
        const perConversation = recipientsOf(world, host)
        const cap = host === mx ? 10 : 5
        assert.isTrue(perConversation.every(({ length }) => length <= cap))
        if (host === microsoft) {
          const apart = perConversation.find((recipients) => recipients.some(isMadeUp))
          assert.strictEqual(apart?.length, 1)
        }
      })
    )
  }

  it.live("has room in the conversation, or one of its own: it counts as a recipient", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: takesAll })
      const line = yield* lineIn(world, { pace: { conversations: 1, startsPerSecond: 1_000 } })
      // The first one needs none, so that the tenth recipient of all is one who needs an eleventh.
      const questions = times(40, (index) => questionTo(mx, { ...open, domain: `d${index}.test` }))
      const [, ...answers] = yield* Effect.forEach([questionTo(mx), ...questions], line.ask, all)
      assert.isTrue(answers.every(({ status }) => status === "catch_all"))
      assert.strictEqual(controlsIn(world, mx), 40)
      assert.isTrue(recipientsOf(world, mx).every(({ length }) => length <= 10))
    })
  )

  it.live("is asked anew by who comes later when nothing was learnt", () =>
    Effect.gen(function* () {
      const rcpt = (words: string) => (isMadeUp(words.slice(4)) ? "450 4.2.0 greylisted" : "250 ok")
      const world = yield* mailWorld({ [mx]: mannered({ rcpt }) })
      const line = yield* lineIn(world)
      for (const question of times(3, () => questionTo(mx, open))) {
        assert.strictEqual((yield* line.ask(question)).status, "unknown")
      }
      assert.strictEqual(controlsIn(world, mx), 3)
    })
  )

  it.live("keeps those who wait for it no longer than their own deadline", () =>
    Effect.gen(function* () {
      const rcpt = (words: string) => (isMadeUp(words.slice(4)) ? undefined : "250 ok")
      const world = yield* mailWorld({ [mx]: mannered({ rcpt }) })
      const line = yield* lineIn(world)
      const startedAt = performance.now()
      const hasty = Effect.suspend(() =>
        line.ask(questionTo(mx, { ...open, deadline: Date.now() + 100 }))
      )
      const [, answer] = yield* Effect.all(
        [line.ask(questionTo(mx, open)), Effect.delay(hasty, "50 millis")],
        all
      )
      assert.strictEqual(answer.status, "unknown")
      assert.isBelow(performance.now() - startedAt, 1_000)
    })
  )

  it.live("is asked of nobody where it is remembered", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: takesAll })
      const domains = yield* DomainMemory
      yield* domains.learn("x.test", { about: "catchAll", takesAll: false, source: mx })
      const line = yield* lineIn(world, { domains })
      const answer = yield* line.ask(questionTo(mx, open))
      assert.strictEqual(answer.status, "deliverable")
      assert.strictEqual(controlsIn(world, mx), 0)
    }).pipe(Effect.provide(DomainMemory.layerLocal))
  )
})

describe("A line", () => {
  it.live("learns that a domain wants TLS, and how long it made us wait", () =>
    Effect.gen(function* () {
      const mail = (words: string) =>
        words.includes("bounce") ? "530 5.7.0 Must issue a STARTTLS command first" : "250 ok"
      const world = yield* mailWorld({ [mx]: takesAll, "tls.x.test": mannered({ mail }) })
      const domains = yield* DomainMemory
      const line = yield* lineIn(world, { domains })
      yield* line.ask(questionTo("tls.x.test", { domain: "tls.test" }))
      yield* line.ask(questionTo(mx, { deferredAt: Date.now() - 60_000 }))
      assert.strictEqual((yield* domains.recall("tls.test")).needsTls, true)
      assert.approximately((yield* domains.recall("x.test")).greylistMillis ?? 0, 60_000, 5_000)
    }).pipe(Effect.provide(DomainMemory.layerLocal))
  )
})

describe("The memory of a process", () => {
  it.effect("holds each lesson for its time, and knows nothing of other domains", () =>
    Effect.gen(function* () {
      const { learn, recall } = yield* DomainMemory
      yield* learn("x.test", { about: "catchAll", takesAll: true, source: mx })
      yield* learn("x.test", { about: "greylist", delayMillis: 300_000, source: mx })
      const shape = ({ catchAll, greylistMillis }: DomainKnowledge) => [
        catchAll._tag,
        greylistMillis
      ]
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Present", 300_000])
      assert.deepStrictEqual(shape(yield* recall("y.test")), ["Unanswered", undefined])
      yield* TestClock.adjust(Duration.subtract(lessonLifetime.catchAll, Duration.millis(1)))
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Present", 300_000])
      yield* TestClock.adjust(Duration.millis(1))
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Unanswered", 300_000])
      yield* learn("x.test", { about: "catchAll", takesAll: false, source: mx })
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Absent", 300_000])
    }).pipe(Effect.provide(DomainMemory.layerLocal))
  )

  it.effect("forgets what it learnt longest ago before it grows without end", () =>
    Effect.gen(function* () {
      const { learn, recall } = yield* DomainMemory
      for (let n = 0; n <= 50_000; n++) {
        yield* learn(`d${n}.test`, { about: "tls", needed: true, source: mx })
      }
      assert.isUndefined((yield* recall("d0.test")).needsTls)
      assert.isTrue((yield* recall("d1.test")).needsTls)
    }).pipe(Effect.provide(DomainMemory.layerLocal))
  )
})
