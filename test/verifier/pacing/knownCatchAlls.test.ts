/** Rows of a list at a domain that takes every address are not asked about for nothing. */
import { render } from "@rcpt/api/render"
import { absent, present } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { judge } from "@rcpt/verifier/judge/judge"
import { probeRequestFor, withSmtpEvidence } from "@rcpt/verifier/Prober"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { sentencesOf } from "../judge/everySentence.ts"
import { evidence, wellFormed } from "../judge/evidence.ts"
import { mailWorld, replying } from "../smtp/smtpWorld.ts"
import { catchAllUnknown, queueIn, recipientsOf, requestTo, times, unbounded } from "./mxWorld.ts"

const mx = "mx.x.test"
const pace = { connections: 1, startsPerSecond: 1_000 }
const rows = (count: number, urgency: "bulk" | "realTime") =>
  times(count, () => requestTo(mx, { ...catchAllUnknown, urgency }))

describe("Of the rows of a list at a domain that takes every address,", () => {
  it.live("a small sample is asked about after the control address", function* () {
    const world = yield* mailWorld({ [mx]: replying({ rcpt: "250 ok" }) })
    const queue = yield* queueIn(world, { pace })
    const results = yield* Effect.forEach(rows(200, "bulk"), queue.probe)
    const asked = results.filter(({ checked }) => checked)
    assert.isTrue(asked.every(({ status }) => status === "catch_all"))
    for (const one of results) {
      if (one.checked) continue
      assert.strictEqual(one.reason, "smtp_not_required")
      assert.match(one.catchAllBecause ?? "", /mx\.x\.test accepted a made-up address/)
      assert.approximately(one.catchAllLearntAt ?? 0, Date.now(), 60_000)
    }
    // The first, and one of sixteen; the control address comes to them.
    assert.isAtLeast(asked.length, 2)
    assert.isAtMost(asked.length, 40)
    assert.strictEqual(recipientsOf(world, mx).flat().length, asked.length + 1)
  })

  it.live(
    "one goes ahead of those that come at once, however many may be asked about",
    function* () {
      const world = yield* mailWorld({ [mx]: replying({ rcpt: "250 ok" }) })
      const queue = yield* queueIn(world)
      const results = yield* Effect.forEach(rows(100, "bulk"), queue.probe, unbounded)
      assert.isAtMost(results.filter(({ checked }) => checked).length, 20)
      assert.isAtMost(recipientsOf(world, mx).flat().length, 40)
    }
  )

  it.live("the others are asked about where the first one shows nothing", function* () {
    const world = yield* mailWorld({ [mx]: replying({ rcpt: "550 5.1.1 no such user" }) })
    const queue = yield* queueIn(world)
    const results = yield* Effect.forEach(rows(30, "bulk"), queue.probe, unbounded)
    assert.isTrue(results.every(({ status }) => status === "undeliverable"))
  })

  it.live("all are asked about again once one of them is refused", function* () {
    let takesAll = true
    const rcpt = () => (takesAll ? "250 ok" : "550 5.1.1 no such user")
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const queue = yield* queueIn(world, { pace })
    yield* queue.probe(requestTo(mx, { ...catchAllUnknown, urgency: "bulk" }))
    takesAll = false
    yield* Effect.forEach(rows(200, "bulk"), queue.probe)
    const results = yield* Effect.forEach(rows(20, "bulk"), queue.probe)
    assert.isTrue(results.every(({ status }) => status === "undeliverable"))
  })

  it.live("but who asks for one address gets the answer of its server", function* () {
    const world = yield* mailWorld({ [mx]: replying({ rcpt: "250 ok" }) })
    const queue = yield* queueIn(world, { pace })
    const results = yield* Effect.forEach(rows(20, "realTime"), queue.probe)
    assert.isTrue(results.every(({ status }) => status === "catch_all"))
  })

  it.live("those that wait are answered, although no session may start", function* () {
    const world = yield* mailWorld({ [mx]: replying({ rcpt: "250 ok" }) })
    const knowledge = yield* Effect.provide(DomainKnowledge, DomainKnowledge.layerLocal)
    const oneAnHour = { connections: 1, startsPerSecond: 1 / 3_600 }
    const queue = yield* queueIn(world, { pace: oneAnHour, knowledge })
    yield* queue.probe(requestTo(mx, { domain: "other.test" }))
    yield* Effect.sleep("300 millis")
    yield* knowledge.learn("x.test", { about: "catchAll", takesAll: true, source: mx })
    const waitUntil = Date.now() + 200
    const results = yield* Effect.forEach(
      times(100, () => requestTo(mx, { ...catchAllUnknown, urgency: "bulk", waitUntil })),
      queue.probe,
      unbounded
    )
    const answered = results.filter((one) => !one.checked && one.reason === "smtp_not_required")
    assert.isAtLeast(answered.length, 80)
  })

  it.live("a refused mailbox alone does not end the knowledge", function* () {
    const rcpt = (words: string) => (words.includes("gone@") ? "550 5.1.1 no such user" : "250 ok")
    const world = yield* mailWorld({ [mx]: replying({ rcpt }) })
    const knowledge = yield* Effect.provide(DomainKnowledge, DomainKnowledge.layerLocal)
    const queue = yield* queueIn(world, { pace, knowledge })
    yield* queue.probe(requestTo(mx, catchAllUnknown))
    const gone = { localPart: "gone", domain: "x.test", smtputf8: false }
    const refused = yield* queue.probe(requestTo(mx, { ...catchAllUnknown, address: gone }))
    assert.strictEqual(refused.status, "undeliverable")
    assert.strictEqual((yield* knowledge.recall("x.test")).catchAll._tag, "Present")
  })

  it.live("a backup that takes all of them teaches nothing about the domain", function* () {
    const world = yield* mailWorld({
      [mx]: replying({ greeting: "554 5.7.1 go away" }),
      "backup.x.test": replying({ rcpt: "250 ok" })
    })
    const knowledge = yield* Effect.provide(DomainKnowledge, DomainKnowledge.layerLocal)
    const queue = yield* queueIn(world, { pace, knowledge })
    const hosts = [
      { host: mx, preference: 10 },
      { host: "backup.x.test", preference: 20 }
    ]
    yield* queue.probe(requestTo(mx, { ...catchAllUnknown, hosts }))
    assert.strictEqual((yield* knowledge.recall("x.test")).catchAll._tag, "Unanswered")
  })
})

describe("An address at a domain that was seen to take every address", () => {
  const seen = { catchAll: present({ because: "it was seen" }), catchAllLearntAt: 0 }
  const answered = notChecked("smtp_not_required")
  const isAsked = (localPart: string, rest: Parameters<typeof evidence>[2], isOfList: boolean) => {
    const { address, ...syntax } = wellFormed(false)
    const one = { syntax: { ...syntax, address: { ...address, localPart } }, ...rest }
    const request = probeRequestFor(evidence({}, {}, one), { isOfList }, Duration.zero, 0)
    if ("status" in request) assert.deepStrictEqual(request, answered)
    return !("status" in request)
  }
  const names = times(200, (index) => `name${index}`)
  const sample = () => names.filter((name) => isAsked(name, seen, true))

  it("is asked about in a list only if it is in the sample, which is always the same", () => {
    assert.isAtLeast(sample().length, 1)
    assert.isAtMost(sample().length, 30)
    assert.deepStrictEqual(sample(), sample())
  })
  it("is asked about in a list where that follows from its operator, or is no longer so", () => {
    for (const rest of [{ catchAll: seen.catchAll }, { ...seen, catchAll: absent }])
      assert.isTrue(names.every((name) => isAsked(name, rest, true)))
  })
  it("is said to be known since then, and not to have been asked about", () => {
    const seenAt = Date.UTC(2026, 10, 28, 9, 30)
    const smtp = { ...answered, catchAllBecause: "it was seen", catchAllLearntAt: seenAt }
    const row = withSmtpEvidence(evidence(), smtp)
    assert.deepInclude(judge(row), { status: "risky", subStatus: "catch_all" })
    assert.match(
      sentencesOf(row).join(" "),
      /known since 2026-11-28 09:30 UTC, so the mail server was not asked about this address\./
    )
    const { smtp: _, ...fast } = row
    assert.match(sentencesOf(fast).join(" "), /known since 2026-11-28 09:30 UTC\./)
    const { checks, evidence: facts = [] } = render(
      { evidence: row, judgement: judge(row) },
      {
        mode: "deep",
        checkedAt: new Date(seenAt + 60_000).toISOString(),
        elapsedMillis: 1,
        explain: true,
        creditsUsed: 1
      }
    )
    assert.isTrue(checks.catch_all)
    const fact = facts.find(({ rule }) => rule === "catch_all")
    assert.deepInclude(fact, {
      age_seconds: 60,
      source: "an earlier conversation with a mail server of the domain"
    })
  })
  it("is asked about where it is the only one", () => {
    assert.isTrue(names.every((name) => isAsked(name, seen, false)))
  })
})
