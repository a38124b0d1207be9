/** Browser keys: what a page can do with one, and what nobody can. */
import { Effect } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, list, make, patch, path, revoke } from "./keysWorld.ts"
import { ofType, untilSeen } from "./security/securityWorld.ts"

const shop = "https://shop.example"
const verify = "/api/v1/verify?email=ann@acme.test"

const fromPage = (
  { get }: service.Running,
  apiKey: string,
  { origin = shop, target = verify }: { origin?: string; target?: string } = {}
) => get(target, { apiKey, headers: { origin } })

const creditsOf = ({ get }: service.Running, apiKey?: string) =>
  Effect.map(
    get("/api/v1/account", apiKey === undefined ? {} : { apiKey }),
    ({ json }) => (json as { readonly credits: number }).credits
  )

const corsOf = ({ headers }: service.Answer) => ({
  allowed: headers.get("access-control-allow-origin"),
  credentials: headers.get("access-control-allow-credentials"),
  vary: headers.get("vary")
})

const ofShop = { allowed: shop, credentials: null, vary: "Origin" }

layer(
  service.layer({
    lab: true,
    env: { RCPT_TRUSTED_PROXIES: "127.0.0.1/32", RCPT_ENUMERATION_LIMIT: "8/h" }
  }),
  service.live
)("A browser key", (it) => {
  it.effect(
    "is named after its first origin, with limits, and is listed with the key itself",
    function* () {
      const running = yield* service.Service
      const { key, ...made } = yield* make(running, { origins: ["HTTPS://Shop.Example"] })
      assert.match(key, /^rcpt_pub_[0-9A-Za-z]{38}$/)
      assert.deepInclude(made, {
        name: "Browser key of shop.example",
        kind: "browser",
        origins: [shop],
        allow_deep: false,
        visitor_limit: { per_minute: 10, per_day: 50 },
        credit_limit: { credits: 1_000, per: "day" }
      })
      const [listed] = yield* list(running)
      assert.deepInclude(listed, { ...made, key, credits_used: 0 })
    }
  )

  it.effect("answers its pages, and tells a visitor no more than a form needs", function* () {
    const running = yield* service.Service
    const before = yield* creditsOf(running)
    const { key } = yield* make(running, { origins: [shop, "https://*.shop.example"] })
    for (const origin of [shop, "https://www.shop.example"]) {
      const answer = yield* fromPage(running, key, { origin })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(corsOf(answer), { ...ofShop, allowed: origin })
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "10")
      assert.deepStrictEqual(answer.json, {
        email: "ann@acme.test",
        status: "valid",
        recommendation: "send",
        mode: "fast"
      })
    }
    const typo = yield* fromPage(running, key, {
      target: "/api/v1/verify?email=ann@gmial.com&explain=true"
    })
    assert.deepInclude(typo.json as object, { did_you_mean: "ann@gmail.com" })
    assert.notProperty(typo.json, "evidence")
    assert.isBelow(yield* creditsOf(running), before)
    const [listed] = yield* list(running)
    assert.isAtLeast(listed?.credits_used ?? 0, 2)
  })

  it.effect(
    "answers a preflight without looking at anything, never for all and never with credentials",
    function* () {
      const { get } = yield* service.Service
      const ask = {
        "access-control-request-method": "GET",
        "access-control-request-headers": "x-api-key"
      }
      const preflight = yield* get(verify, {
        method: "OPTIONS",
        apiKey: null,
        headers: { origin: "https://any.test", ...ask }
      })
      assert.strictEqual(preflight.status, 204)
      assert.deepStrictEqual(corsOf(preflight), { ...ofShop, allowed: "https://any.test" })
      assert.strictEqual(preflight.headers.get("access-control-allow-methods"), "GET")
      assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /X-API-Key/)
      assert.strictEqual(preflight.headers.get("access-control-max-age"), "7200")
      for (const [target, headers] of [
        ["/api/v1/account", { origin: shop, ...ask }],
        ["/api/v1/verify/batch", { origin: shop, ...ask }],
        [verify, { origin: shop }],
        [verify, ask]
      ] as const) {
        const other = yield* get(target, { method: "OPTIONS", apiKey: null, headers })
        assert.strictEqual(other.status, 405, target)
        assert.isNull(corsOf(other).allowed)
      }
    }
  )

  it.effect(
    "is refused to other websites and to programs, free of charge, and the page can read why",
    function* () {
      const running = yield* service.Service
      const { apiKey } = yield* openAccount(running.databaseUrl!)
      const { id, key, last4, name } = yield* make(running, { origins: [shop] }, { apiKey })
      const sentence = "this API key does not work on this website"
      isProblem(yield* running.get(verify, { apiKey: key }), 403, sentence)
      for (const origin of ["https://shop.example.evil.test", "null", "https://evil.test"]) {
        const answer = yield* fromPage(running, key, { origin })
        isProblem(answer, 403, sentence)
        assert.deepStrictEqual(corsOf(answer), { ...ofShop, allowed: origin })
        assert.strictEqual(answer.headers.get("x-error-code"), "origin_refused")
        assert.notInclude(
          answer.text + [...answer.headers.values()].join(),
          "https://shop.example,"
        )
      }
      const used = yield* untilSeen(running, { apiKey }, ofType("origin_refused"))
      assert.deepStrictEqual(used.by_key, { id, name, last4, origins: [shop] })
      assert.include(["https://shop.example.evil.test", "null", "https://evil.test"], used.origin)
      const activity = yield* running.get("/api/v1/account/activity", { apiKey })
      assert.notInclude(activity.text, "ann@acme.test")
    }
  )

  it.effect("opens no other door", function* () {
    const running = yield* service.Service
    const { key, id } = yield* make(running, { origins: [shop], allow_deep: true })
    const headers = { origin: shop, "content-type": "application/json" }
    const sentence = "a browser key can only check addresses, by GET /verify"
    for (const [method, target, body] of [
      ["GET", "/api/v1/account", undefined],
      ["GET", "/api/v1/jobs", undefined],
      ["GET", path, undefined],
      ["POST", path, `{"name":"more"}`],
      ["PATCH", `${path}/${id}`, `{"allow_deep":true}`],
      ["DELETE", `${path}/${id}`, undefined],
      ["POST", "/api/v1/verify/batch", `{"emails":["ann@acme.test"]}`],
      ["POST", "/api/v1/verify/bulk", undefined],
      ["POST", "/mcp", "{}"],
      ["GET", "/api/v1/events/stream", undefined],
      ["GET", "/api/v1/admin/health", undefined]
    ] as const) {
      const answer = yield* running.get(target, {
        method,
        apiKey: key,
        headers,
        ...(body && { body })
      })
      isProblem(answer, 403, sentence)
      assert.isNull(corsOf(answer).allowed, target)
    }
  })

  it.effect("uses deep mode only if that is allowed", function* () {
    const running = yield* service.Service
    const target = `${verify}&mode=deep`
    const { key, id } = yield* make(running, { origins: [shop] })
    const refused = yield* fromPage(running, key, { target })
    isProblem(refused, 403, "this API key has no permission to use deep mode")
    assert.deepStrictEqual(corsOf(refused), ofShop)
    yield* patch(running, id, { allow_deep: true })
    const { json } = yield* fromPage(running, key, { target })
    assert.deepInclude(json as object, { status: "valid", mode: "deep" })
    assert.notProperty(json, "smtp")
  })

  it.effect("lets one visitor guess few names at a domain, and others ask on", function* () {
    const running = yield* service.Service
    const { key } = yield* make(running, { origins: [shop], allow_deep: true })
    const ask = (name: string, address: string) =>
      Effect.map(
        running.get(`/api/v1/verify?email=${name}@office.test&mode=deep`, {
          apiKey: key,
          headers: { origin: shop, "x-forwarded-for": address }
        }),
        ({ json }) => Object(json).sub_status
      )
    const guessed = []
    for (const name of ["a", "b", "c"]) guessed.push(yield* ask(name, "203.0.113.20"))
    assert.deepStrictEqual(guessed.slice(0, 2), ["mailbox_not_found", "mailbox_not_found"])
    assert.strictEqual(guessed[2], "mailbox_unverified")
    assert.strictEqual(yield* ask("c", "203.0.113.21"), "mailbox_not_found")
  })

  it.effect("has keys for repetition of its own, for each visitor", function* () {
    const running = yield* service.Service
    const { key } = yield* make(running, { origins: [shop] })
    const order = { "idempotency-key": "order-1001" }
    const ask = (visitor: string, target = verify) =>
      running.get(target, {
        apiKey: key,
        headers: { origin: shop, "x-forwarded-for": visitor, ...order }
      })
    const server = running.get(verify, { headers: order })
    const replayOf = ({ headers }: service.Answer) => headers.get("idempotent-replay")
    // A visitor who is first with a key blocks neither the account's server nor another visitor.
    const other = "/api/v1/verify?email=bob@acme.test"
    assert.strictEqual((yield* ask("203.0.113.30", other)).status, 200)
    assert.strictEqual((yield* ask("203.0.113.30")).status, 422)
    const first = yield* server
    assert.deepStrictEqual([first.status, replayOf(first)], [200, null])
    const second = yield* ask("203.0.113.31")
    assert.deepStrictEqual([second.status, replayOf(second)], [200, null])
    assert.notProperty(second.json, "score")
    const again = yield* ask("203.0.113.31")
    assert.deepStrictEqual([again.text, replayOf(again)], [second.text, "true"])
    const repeated = yield* server
    assert.deepStrictEqual([repeated.text, replayOf(repeated)], [first.text, "true"])
  })

  it.effect("takes no max_age, and says so", function* () {
    const running = yield* service.Service
    const { key } = yield* make(running, { origins: [shop] })
    const refused = yield* fromPage(running, key, { target: `${verify}&max_age=30d` })
    isProblem(
      refused,
      400,
      "max_age must be left out with this API key: it cannot read earlier results of the account"
    )
    assert.deepStrictEqual(corsOf(refused), ofShop)
  })

  it.effect("has a limit for each visitor, who can read how long to wait", function* () {
    const running = yield* service.Service
    const limits = { per_minute: 1_000, per_day: 3 }
    const { key } = yield* make(running, { origins: [shop], visitor_limit: limits })
    const ask = (address: string) =>
      running.get(verify, {
        apiKey: key,
        headers: { origin: shop, "x-forwarded-for": address }
      })
    for (const left of ["2", "1", "0"]) {
      const answer = yield* ask("203.0.113.7")
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), left)
    }
    const before = yield* creditsOf(running)
    const refused = yield* ask("203.0.113.7")
    isProblem(refused, 429, "too many checks from your network address")
    assert.deepStrictEqual(corsOf(refused), ofShop)
    assert.strictEqual(refused.headers.get("x-error-code"), "visitor_limit_reached")
    assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
    assert.match(refused.headers.get("access-control-expose-headers") ?? "", /Retry-After/)
    assert.strictEqual(yield* creditsOf(running), before)
    assert.strictEqual((yield* ask("203.0.113.8")).status, 200)
  })

  it.effect(
    "that is unknown, revoked or without credits is refused so that its page can read it",
    function* () {
      const running = yield* service.Service
      const { apiKey } = yield* openAccount(running.databaseUrl!)
      const { id, key } = yield* make(running, { origins: [shop] }, { apiKey })
      const poor = yield* fromPage(running, key)
      isProblem(poor, 402, "insufficient credits")
      assert.deepStrictEqual(corsOf(poor), ofShop)
      yield* revoke(running, id, { apiKey })
      for (const unusable of [key, "rcpt_pub_x"]) {
        const answer = yield* fromPage(running, unusable)
        isProblem(answer, 401, "unauthorized")
        assert.deepStrictEqual(corsOf(answer), ofShop)
      }
      assert.isNull(corsOf(yield* fromPage(running, running.apiKey)).allowed)
    }
  )
})
