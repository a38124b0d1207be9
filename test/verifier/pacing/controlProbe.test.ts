/** A domain's control address is probed once, however many probes need the result. */
import { DomainKnowledge, observationLifetime } from "@rcpt/verifier/DomainKnowledge"
import type { KnownDomain } from "@rcpt/verifier/DomainKnowledge"
import { smtpTimeouts as patient } from "@rcpt/verifier/smtp/limits"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import type { MailWorld } from "../smtp/smtpWorld.ts"
import { unbounded, queueIn, catchAllUnknown, requestTo, recipientsOf, times } from "./mxWorld.ts"

const mx = "mx.x.test"
const microsoft = "x-test.mail.protection.outlook.com"
const acceptsAll = replying({ rcpt: "250 ok" })

const isControl = (recipient: string): boolean => !/^u\d+@/.test(recipient)
const controlsIn = (world: MailWorld, host: string) =>
  recipientsOf(world, host).flat().filter(isControl).length

describe("The control probe", () => {
  for (const host of [mx, microsoft]) {
    it.live(`is made once for 1,000 probes of one domain at ${host}`, function* () {
      const world = yield* mailWorld({ [host]: acceptsAll })
      const queue = yield* queueIn(world, {
        pace: { connections: 5, startsPerSecond: 1_000 },
        timeouts: patient
      })
      const requests = times(1_000, () => requestTo(host, catchAllUnknown))
      const results = yield* Effect.forEach(requests, queue.probe, unbounded)
      assert.deepStrictEqual([...new Set(results.map(({ status }) => status))], ["catch_all"])
      assert.strictEqual(controlsIn(world, host), 1)
      const perSession = recipientsOf(world, host)
      const cap = host === mx ? 10 : 5
      assert.isTrue(perSession.every(({ length }) => length <= cap))
      if (host === microsoft) {
        const separate = perSession.find((recipients) => recipients.some(isControl))
        assert.strictEqual(separate?.length, 1)
      }
    })
  }

  it.live(
    "counts as a recipient: without room in the session it gets one of its own",
    function* () {
      const world = yield* mailWorld({ [mx]: acceptsAll })
      const queue = yield* queueIn(world, { pace: { connections: 1, startsPerSecond: 1_000 } })
      // The first probe needs no control probe, so the tenth recipient is one that needs an eleventh.
      const requests = times(40, (index) =>
        requestTo(mx, { ...catchAllUnknown, domain: `d${index}.test` })
      )
      const [, ...results] = yield* Effect.forEach(
        [requestTo(mx), ...requests],
        queue.probe,
        unbounded
      )
      assert.isTrue(results.every(({ status }) => status === "catch_all"))
      assert.strictEqual(controlsIn(world, mx), 40)
      assert.isTrue(recipientsOf(world, mx).every(({ length }) => length <= 10))
    }
  )

  it.live("is made again by a later probe when it showed nothing", function* () {
    const rcpt = (words: string) => (isControl(words.slice(4)) ? "450 4.2.0 greylisted" : "250 ok")
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const queue = yield* queueIn(world)
    for (const request of times(3, () => requestTo(mx, catchAllUnknown))) {
      assert.strictEqual((yield* queue.probe(request)).status, "unknown")
    }
    assert.strictEqual(controlsIn(world, mx), 3)
  })

  it.live("holds up no probe beyond its own deadline", function* () {
    const rcpt = (words: string) => (isControl(words.slice(4)) ? undefined : "250 ok")
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const queue = yield* queueIn(world)
    const startedAt = performance.now()
    const hasty = Effect.suspend(() =>
      queue.probe(requestTo(mx, { ...catchAllUnknown, deadline: Date.now() + 100 }))
    )
    const [, result] = yield* Effect.all(
      [queue.probe(requestTo(mx, catchAllUnknown)), Effect.delay(hasty, "50 millis")],
      unbounded
    )
    assert.strictEqual(result.status, "unknown")
    assert.isBelow(performance.now() - startedAt, 1_000)
  })

  it.live("is not made where its result is remembered", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ [mx]: acceptsAll })
      const knowledge = yield* DomainKnowledge
      yield* knowledge.learn("x.test", { about: "catchAll", takesAll: false, source: mx })
      const queue = yield* queueIn(world, { knowledge })
      const result = yield* queue.probe(requestTo(mx, catchAllUnknown))
      assert.strictEqual(result.status, "deliverable")
      assert.strictEqual(controlsIn(world, mx), 0)
    }).pipe(Effect.provide(DomainKnowledge.layerLocal))
  )
})

describe("A queue", () => {
  it.live("learns that a domain wants TLS, and how long it greylists", () =>
    Effect.gen(function* () {
      const mail = (words: string) =>
        words.includes("bounce") ? "530 5.7.0 Must issue a STARTTLS command first" : "250 ok"
      const world = yield* mailWorld({ [mx]: acceptsAll, "tls.x.test": replying({ mail }) })
      const knowledge = yield* DomainKnowledge
      const queue = yield* queueIn(world, { knowledge })
      yield* queue.probe(requestTo("tls.x.test", { domain: "tls.test" }))
      yield* queue.probe(requestTo(mx, { deferredAt: Date.now() - 60_000 }))
      assert.strictEqual((yield* knowledge.recall("tls.test")).needsTls, true)
      assert.approximately((yield* knowledge.recall("x.test")).greylistMillis ?? 0, 60_000, 5_000)
    }).pipe(Effect.provide(DomainKnowledge.layerLocal))
  )
})

describe("The knowledge of a process", () => {
  it.effect("keeps each observation for its lifetime, and mixes no domains", () =>
    Effect.gen(function* () {
      const { learn, recall } = yield* DomainKnowledge
      yield* learn("x.test", { about: "catchAll", takesAll: true, source: mx })
      yield* learn("x.test", { about: "greylist", delayMillis: 300_000, source: mx })
      const shape = ({ catchAll, greylistMillis }: KnownDomain) => [catchAll._tag, greylistMillis]
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Present", 300_000])
      assert.deepStrictEqual(shape(yield* recall("y.test")), ["Unanswered", undefined])
      yield* TestClock.adjust(Duration.subtract(observationLifetime.catchAll, Duration.millis(1)))
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Present", 300_000])
      yield* TestClock.adjust(Duration.millis(1))
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Unanswered", 300_000])
      yield* learn("x.test", { about: "catchAll", takesAll: false, source: mx })
      assert.deepStrictEqual(shape(yield* recall("x.test")), ["Absent", 300_000])
    }).pipe(Effect.provide(DomainKnowledge.layerLocal))
  )

  it.effect("is bounded: the least recently used domain goes first", () =>
    Effect.gen(function* () {
      const { learn, recall } = yield* DomainKnowledge
      for (let n = 0; n <= 50_000; n++) {
        yield* learn(`d${n}.test`, { about: "tls", needed: true, source: mx })
      }
      assert.isUndefined((yield* recall("d0.test")).needsTls)
      assert.isTrue((yield* recall("d1.test")).needsTls)
    }).pipe(Effect.provide(DomainKnowledge.layerLocal))
  )
})
