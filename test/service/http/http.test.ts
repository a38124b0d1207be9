/** `GET /api/v1/verify` over HTTP: credentials, parameters, and odd addresses. */
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"

const verify = (query: string) => `/api/v1/verify${query}`

const get = (path: string, request?: service.Request) =>
  service.Service.use((running) => running.get(path, request))

const creditsLeft = Effect.map(get("/api/v1/account"), ({ json }) => Number(Object(json).credits))

/** Compares the whole body: an error has its sentence and nothing else. */
const isProblem = (answer: service.Answer, status: number, error: string) => {
  assert.deepStrictEqual({ status: answer.status, body: answer.json }, { status, body: { error } })
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
  assert.isNotEmpty(answer.headers.get("x-request-id"))
}

/** A well-formed key of no account, and the same with another last character. */
const unknownKey = generate()
const mistypedKey = unknownKey.slice(0, -1) + (unknownKey.endsWith("0") ? "1" : "0")

const wrongKeys: ReadonlyArray<readonly [says: string, key: string | null]> = [
  ["no key", null],
  ["an empty key", ""],
  ["a malformed key", "letmein"],
  ["a key that was never issued", unknownKey],
  ["a key with a typing error", mistypedKey],
  ["a key of 8 kB", "x".repeat(8_000)],
  ["a key that tries SQL", "' or 1=1 --"],
  ["a key in Latin-1", "cl\u00e9"]
]

const email254 = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`

const undecodable =
  "the query has escapes or bytes that are not UTF-8: each % must be followed by two hex digits of UTF-8, and a " +
  "percent sign itself is sent as %25"

/** The query, and the sentence of its 400. */
const refused: ReadonlyArray<readonly [says: string, query: string, error: string]> = [
  ["no email", "", "email is required"],
  ["another parameter only", "?address=ann@acme.test", "email is required"],
  ["an empty email", "?email=", "email must not be blank"],
  ["a blank email", "?email=%20%09%0A", "email must not be blank"],
  ["an email given twice", "?email=a@acme.test&email=b@acme.test", "email must be given only once"],
  ["255 characters", `?email=a${email254}`, "email must have at most 254 characters"],
  ["10 kB", `?email=${"a".repeat(10_000)}@acme.test`, "email must have at most 254 characters"],
  ["an unknown mode", "?email=ann@acme.test&mode=slow", 'mode must be "fast" or "deep"'],
  ["an empty mode", "?email=ann@acme.test&mode=", 'mode must be "fast" or "deep"'],
  ["a mode given twice", "?email=a@b.test&mode=fast&mode=deep", 'mode must be "fast" or "deep"'],
  ["a lone surrogate", "?email=%ED%A0%80@acme.test", undecodable],
  ["octets that are not UTF-8", "?email=%FF%FE@acme.test", undecodable],
  ["an invalid percent escape", "?email=%zz@nowhere.test", undecodable]
]

/** Percent-encoded as sent, and the sub_status: each is accepted as an address to verify. */
const judged: ReadonlyArray<readonly [says: string, encoded: string, subStatus: string]> = [
  ["nothing after the @", "ann@", "failed_syntax_check"],
  ["nothing before the @", "@acme.test", "failed_syntax_check"],
  ["a space", "a%20b@x.org", "failed_syntax_check"],
  ["a line break in the middle", "ann%0D%0Abob@acme.test", "failed_syntax_check"],
  ["SMTP after the address", "ann@acme.test%0D%0ARCPT%20TO:", "failed_syntax_check"],
  ["a NUL", "ann%00@acme.test", "failed_syntax_check"],
  ["an emoji in the domain", "ann@%F0%9F%98%80.test", "domain_not_found"],
  ["an emoji before the @", "%F0%9F%98%80@nowhere.test", "domain_not_found"],
  ["bad Punycode", "ann@xn--zzzzzzzzzzz--.test", "failed_syntax_check"],
  ["an IP literal", "ann@[127.0.0.1]", "failed_syntax_check"],
  ["an IP address", "ann@127.0.0.1", "failed_syntax_check"],
  ["no top-level domain", "ann@localhost", "failed_syntax_check"],
  ["a display name", "Ann%20%3Cann@acme.test%3E", "failed_syntax_check"],
  ["a name of Object.prototype", "__proto__@constructor", "failed_syntax_check"],
  ["254 characters", email254, "domain_not_found"]
]

layer(service.layer({ lab: true }), service.live)("GET /api/v1/verify", (it) => {
  for (const [says, apiKey] of wrongKeys) {
    it.effect(`answers 401 to ${says}`, function* () {
      isProblem(yield* get(verify("?email=ann@acme.test"), { apiKey }), 401, "unauthorized")
    })
  }

  it.effect("checks the key before anything else", function* () {
    isProblem(yield* get(verify("?mode=slow"), { apiKey: null }), 401, "unauthorized")
    isProblem(yield* get("/api/v1/account", { apiKey: null }), 401, "unauthorized")
  })

  for (const [says, query, error] of refused) {
    it.effect(`answers 400 to ${says}`, function* () {
      isProblem(yield* get(verify(query)), 400, error)
    })
  }

  it.effect("charges nothing for what it refuses", function* () {
    const before = yield* creditsLeft
    for (const [, query] of refused) yield* get(verify(query))
    assert.strictEqual(yield* creditsLeft, before)
  })

  for (const [says, encoded, subStatus] of judged) {
    it.effect(`verifies an address with ${says}`, function* () {
      const answer = yield* get(verify(`?email=${encoded}`))
      assert.strictEqual(answer.status, 200, answer.text)
      const { status, sub_status, credits_used } = Object(answer.json)
      assert.deepStrictEqual(
        { status, sub_status, credits_used },
        { status: "invalid", sub_status: subStatus, credits_used: 1 }
      )
    })
  }

  it.effect("reads + in the query as a space, as forms do, and %2B as a plus", function* () {
    const space = yield* get(verify("?email=a+b@acme.test"))
    const plus = yield* get(verify("?email=a%2Bb@acme.test"))
    assert.strictEqual(Object(space.json).sub_status, "failed_syntax_check")
    assert.strictEqual(Object(plus.json).email, "a+b@acme.test")
  })

  it.effect("trims white space around the address", function* () {
    const answer = yield* get(verify("?email=%20ann@acme.test%0A"))
    assert.strictEqual(Object(answer.json).email, "ann@acme.test")
    assert.strictEqual(Object(answer.json).status, "valid")
  })
})
