/** What a key is limited to: an end, networks, credits of a day or a month; and how that is changed. */
import { Key } from "@rcpt/api/Keys"
import { Effect, Schema } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { accepts, isProblem, list, make, patch, path, post, revoke } from "./keysWorld.ts"
import { ofType, untilSeen } from "./security/securityWorld.ts"

const decodeKey = Schema.decodeUnknownEffect(Key, { onExcessProperty: "error" })
const account = "/api/v1/account"
const verify = (name: string) => `/api/v1/verify?email=${name}@acme.test`

const changed = (running: service.Running, id: string, body: object) =>
  Effect.gen(function* () {
    const answer = yield* patch(running, id, body)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodeKey(answer.json)
  })

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

const origin =
  "must be an origin, such as https://shop.example or https://*.shop.example: scheme and host, without a path"
const date = "expires_at must be a date and time, such as 2027-01-31T00:00:00Z"
const network = "must be an IP address or a network, such as 203.0.113.0/24"

/** What is sent beside a name, and the sentence of the 400. */
const refused: ReadonlyArray<readonly [fields: object, error: string]> = [
  [{ origins: [] }, "origins must be a list of 1 to 50 origins"],
  [{ origins: "https://shop.example" }, "origins must be a list of 1 to 50 origins"],
  [
    { origins: Array(51).fill("https://shop.example") },
    "origins must be a list of 1 to 50 origins"
  ],
  [{ origins: ["https://shop.example", "shop.example"] }, `origins[1] ${origin}`],
  [{ origins: ["null"] }, `origins[0] ${origin}`],
  [
    { origins: ["https://*.co.uk"] },
    "origins[0] must not have a wildcard for names that anybody can register"
  ],
  [
    { origins: ["https://*.github.io"] },
    "origins[0] must not have a wildcard for names that anybody can register"
  ],
  [
    { origins: ["https://shop.example"], scopes: ["fast"] },
    "scopes must not be given for a browser key, which has origins"
  ],
  [
    { origins: ["https://shop.example"], networks: ["203.0.113.0/24"] },
    "networks must not be given for a browser key, which has origins"
  ],
  [{ allow_deep: true }, "allow_deep must be given for a browser key alone: make one with origins"],
  [
    { visitor_limit: { per_minute: 1, per_day: 1 } },
    "visitor_limit must be given for a browser key alone: make one with origins"
  ],
  [{ visitor_limit: { per_minute: 1 } }, "visitor_limit.per_day is required"],
  [
    { visitor_limit: { per_minute: 0, per_day: 1 } },
    "visitor_limit.per_minute must be a whole number from 1 to 1000"
  ],
  [{ credit_limit: 5 }, 'credit_limit must be an object with "credits" and "per"'],
  [
    { credit_limit: { credits: 1.5, per: "day" } },
    "credit_limit.credits must be a whole number from 1 to 1000000000000"
  ],
  [{ credit_limit: { credits: 5, per: "week" } }, 'credit_limit.per must be "day" or "month"'],
  [{ expires_at: "2027-01-31" }, date],
  [{ expires_at: "2027-02-28T00:00:00" }, date],
  [{ expires_at: "2027-02-31T00:00:00Z" }, date],
  [{ expires_at: 1_800_000_000 }, date],
  [{ expires_at: "2026-01-31T00:00:00Z" }, "expires_at must be in the future"],
  [{ networks: ["203.0.113.0/24", "example.com"] }, `networks[1] ${network}`],
  [{ networks: ["203.0.113.0/33"] }, `networks[0] ${network}`],
  [{ networks: ["203.0.113.256"] }, `networks[0] ${network}`],
  [{ networks: Array(51).fill("203.0.113.0/24") }, "networks must be a list of at most 50 networks"]
]

layer(service.layer({ lab: true, env: { RCPT_TRUSTED_PROXIES: "127.0.0.1/32" } }), service.live)(
  "The terms of a key",
  (it) => {
    it.effect("are refused if they are none, and then there is no key", function* () {
      const running = yield* service.Service
      const before = (yield* list(running)).length
      for (const [fields, error] of refused)
        isProblem(yield* post(running, JSON.stringify({ name: "ci", ...fields })), 400, error)
      assert.strictEqual((yield* list(running)).length, before)
    })

    it.effect("end a key at its date, on which its owner can put another", function* () {
      const running = yield* service.Service
      const expires = inSeconds(1)
      const { id, key, ...made } = yield* make(running, { name: "trial", expires_at: expires })
      assert.strictEqual(made.expires_at, expires)
      assert.isTrue(yield* accepts(running, key))
      yield* Effect.sleep("1100 millis")
      const ended = yield* running.get(verify("ann"), { apiKey: key })
      isProblem(ended, 403, "this API key has expired: make a new one")
      assert.strictEqual(ended.headers.get("x-error-code"), "key_ended")
      const used = yield* untilSeen(running, {}, ofType("ended_key_used"))
      assert.strictEqual(used.by_key?.id, id)
      const { expires_at, ...rest } = yield* changed(running, id, { expires_at: inSeconds(600) })
      assert.isDefined(expires_at)
      assert.isTrue(yield* accepts(running, key))
      assert.notProperty(yield* changed(running, id, { expires_at: null }), "expires_at")
      assert.strictEqual(rest.name, "trial")
    })

    it.effect("let a key work from its networks alone", function* () {
      const running = yield* service.Service
      const networks = ["203.0.113.0/24", "2001:DB8::/32"]
      const { id, key, ...made } = yield* make(running, { name: "office", networks })
      assert.deepStrictEqual(made.networks, ["2001:db8::/32", "203.0.113.0/24"])
      const from = (address: string) =>
        running.get(account, { apiKey: key, headers: { "x-forwarded-for": address } })
      for (const address of ["203.0.113.255", "2001:db8::1", "::ffff:203.0.113.1"])
        assert.strictEqual((yield* from(address)).status, 200, address)
      for (const address of ["203.0.114.0", "2001:db9::1", "127.0.0.1", "unknown"])
        isProblem(yield* from(address), 403, "this API key does not work from this network")
      yield* untilSeen(running, {}, ofType("network_refused"))
      yield* changed(running, id, { networks: [] })
      assert.strictEqual((yield* from("203.0.114.0")).status, 200)
    })

    it.effect(
      "limit the credits of a day, with all requests at once, for nothing that is refused",
      function* () {
        const running = yield* service.Service
        const { id, key } = yield* make(running, {
          name: "daily",
          credit_limit: { credits: 7, per: "day" }
        })
        const answers = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => verify(`n${index}`)),
          (target) => running.get(target, { apiKey: key }),
          { concurrency: "unbounded" }
        )
        const over = answers.filter(({ status }) => status === 429)
        assert.strictEqual(answers.filter(({ status }) => status === 200).length, 7)
        assert.strictEqual(over.length, 13)
        const [first] = over
        assert.match(
          (first!.json as { readonly error: string }).error,
          /^the credit limit of this API key is reached until \d{4}-\d\d-\d\dT00:00:00Z$/
        )
        assert.strictEqual(first!.headers.get("x-error-code"), "credit_limit_reached")
        assert.isNotNull(first!.headers.get("x-ratelimit-limit"))
        assert.isAtMost(Number(first!.headers.get("retry-after")), 86_400)
        const [listed] = (yield* list(running)).filter((other) => other.id === id)
        assert.strictEqual(listed?.credits_used, 7)
        const used = yield* untilSeen(running, {}, ofType("credit_limit_reached"))
        assert.strictEqual(used.by_key?.id, id)
        // More from now on, and what was used counts.
        const more = yield* changed(running, id, { credit_limit: { credits: 8, per: "month" } })
        assert.deepInclude(more, { credit_limit: { credits: 8, per: "month" }, credits_used: 7 })
        const results = [
          yield* running.get(verify("a"), { apiKey: key }),
          yield* running.get(verify("b"), { apiKey: key })
        ]
        assert.deepStrictEqual(
          results.map(({ status }) => status),
          [200, 429]
        )
        yield* changed(running, id, { credit_limit: null })
        assert.strictEqual((yield* running.get(verify("b"), { apiKey: key })).status, 200)
      }
    )

    it.effect("count what a check has cost, and give back the rest", function* () {
      const running = yield* service.Service
      const limit = { credit_limit: { credits: 12, per: "day" } }
      const { id, key } = yield* make(running, { name: "costs", ...limit })
      const used = Effect.map(
        list(running),
        (keys) => keys.find((other) => other.id === id)?.credits_used
      )
      const deep = `${verify("ann")}&mode=deep`
      assert.strictEqual((yield* running.get(deep, { apiKey: key })).status, 200)
      assert.strictEqual(yield* used, 5)
      const noDomain = "/api/v1/verify?email=ann@missing.invalid&mode=deep"
      yield* running.get(noDomain, { apiKey: key })
      assert.strictEqual(yield* used, 6)
      const batch = (emails: ReadonlyArray<string>) =>
        running.get("/api/v1/verify/batch", {
          method: "POST",
          apiKey: key,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ emails })
        })
      const four = ["a@acme.test", "a@acme.test", "b@acme.test", "x".repeat(300)]
      assert.strictEqual((yield* batch(four)).status, 200)
      assert.strictEqual(yield* used, 8)
      assert.strictEqual((yield* batch(["1", "2", "3", "4", "5"])).status, 429)
      const retried = { apiKey: key, headers: { "idempotency-key": "once" } }
      for (let times = 0; times < 3; times++) yield* running.get(verify("bob"), retried)
      assert.strictEqual(yield* used, 9)
      yield* running.get("/api/v1/verify?email=valid@sandbox.rcpt.test", { apiKey: key })
      assert.strictEqual(yield* used, 9)
    })

    it.effect(
      "count a list with what it holds, and give back the rest when it has ended",
      function* () {
        const running = yield* service.Service
        const { id, key } = yield* make(running, {
          name: "lists",
          credit_limit: { credits: 12, per: "day" }
        })
        const upload = (rows: ReadonlyArray<string>) =>
          Effect.promise(async () => {
            const form = new FormData()
            form.set("mode", "deep")
            form.set("file", new File([["email", ...rows].join("\n")], "list.csv"))
            const response = await fetch(`${running.base}/api/v1/verify/bulk`, {
              method: "POST",
              headers: { "x-api-key": key },
              body: form
            })
            return { status: response.status, json: (await response.json()) as { id: string } }
          })
        assert.strictEqual(
          (yield* upload(["a@acme.test", "b@acme.test", "c@acme.test"])).status,
          429
        )
        const { status, json } = yield* upload(["ann@missing.invalid", "bob@missing.invalid"])
        assert.strictEqual(status, 201)
        const read = running.get(`/api/v1/jobs/${json.id}`, { apiKey: key })
        while (!(yield* read).text.includes('"complete"')) yield* Effect.sleep("100 millis")
        const [listed] = (yield* list(running)).filter((other) => other.id === id)
        assert.strictEqual(listed?.credits_used, 2)
      }
    )

    it.effect("take away what would make another key", function* () {
      const running = yield* service.Service
      for (const terms of [
        { expires_at: inSeconds(600) },
        { networks: ["127.0.0.0/8"] },
        { credit_limit: { credits: 5, per: "day" } }
      ]) {
        const { id, key } = yield* make(running, { name: "limited", ...terms })
        const sentence =
          "this API key has no permission to manage the account: it needs the scope manage"
        isProblem(yield* post(running, `{"name":"free"}`, { apiKey: key }), 403, sentence)
        isProblem(yield* patch(running, id, { expires_at: null }, { apiKey: key }), 403, sentence)
        assert.strictEqual((yield* running.get(path, { apiKey: key })).status, 200)
      }
    })

    it.effect("are changed alone, and the kind of a key never", function* () {
      const running = yield* service.Service
      const secret = yield* make(running, { name: "ci", scopes: ["read"] })
      const asked = { name: "nightly", scopes: [] }
      assert.deepInclude(yield* changed(running, secret.id, asked), asked)
      assert.deepInclude(yield* changed(running, secret.id, {}), asked)
      isProblem(
        yield* patch(running, secret.id, { origins: ["https://shop.example"] }),
        400,
        "origins must be given for a browser key alone: make one with origins"
      )
      const browser = yield* make(running, { origins: ["https://shop.example"] })
      const origins = ["https://other.example"]
      const limits = { per_minute: 2, per_day: 20 }
      const next = yield* changed(running, browser.id, { origins, visitor_limit: limits })
      assert.deepInclude(next, { kind: "browser", origins, visitor_limit: limits })
      isProblem(
        yield* patch(running, browser.id, { networks: ["203.0.113.0/24"] }),
        400,
        "networks must not be given for a browser key, which has origins"
      )
      yield* revoke(running, secret.id)
      isProblem(yield* patch(running, secret.id, { name: "again" }), 404, "key not found")
      const event = yield* untilSeen(running, {}, ofType("key_changed"))
      assert.strictEqual(event.key?.id, browser.id)
    })
  }
)
