/** Nodes whose clocks differ by minutes, on one database. */
import { randomUUIDv7 } from "node:crypto"

import { unanswered } from "@rcpt/domain/Fact"
import * as Lab from "@rcpt/lab/Lab"
import { fromMessage, GuardMessage, toMessage } from "@rcpt/service/probing/GuardedProbe"
import type { GuardedProbe } from "@rcpt/service/probing/GuardedProbe"
import { paceFrom } from "@rcpt/service/probing/GuardRecords"
import type { PaceState } from "@rcpt/verifier/pacing/pace"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { jumpingClock, startNode } from "./guardsWorld.ts"

const minute = 60_000

const probe: GuardedProbe = {
  request: {
    address: { localPart: "ann", domain: "acme.test", smtputf8: false },
    hosts: [{ host: "mx.acme.test", preference: 10 }],
    catchAll: unanswered("not probed"),
    account: randomUUIDv7(),
    visitor: "label",
    urgency: "realTime",
    waitUntil: 15_000,
    deadline: minute
  },
  group: "acme.test",
  isShared: true
}

const pace: PaceState = {
  startsPerSecond: 0.5,
  startedAt: 7 * minute,
  slowedAt: 0,
  rateStrikes: 2,
  silent: ["acme.test"],
  pause: { until: 9 * minute, because: "rateLimited" },
  answers: [{ at: 8 * minute, domain: "acme.test", refused: true }]
}

describe("A node whose clock differs", () => {
  it.effect("is told how long is left, and not until when", function* () {
    yield* TestClock.adjust("1500 millis")
    const message = yield* toMessage(probe)
    assert.deepInclude(message, { waitLeft: 13_500, timeLeft: 58_500, isShared: true })
    const sent = Schema.encodeSync(GuardMessage)(message)
    yield* TestClock.adjust("5 minutes")
    const received = yield* fromMessage(Schema.decodeUnknownSync(GuardMessage)(sent))
    const moved = { waitUntil: 5 * minute + 15_000, deadline: 5 * minute + minute }
    assert.deepStrictEqual(received, { ...probe, request: { ...probe.request, ...moved } })
    const late = yield* toMessage(probe)
    assert.deepInclude(Schema.encodeSync(GuardMessage)(late), { waitLeft: 0, timeLeft: 0 })
  })

  it("keeps the times of a pace apart from now, whatever its clock says", () => {
    const stored = { ...pace, storedAt: { node: 10 * minute, database: 5 * minute } }
    // The node that loads it is two minutes behind Postgres, the one that stored it five ahead.
    assert.deepStrictEqual(paceFrom(stored, { node: 18 * minute, database: 20 * minute }), {
      ...pace,
      startedAt: 0,
      pause: { until: 2 * minute, because: "rateLimited" },
      answers: [{ at: minute, domain: "acme.test", refused: true }]
    })
    assert.deepStrictEqual(paceFrom(pace, { node: 1, database: 2 }), pace)
  })

  it.live("hands a group of mail servers on, which others go on to ask at once", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const env = { RCPT_MX_CONCURRENCY: "", RCPT_MX_RATE: "" }
      const smtpOf = (address: string) =>
        Verifier.use((verifier) =>
          verifier.verify(address, {
            mode: "deep",
            account: randomUUIDv7(),
            timeout: Duration.seconds(20)
          })
        ).pipe(Effect.map(({ evidence }) => evidence.smtp))
      const first = yield* Scope.fork(yield* Effect.scope)
      const { clock, jump } = yield* jumpingClock
      jump(Duration.minutes(5))
      yield* Effect.gen(function* () {
        const ahead = yield* Scope.provide(startNode({ lab, url, env }), first)
        // Slows down, so the pace is stored.
        const busy = yield* Effect.provideContext(smtpOf("ann@busy.test"), ahead)
        assert.strictEqual(busy?.status, "rate_limited")
      }).pipe(Effect.provideService(Clock.Clock, clock))
      yield* Scope.close(first, yield* Effect.exit(Effect.void))
      const node = yield* startNode({ lab, url, env })
      const busy = yield* Effect.provideContext(smtpOf("bob@busy.test"), node)
      // It was asked.
      assert.strictEqual(busy?.status, "rate_limited")
    }).pipe(Effect.scoped)
  )
})
