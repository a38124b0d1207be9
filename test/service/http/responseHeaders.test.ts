/** Headers that keep an answer to whom it was given: out of caches, and out of other types. */

import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { exchange } from "./rawHttp.ts"

const verify = "/api/v1/verify?email=ann@acme.test"
const noKey = { apiKey: null }

/** Who writes the answer, and a request that it writes one to. */
const json: ReadonlyArray<readonly [says: string, path: string, request?: service.Request]> = [
  ["a verdict", verify],
  ["a verdict by the general route", `${verify}&explain=true`],
  ["an answer about the account", "/api/v1/account"],
  ["a refused query", "/api/v1/verify"],
  ["a refused key", verify, { apiKey: "letmein" }],
  ["a missing key", verify, noKey],
  ["a method that is not allowed", verify, { method: "DELETE" }],
  ["an unknown path", "/nowhere"],
  ["a refused sign-in", "/api/v1/session", { ...noKey, method: "POST", body: "x" }],
  ["a health check", "/healthz", noKey],
  ["a check of readiness", "/readyz", noKey]
]

/** What Node answers, or the limit of requests in flight, before there is a route. */
const raw: ReadonlyArray<readonly [says: string, text: string, status: number]> = [
  ["no HTTP", "NONSENSE\r\n\r\n", 400],
  ["a long header", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["an expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417],
  ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["no Host header", "GET /healthz HTTP/1.1\r\n\r\n", 400]
]

layer(service.layer({ lab: true }), service.live)(
  "No cache stores, and no browser takes for another type,",
  (it) => {
    for (const [says, path, request] of json)
      it.effect(says, function* () {
        const { get } = yield* service.Service
        // The second time, the key is known.
        yield* get(path, request)
        const { headers } = yield* get(path, request)
        assert.match(headers.get("content-type") ?? "", /^application\/json/)
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        // Nobody said that there is TLS.
        assert.isNull(headers.get("strict-transport-security"))
      })

    for (const [says, text, status] of raw)
      it.effect(`the refusal of ${says}`, function* () {
        const { base } = yield* service.Service
        const answer = yield* exchange(base, [text])
        assert.strictEqual(answer.status, status)
        assert.strictEqual(answer.headers["cache-control"], "no-store")
        assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
      })

    it.effect(
      "the OpenAPI document is kept until it changes, and its type is not guessed",
      function* () {
        const { get } = yield* service.Service
        const { headers } = yield* get("/api/v1/openapi.json", noKey)
        assert.strictEqual(headers.get("cache-control"), "no-cache")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      }
    )

    it.effect(
      "the docs are pages, kept until they change, whose type is not guessed and which keep their policy",
      function* () {
        const { get } = yield* service.Service
        const { headers } = yield* get("/docs", noKey)
        assert.strictEqual(headers.get("cache-control"), "no-cache")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/)
        const etag = headers.get("etag") ?? ""
        const again = yield* get("/docs", { headers: { "if-none-match": etag } })
        assert.deepStrictEqual([again.status, again.text], [304, ""])
      }
    )
  }
)

describe("Where the public URL is https", () => {
  it.live("every answer tells browsers to come back over TLS alone", function* () {
    const before = yield* service.start()
    yield* before.kill("SIGTERM")
    const running = yield* service.start({
      lab: true,
      databaseUrl: before.databaseUrl!,
      apiKey: before.apiKey,
      port: Number(new URL(before.base).port),
      env: { RCPT_PUBLIC_URL: "https://rcpt.example" }
    })
    for (const path of [verify, verify, "/docs", "/nowhere", "/healthz"]) {
      const { headers } = yield* running.get(path)
      assert.strictEqual(headers.get("strict-transport-security"), "max-age=31536000", path)
    }
  })
})
