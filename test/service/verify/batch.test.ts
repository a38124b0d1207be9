import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { accountOf, addresses, batch, post } from "./batches.ts"

const size = "emails must be a list of 1 to 100 addresses"
const notJson = "the body must be a JSON object"
const nested = (depth: number) => `{"emails":${"[".repeat(depth)}${"]".repeat(depth)}}`

/** The body as it is sent, and the sentence of its 400. */
const refused: ReadonlyArray<readonly [says: string, body: string, error: string]> = [
  ["nothing", "", notJson],
  ["no JSON", "emails=ann@acme.test", notJson],
  ["half of JSON", '{"emails":["ann@acme.test"', notJson],
  ["null", "null", notJson],
  ["a list", '["ann@acme.test"]', notJson],
  ["no emails", "{}", "emails is required"],
  ["emails that are no list", '{"emails":"ann@acme.test"}', size],
  ["an empty list", '{"emails":[]}', size],
  ["101 addresses", JSON.stringify({ emails: addresses(101) }), size],
  ["a number among them", '{"emails":["a@b.test","c@d.test","",7]}', "emails[3] must be a string"],
  ["null among them", '{"emails":["a@b.test",null]}', "emails[1] must be a string"],
  ["lists 20 deep", nested(20), "emails[0] must be a string"],
  ["lists 20,000 deep", nested(20_000), "emails[0] must be a string"],
  ["another mode", '{"emails":["a@b.test"],"mode":"slow"}', 'mode must be "fast" or "deep"'],
  ["no mode", '{"emails":["a@b.test"],"mode":null}', 'mode must be "fast" or "deep"'],
  ["a megabyte", JSON.stringify({ emails: ["a".repeat(2 ** 20)] }), "request too large"]
]

layer(service.layer({ lab: true }), service.live)("POST /api/v1/verify/batch", (it) => {
  for (const [says, body, error] of refused)
    it.effect(`answers 400 to ${says}`, function* () {
      const { status, json } = yield* post(yield* service.Service, body)
      assert.deepStrictEqual([status, json], [400, { error }])
    })

  it.effect("answers 400 to another content type, and 401 without a key", function* () {
    const running = yield* service.Service
    const xml = yield* post(running, "<emails/>", { "content-type": "text/xml" })
    assert.deepStrictEqual([xml.status, xml.json], [400, { error: "unsupported content type" }])
    const anonymous = yield* running.get("/api/v1/verify/batch", {
      method: "POST",
      apiKey: null,
      body: "{"
    })
    assert.deepStrictEqual([anonymous.status, anonymous.json], [401, { error: "unauthorized" }])
    const get = yield* running.get("/api/v1/verify/batch")
    assert.deepStrictEqual([get.status, get.headers.get("allow")], [405, "POST"])
  })

  it.effect("charges nothing for what it refuses", function* () {
    const running = yield* service.Service
    const before = yield* accountOf(running)
    for (const [, body] of refused) yield* post(running, body)
    assert.deepStrictEqual(yield* accountOf(running), before)
  })

  it.effect(
    "answers in the order of the request, each as on its own, and counts each",
    function* () {
      const running = yield* service.Service
      const before = yield* accountOf(running)
      const emails = ["ann@acme.test", "no address", "bob@nowhere.test", "ann@refused.test"]
      const { results, ...rest } = yield* batch(running, emails)
      assert.deepStrictEqual(
        results.map(({ email, result }) => [email, result?.status, result?.credits_used]),
        [
          ["ann@acme.test", "valid", 1],
          ["no address", "invalid", 1],
          ["bob@nowhere.test", "invalid", 1],
          ["ann@refused.test", "unknown", 0]
        ]
      )
      assert.deepStrictEqual(rest, { count: 4, credits_used: 3, mode: "fast", truncated: false })
      const after = yield* accountOf(running)
      assert.deepStrictEqual([before.credits - after.credits, after.checks - before.checks], [3, 4])
      const alone = Object((yield* running.get("/api/v1/verify?email=ann@acme.test")).json)
      const { response_time_ms: _, checked_at: __, ...same } = results[0]!.result!
      assert.deepInclude(alone, same)
    }
  )

  it.effect(
    "verifies and charges a repeat once, whatever its case and the space around it",
    function* () {
      const running = yield* service.Service
      const before = yield* accountOf(running)
      const emails = ["ann@acme.test", " Ann@ACME.test ", "bob@acme.test", "ann@acme.test"]
      const { results, credits_used } = yield* batch(running, emails)
      assert.deepStrictEqual(
        results.map(({ email, result }) => [email, result?.email, result?.credits_used]),
        [
          ["ann@acme.test", "ann@acme.test", 1],
          [" Ann@ACME.test ", "Ann@ACME.test", 0],
          ["bob@acme.test", "bob@acme.test", 1],
          ["ann@acme.test", "ann@acme.test", 0]
        ]
      )
      const after = yield* accountOf(running)
      assert.deepStrictEqual([credits_used, before.credits - after.credits], [2, 2])
      assert.strictEqual(after.checks - before.checks, 2)
    }
  )

  it.effect(
    "says of an item that it cannot verify why, for nothing, and verifies the others",
    function* () {
      const running = yield* service.Service
      const long = `${"a".repeat(255)}@acme.test`
      const { results, credits_used } = yield* batch(running, [long, "ann@acme.test", " "])
      const { result, ...rest } = results[1]!
      assert.deepStrictEqual(
        [results[0], rest, results[2]],
        [
          { email: long, error: "email must have at most 254 characters" },
          { email: "ann@acme.test" },
          { email: " ", error: "email must not be blank" }
        ]
      )
      assert.deepStrictEqual([result?.status, credits_used], ["valid", 1])
    }
  )

  it.effect("takes 100 addresses of 254 characters each", function* () {
    const emails = addresses(100).map((email) => email.padEnd(254, "x"))
    const { count, truncated } = yield* batch(yield* service.Service, emails)
    assert.deepStrictEqual([count, truncated], [100, false])
  })

  it.effect(
    "costs 1, 5 or 0 for each in deep mode, and says what the mail servers said",
    function* () {
      const running = yield* service.Service
      const before = yield* accountOf(running)
      const emails = ["ann@acme.test", "no address", "ann@refused.test", "gone@office.test"]
      const { results, credits_used, mode } = yield* batch(running, emails, "deep")
      assert.deepStrictEqual(
        results.map(({ result }) => [result?.smtp?.status, result?.credits_used]),
        [
          ["deliverable", 5],
          ["not_checked", 1],
          ["not_checked", 0],
          ["undeliverable", 5]
        ]
      )
      const after = yield* accountOf(running)
      assert.deepStrictEqual([mode, credits_used, before.credits - after.credits], ["deep", 11, 11])
    }
  )
})
