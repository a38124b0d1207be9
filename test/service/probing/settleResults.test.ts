/** Settling probe results while the database fails. */
import { randomUUIDv7 } from "node:crypto"

import { unanswered } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import { settleResults } from "@rcpt/service/probing/drainQueue"
import { ProbeResults } from "@rcpt/service/probing/ProbeResults"
import type { SettledProbe } from "@rcpt/service/probing/ProbeResults"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { StoreUnavailable } from "@rcpt/store/EventStore"
import { Effect, Fiber, Logger } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const cause = new Error("test")
const storeLost = new StoreUnavailable({ cause })
const connectionLost = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause }) })

const row = {
  job: randomUUIDv7(),
  row: 1,
  account: randomUUIDv7(),
  group: "google",
  egress: "direct",
  question: {
    address: { localPart: "ann", domain: "acme.test", smtputf8: false },
    hosts: [],
    catchAll: unanswered("not probed")
  },
  lease: randomUUIDv7(),
  attempts: 0,
  failures: 0,
  firstAskedAt: undefined
}

const checked: SettledProbe = { row, smtp: notChecked("smtp_no_mx") }
const unprobed: SettledProbe = { row, smtp: notChecked("smtp_unavailable") }

/** `calls`: what the database does at each call; the last one repeats. */
const settle = (probe: SettledProbe, ...calls: ReadonlyArray<Effect.Effect<void>>) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    let tries = 0
    let failed = 0
    const one = Effect.suspend(() => calls[Math.min(tries++, calls.length - 1)]!)
    const logger = Logger.make(({ message }) => void logged.push(String([message].flat()[0])))
    const fiber = yield* settleResults([probe]).pipe(
      Effect.provideService(ProbeResults, { settle: () => one }),
      Effect.provideService(ProbeQueue, {
        release: () => one,
        releaseFailed: () => Effect.sync(() => void failed++)
      } as never),
      Effect.provide(Logger.layer([logger])),
      Effect.forkChild({ startImmediately: true })
    )
    yield* TestClock.adjust("10 minutes")
    yield* Fiber.join(fiber)
    return { tries, logged, ...(failed > 0 && { failed }) }
  })

describe("Probe results", () => {
  it.effect("are stored again after a short outage of the database", function* () {
    for (const probe of [checked, unprobed])
      assert.deepStrictEqual(
        yield* settle(probe, Effect.die(storeLost), Effect.die(connectionLost), Effect.void),
        { tries: 3, logged: [] }
      )
  })

  it.effect("are kept while the database is away, however long", function* () {
    const away = Array.from({ length: 300 }, () => Effect.die(storeLost))
    assert.deepStrictEqual(yield* settle(checked, ...away, Effect.void), {
      tries: 301,
      logged: []
    })
  })

  it.effect(
    "that a bug keeps from being stored are a failure of their row, and logged",
    function* () {
      assert.deepStrictEqual(yield* settle(checked, Effect.die(cause)), {
        tries: 1,
        logged: ["The result of a probe could not be stored"],
        failed: 1
      })
    }
  )
})
