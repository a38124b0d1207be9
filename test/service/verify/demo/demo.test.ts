import { VerifyResult } from "@rcpt/api/VerifyResult"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { makeDemoGate } from "@rcpt/service/verify/demo/DemoChecks"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../../accounts/keysWorld.ts"

const path = "/api/v1/demo/verify"
const decode = Schema.decodeUnknownEffect(VerifyResult, { onExcessProperty: "error" })

/** Each time as somebody else, behind a proxy of ours. */
const ask = ({ get }: Running, query: string, from: string) =>
  get(`${path}?${query}`, { apiKey: null, headers: { "x-forwarded-for": from } })

const answered = (running: Running, query: string, from: string) =>
  Effect.gen(function* () {
    const answer = yield* ask(running, query, from)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decode(answer.json)
  })

const accountOf = ({ get }: Running) =>
  Effect.map(get("/api/v1/account"), ({ json }) => {
    const { credits, usage } = Object(json)
    return { credits, public: usage.public_checks, total: usage.total_checks }
  })

const eventsOf = (running: Running) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly data: string }>`
      select data::text as data from es.event where type = 'DemoChecksCounted' order by version`
  ).pipe(Effect.provide(sqlOf(running)), Effect.orDie)

describe("The public demo", () => {
  layer(
    service.layer({ lab: true, env: { RCPT_DEMO: "on", RCPT_TRUSTED_PROXIES: "127.0.0.0/8" } }),
    service.live
  )((it) => {
    it.effect("says what a paying caller is told, but for the price", function* () {
      const running = yield* service.Service
      const query = "email=support@acme.test"
      const paid = Object((yield* running.get(`/api/v1/verify?${query}`)).json)
      const shown = yield* answered(running, `${query}&explain=true`, "203.0.113.1")
      const own = { response_time_ms: 0, checked_at: "" }
      const { credits_used, ...rest } = { ...paid, ...own }
      assert.strictEqual(credits_used, 1)
      assert.deepStrictEqual({ ...shown, ...own }, rest)
    })

    it.effect("refuses what is no question, and deep mode, without counting it", function* () {
      const running = yield* service.Service
      const from = "203.0.113.2"
      const asked = (query: string) => ask(running, query, from)
      const fastOnly = 'mode must be "fast": the demo does not contact mail servers'
      isProblem(yield* asked("email=ann@acme.test&mode=deep"), 400, fastOnly)
      isProblem(yield* asked(""), 400, "email is required")
      isProblem(yield* asked("email=%20"), 400, "email must not be blank")
      yield* answered(running, "email=ann@acme.test&mode=fast", from)
    })

    it.effect(
      "gives each address ten, then 429 until a minute is over; others are not held up",
      function* () {
        const running = yield* service.Service
        const one = "2001:db8:1:2::1"
        for (let n = 0; n < keyedLimits.demoAddress.burst; n++)
          yield* answered(running, "email=ann@@acme.test", one)
        // Anybody at home has all addresses of a /64.
        const refused = yield* ask(running, "email=ann@acme.test", "2001:db8:1:2::ffff")
        isProblem(refused, 429, "rate limit exceeded")
        assert.strictEqual(refused.headers.get("x-ratelimit-limit"), "10")
        assert.match(refused.headers.get("x-ratelimit-reset") ?? "", /^\d{10}$/)
        const wait = Number(refused.headers.get("retry-after"))
        assert.isTrue(wait >= 30 && wait <= 60, String(wait))
        yield* answered(running, "email=ann@acme.test", "2001:db8:1:3::1")
      }
    )
  })

  it.live(
    "is counted as the owner's public checks, in few events; the sandbox is not",
    () =>
      Effect.gen(function* () {
        const env = { RCPT_DEMO: "on", RCPT_TRUSTED_PROXIES: "127.0.0.0/8" }
        const running = yield* service.start({ lab: true, env })
        yield* answered(running, "email=valid@sandbox.rcpt.test", "198.51.100.9")
        for (let n = 0; n < 20; n++)
          yield* answered(running, "email=ann@@acme.test", `198.51.100.${n}`)
        const isSeen = ({ public: open }: { readonly public: number }) => open > 0
        yield* accountOf(running).pipe(
          Effect.repeat({ until: isSeen, schedule: Schedule.spaced("20 millis") })
        )
        // What was not written yet is written at the end.
        assert.strictEqual((yield* running.kill("SIGTERM")).code, 0)
        const events = yield* eventsOf(running)
        assert.isAtMost(events.length, 2)
        assert.notInclude(JSON.stringify(events), "acme")

        const again = yield* running.restart
        const counted = yield* accountOf(again).pipe(
          Effect.repeat({
            until: ({ public: open }) => open === 20,
            schedule: Schedule.spaced("20 millis")
          })
        )
        assert.deepStrictEqual(counted, { credits: 1_000, public: 20, total: 20 })
        assert.deepStrictEqual(yield* Effect.provide(contradictions, sqlOf(again)), [])
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "is off unless it is turned on: 404, as of any path that there is not",
    () =>
      Effect.gen(function* () {
        const running = yield* service.start({ lab: true })
        isProblem(yield* ask(running, "email=ann@acme.test", ""), 404, "not found")
        isProblem(
          yield* ask(running, "email=ann@sandbox.rcpt.test.acme.test", ""),
          404,
          "not found"
        )
      }).pipe(Effect.scoped),
    60_000
  )
})

describe("The sandbox without an account", () => {
  it.live(
    "answers where the demo is off, within the limits of the demo, and is not counted",
    () =>
      Effect.gen(function* () {
        const running = yield* service.start({ env: { RCPT_TRUSTED_PROXIES: "127.0.0.0/8" } })
        const from = "203.0.113.7"
        const shown = yield* answered(running, "email=disposable@sandbox.rcpt.test", from)
        assert.deepInclude(shown, { status: "risky", sub_status: "disposable" })
        assert.notProperty(shown, "credits_used")
        for (let n = 1; n < keyedLimits.demoAddress.burst; n++)
          yield* answered(running, "email=valid@sandbox.rcpt.test", from)
        const refused = yield* ask(running, "email=valid@sandbox.rcpt.test", from)
        assert.strictEqual(refused.status, 429)
        assert.isAbove(Number(refused.headers.get("retry-after")), 0)
        assert.deepStrictEqual(yield* accountOf(running), { credits: 1_000, public: 0, total: 0 })
      }).pipe(Effect.scoped),
    60_000
  )
})

describe("The gate of the demo", () => {
  it("opens for an address again after a minute", () => {
    const { enter } = makeDemoGate()
    for (let n = 0; n < keyedLimits.demoAddress.burst; n++) assert.isUndefined(enter("a", 0))
    assert.strictEqual(enter("a", 0), 60)
    assert.isAtMost(enter("a", 59_000)!, 2)
    assert.isUndefined(enter("a", 60_000))
  })

  it("lets all addresses together in no faster than its limit, and takes nothing from the others", () => {
    const { enter } = makeDemoGate()
    for (let n = 0; n < keyedLimits.demoAll.burst; n++) assert.isUndefined(enter(`${n}`, 0))
    for (let n = 0; n < 1_000; n++) assert.strictEqual(enter(`late ${n}`, 0), 1)
    // One who was turned away ten times for the others' sake has still all of his own.
    for (let n = 0; n < keyedLimits.demoAddress.burst; n++)
      assert.strictEqual(enter("patient", 0), 1)
    for (let n = 0; n < keyedLimits.demoAddress.burst; n++)
      assert.isUndefined(enter("patient", 60_000))
    let entered = 0
    for (let millis = 120_000; millis < 180_000; millis += 10)
      if (enter(`${millis}`, millis) === undefined) entered += 1
    assert.isAtMost(entered, keyedLimits.demoAll.burst + keyedLimits.demoAll.perSecond * 60)
  })
})
