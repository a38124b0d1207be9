import { Account } from "@rcpt/api/Account"
import { Duration, Effect, Schema } from "effect"

import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"

const verify = (address: string) => `/api/v1/verify?email=${encodeURIComponent(address)}`

const decode = Schema.decodeUnknownEffect(Account, { onExcessProperty: "error" })

const accountOf = (running: service.Running) =>
  Effect.gen(function* () {
    const answer = yield* running.get("/api/v1/account")
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decode(answer.json)
  })

const insufficient = { error: "insufficient credits" }

layer(service.layer({ lab: true, credits: 3 }), service.live)("An account", (it) => {
  it.effect("has what it was given, and says how it was asked", function* () {
    const account = yield* accountOf(yield* service.Service)
    assert.strictEqual(account.credits, 3)
    assert.strictEqual(account.auth_mode, "api_key")
    const now = new Date()
    assert.deepStrictEqual(account.usage, {
      year: now.getUTCFullYear(),
      month: now.getUTCMonth() + 1,
      total_checks: 0,
      single_checks: 0,
      bulk_checks: 0,
      api_checks: 0,
      public_checks: 0
    })
  })

  it.effect("has one credit less after a check, which is counted", function* () {
    const running = yield* service.Service
    const answer = yield* running.get(verify("ann@acme.test"))
    assert.strictEqual(Object(answer.json).credits_used, 1)
    const { credits, usage } = yield* accountOf(running)
    assert.deepStrictEqual([credits, usage.total_checks, usage.api_checks], [2, 1, 1])
  })

  it.effect("gets its credit back when DNS did not say", function* () {
    const running = yield* service.Service
    const answer = yield* running.get(verify("ann@refused.test"))
    assert.strictEqual(Object(answer.json).credits_used, 0)
    const { credits, usage } = yield* accountOf(running)
    assert.deepStrictEqual([credits, usage.api_checks], [2, 2])
  })

  it.effect("spends its last credit, and after it gets 402 without being charged", function* () {
    const running = yield* service.Service
    const asked = ["ann@acme.test", "ann@@acme.test", "ann@plain.test", "ann@refused.test"]
    const answers = yield* Effect.forEach(asked, (address) => running.get(verify(address)))
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 402, 402]
    )
    assert.deepStrictEqual(answers[2]!.json, insufficient)
    assert.strictEqual(answers[2]!.text, JSON.stringify(insufficient))
    const { credits, usage } = yield* accountOf(running)
    assert.deepStrictEqual([credits, usage.api_checks], [0, 4])
  })

  it.effect("is asked for nothing by a request that is refused for other reasons", function* () {
    const { get } = yield* service.Service
    assert.strictEqual((yield* get("/api/v1/verify?email=")).status, 400)
    assert.strictEqual((yield* get(verify("ann@acme.test"), { apiKey: null })).status, 401)
  })
})

/** A port on which nobody listens: every question is refused at once. */
const noNameServer = "127.0.0.1:1"

/** A fast answer takes 5 s at most, all included. Milliseconds. */
const answerMax = 5_000

describe("A service whose name server is down", () => {
  it.live("answers unknown, within 5 s and for nothing", function* () {
    const running = yield* service.start({ credits: 1, env: { RCPT_DNS_SERVERS: noNameServer } })
    const [elapsed, answer] = yield* Effect.timed(running.get(verify("ann@acme.test")))
    const { status, sub_status, credits_used, checks } = Object(answer.json)
    assert.deepStrictEqual(
      [answer.status, status, sub_status, credits_used],
      [200, "unknown", "dns_error", 0]
    )
    // What no look-up has answered is left out; what needs none is there.
    assert.doesNotHaveAnyKeys(checks, ["mx", "mx_routable", "spf", "dmarc"])
    assert.containsAllKeys(checks, ["syntax", "free", "disposable", "role"])
    assert.isBelow(Duration.toMillis(elapsed), answerMax)
    assert.strictEqual((yield* accountOf(running)).credits, 1)
  })
})
