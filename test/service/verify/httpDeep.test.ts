import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Effect, Fiber, Schema } from "effect"

import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { batch } from "./batches.ts"

const decode = Schema.decodeUnknownEffect(VerifyResult, { onExcessProperty: "error" })

const ask = (running: Running, parameters: string) =>
  Effect.flatMap(running.get(`/api/v1/verify?${parameters}`), ({ status, text, json }) => {
    assert.strictEqual(status, 200, text)
    return decode(json)
  })

const creditsOf = ({ get }: Running) =>
  Effect.map(get("/api/v1/account"), ({ json }) => Number(Object(json).credits))

/** Says nothing, for as long as anybody listens. */
const mute = "ann@mute.faults.test"

describe("Deep mode over HTTP", () => {
  layer(
    service.layer({ lab: true }),
    service.live
  )((it) => {
    it.effect("is asked for: fast answers carry no smtp", function* () {
      const running = yield* service.Service
      for (const mode of ["", "&mode=fast", "&mode=fast&timeout=1000"]) {
        assert.notProperty(yield* ask(running, `email=ann@takesall.test${mode}`), "smtp")
      }
    })

    it.effect("says in words what was answered and by whom", function* () {
      const { smtp } = yield* ask(yield* service.Service, "email=gone@office.test&mode=deep")
      const { latency_ms, mx_host, ...rest } = { ...smtp }
      assert.deepStrictEqual(rest, {
        checked: true,
        status: "undeliverable",
        sub_reason: "mailbox_not_found",
        response_code: 550,
        enhanced_code: "5.4.1",
        tls: true,
        provider: "microsoft365"
      })
      assert.match(mx_host ?? "", /mail\.protection\.outlook\.com$/)
      assert.isAtLeast(latency_ms ?? -1, 0)
    })

    it.effect(
      "asks about few addresses of a batch where the domain is known to take them all",
      function* () {
        const running = yield* service.Service
        yield* ask(running, "email=ann@takesall.test&mode=deep")
        const emails = Array.from({ length: 40 }, (_, n) => `ann${n}@takesall.test`)
        const { results } = yield* batch(running, emails, "deep")
        const verdicts = results.map(({ result }) => [result?.status, result?.sub_status])
        assert.deepStrictEqual(
          verdicts,
          emails.map(() => ["risky", "catch_all"])
        )
        const untold = results.filter(({ result }) => result?.smtp?.checked === false)
        assert.isAtLeast(untold.length, 30)
        for (const { result } of untold) {
          const smtp = { checked: false, status: "not_checked", reason: "smtp_not_required" }
          assert.deepStrictEqual<unknown>([result?.smtp, result?.credits_used], [smtp, 1])
        }
        const single = yield* ask(running, `email=${untold[0]?.email}&mode=deep`)
        assert.strictEqual(single.smtp?.status, "catch_all")
      }
    )

    it.effect(
      "explains the conversation: phases, codes, rules and the control question",
      function* () {
        const { evidence = [] } = yield* ask(
          yield* service.Service,
          "email=ann@acme.test&mode=deep&explain=true"
        )
        const lines = evidence.filter(({ phase }) => phase !== undefined)
        assert.deepStrictEqual(
          lines.map(({ phase, code }) => [phase, code]),
          [
            ["greeting", 220],
            ["ehlo", 250],
            ["starttls", 220],
            ["ehlo", 250],
            ["mail", 250],
            ["rcpt", 250],
            ["rset", 250],
            ["mail", 250],
            ["rcpt", 550],
            ["rset", 250]
          ]
        )
        const [accepted, refused] = lines.filter(({ phase }) => phase === "rcpt")
        assert.match(accepted?.rule ?? "", /^smtp\./)
        assert.include(refused?.source, "made-up")
        assert.strictEqual(refused?.enhanced_code, "5.1.1")
        assert.deepInclude(evidence.at(-1), { rule: "smtp.control", outcome: "absent" })
      }
    )

    it.effect("answers by the caller's timeout, with what was learnt until then", function* () {
      const running = yield* service.Service
      const before = yield* creditsOf(running)
      const { smtp, status, credits_used, response_time_ms } = yield* ask(
        running,
        `email=${mute}&mode=deep&timeout=1000`
      )
      assert.deepInclude(smtp, { checked: true, status: "timeout" })
      assert.deepStrictEqual([status, credits_used], ["risky", 1])
      assert.isAtLeast(response_time_ms, 900)
      // Far below the 10 s that the lab lets a conversation take.
      assert.isBelow(response_time_ms, 5_000)
      assert.strictEqual(before - (yield* creditsOf(running)), 1)
    })

    it.effect("holds 5 credits while it asks, and gives back what it does not cost", function* () {
      const running = yield* service.Service
      const before = yield* creditsOf(running)
      const asking = yield* Effect.forkChild(ask(running, `email=${mute}&mode=deep&timeout=3000`))
      let during = before
      while (during === before) during = yield* creditsOf(running)
      assert.strictEqual(before - during, 5)
      yield* Fiber.join(asking)
      assert.strictEqual(before - (yield* creditsOf(running)), 1)
    })

    for (const timeout of ["999", "60001", "-1", "1.5", "abc", "", "1e4", "0x800", " 5000"]) {
      it.effect(`refuses timeout="${timeout}" and says the limits`, function* () {
        const { get } = yield* service.Service
        const text = encodeURIComponent(timeout)
        const { status, json } = yield* get(
          `/api/v1/verify?email=ann@acme.test&mode=deep&timeout=${text}`
        )
        assert.deepStrictEqual([status, json], [400, { error: limits }])
      })
    }
  })

  it.live("needs 5 credits before it starts, and fast mode 1", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, credits: 4 })
      const { status, json } = yield* running.get("/api/v1/verify?email=ann@acme.test&mode=deep")
      assert.deepStrictEqual([status, json], [402, { error: "insufficient credits" }])
      assert.strictEqual(yield* creditsOf(running), 4)
      assert.strictEqual((yield* ask(running, "email=ann@acme.test")).credits_used, 1)
    }).pipe(Effect.scoped)
  )

  it.live("says that it is unavailable where it is switched off, for 1 credit", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, env: { RCPT_SMTP: "off" } })
      const { smtp, credits_used, status } = yield* ask(running, "email=ann@acme.test&mode=deep")
      assert.deepStrictEqual(smtp, {
        checked: false,
        status: "not_checked",
        reason: "smtp_unavailable"
      })
      assert.deepStrictEqual([credits_used, status], [1, "risky"])
    }).pipe(Effect.scoped)
  )

  it.live("tells an account that it tries too many names of a domain, for 1 credit", () =>
    Effect.gen(function* () {
      const env = { RCPT_ENUMERATION_LIMIT: "2/h" }
      const running = yield* service.start({ lab: true, env })
      for (const name of ["ann", "bob", "ann"]) {
        assert.isTrue((yield* ask(running, `mode=deep&email=${name}@acme.test`)).smtp?.checked)
      }
      const { smtp, credits_used, status } = yield* ask(running, "mode=deep&email=gone@acme.test")
      assert.deepStrictEqual(smtp, {
        checked: false,
        status: "not_checked",
        reason: "smtp_abuse_throttled"
      })
      assert.deepStrictEqual([credits_used, status], [1, "risky"])
    }).pipe(Effect.scoped)
  )

  it.live("says that it was throttled when no conversation was free in time, for 1 credit", () =>
    Effect.gen(function* () {
      const env = { RCPT_SMTP_CONCURRENCY: "1" }
      const running = yield* service.start({ lab: true, env })
      const busy = yield* Effect.forkChild(ask(running, `email=${mute}&mode=deep&timeout=6000`))
      while ((yield* creditsOf(running)) === 1_000) yield* Effect.sleep("20 millis")
      yield* Effect.sleep("500 millis")
      const { smtp, credits_used } = yield* ask(
        running,
        "email=ann@acme.test&mode=deep&timeout=1500"
      )
      assert.deepInclude(smtp, { checked: false, reason: "smtp_throttled" })
      assert.strictEqual(credits_used, 1)
      yield* Fiber.join(busy)
    }).pipe(Effect.scoped)
  )
})

const limits = "timeout must be a whole number of milliseconds from 1000 to 60000"
