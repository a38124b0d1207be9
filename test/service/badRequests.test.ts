import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"

import * as service from "../support/service.ts"
import { exchange, isProblem } from "./rawHttp.ts"

const account = "/api/v1/account"
const verify = "/api/v1/verify?email=ann@acme.test"

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: ReadonlyArray<string>
  readonly body?: string
}

/** A request of somebody who has a key. */
const textOf = (apiKey: string, { method = "GET", path = account, headers = [], body }: Sent) =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: rcpt.test",
    `X-API-Key: ${apiKey}`,
    "Connection: close",
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    ...headers,
    "",
    body ?? ""
  ].join("\r\n")

const ask = (sent: Sent) =>
  service.Service.use(({ base, apiKey }) => exchange(base, [textOf(apiKey, sent)]))

const askRaw = (text: string) => service.Service.use(({ base }) => exchange(base, [text]))

const paths: ReadonlyArray<readonly [path: string, status: number]> = [
  ["/api/v1/../v1/account", 404],
  ["/api/v1/./account", 404],
  ["/api/v1/account/..", 404],
  ["/api/v1/%2e%2e/v1/account", 404],
  ["/api/v1/..%2fv1/account", 404],
  ["/api/v1%2faccount", 404],
  ["/api/v1%252faccount", 404],
  ["//api/v1/account", 404],
  ["/api//v1/account", 404],
  ["/api/v1/account/", 404],
  ["/api/v1/account%00", 404],
  ["/api/v1/account;x=1", 404],
  ["/api/v1/account#x", 404],
  ["/docs/../../../etc/passwd", 404],
  ["/docs/%2e%2e/%2e%2e/etc/passwd", 404],
  ["/%", 404],
  ["/%c0%ae%c0%ae/", 404],
  ["/__proto__", 404],
  ["*", 404],
  [`/${"a/".repeat(5_000)}`, 404],
  ["api/v1/account", 400],
  ["\\api\\v1\\account", 400]
]

const methods: ReadonlyArray<readonly [method: string, path: string, status: number]> = [
  ["OPTIONS", account, 405],
  ["TRACE", account, 405],
  ["PROPFIND", account, 405],
  ["QUERY", account, 405],
  ["POST", account, 405],
  ["CONNECT", "rcpt.test:443", 405],
  ["OPTIONS", "*", 404],
  ["get", account, 400],
  ["BREW", account, 400]
]

/** As they are written; a key is in none of them. */
const hardly: ReadonlyArray<readonly [says: string, text: string, status: number]> = [
  ["the start of a TLS handshake", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", 400],
  ["HTTP/2 without asking first", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["HTTP of the future", "GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n", 400],
  ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ["a header without a name", "GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400],
  ["a NUL in a header", "GET /healthz HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n", 400],
  ["a folded header", "GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400],
  ["an expectation", "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417],
  [
    "10,000 headers",
    `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 10_000 }, (_, i) => `x-${i}: y\r\n`).join("")}\r\n`,
    431
  ],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    400
  ],
  [
    "a length and chunks",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400
  ],
  ["a length below nothing", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400]
]

const queries: ReadonlyArray<readonly [query: string, status: number]> = [
  ["&x=1&constructor=2&__proto__=3", 200],
  ["&&&==&=", 200],
  ["&%zz=%", 200],
  ["&email=bob@acme.test", 400],
  ["&mode=fast&mode=fast", 400],
  ["&explain=true&explain=true", 400],
  ["&explain=yes", 400]
]

/** POST endpoints: what is wrong with a body is wrong with the body of each. */
const posts = ["/api/v1/keys", "/api/v1/verify/batch"]

const json = "Content-Type: application/json"

const bodies: ReadonlyArray<readonly [says: string, body: string, contentType?: string]> = [
  ["no body", ""],
  ["no JSON", "{"],
  ["a NUL", "\0"],
  ["null", "null"],
  ["an array", "[]"],
  ["a text", '"name"'],
  ["a number too large for anything", "1e999"],
  ["arrays 20 deep", "[".repeat(20) + "]".repeat(20)],
  ["arrays 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000)],
  ["arrays that are never closed", "[".repeat(100_000)],
  ["arrays 20 deep where texts belong", `{"name":${"[".repeat(20)}${"]".repeat(20)}}`],
  ["a text of 1 MB", `{"name":"${"x".repeat(1_000_000)}"}`],
  ["a number for a text", '{"name":5,"emails":5}'],
  ["null for a text", '{"name":null,"emails":null}'],
  ["an object for a text", '{"name":{},"emails":{}}'],
  ["only what is inherited", '{"__proto__":{"name":"x","emails":["a@b.test"]}}'],
  [
    "two keys of one name, of which the last is wrong",
    '{"name":"x","name":1,"emails":["a@b.test"],"emails":1}'
  ],
  ["text/plain", '{"name":"x"}', "text/plain"],
  ["a form", "name=x", "application/x-www-form-urlencoded"],
  ["a form of parts without a boundary", "name=x", "multipart/form-data"],
  ["no content type that there is", '{"name":"x"}', "json"]
]

describe("A bad request", () => {
  layer(
    service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }),
    service.live
  )((it) => {
    it.effect("to a path that is spelt otherwise is 404", () =>
      Effect.forEach(paths, ([path, status]) =>
        Effect.map(ask({ path }), (answer) => isProblem(answer, status))
      )
    )

    it.effect("by a method that there is not is 405, or 400 where nobody knows it", () =>
      Effect.forEach(methods, ([method, path, status]) =>
        Effect.map(ask({ method, path }), (answer) => {
          isProblem(answer, status)
          if (status === 405) assert.isDefined(answer.headers["allow"])
        })
      )
    )

    for (const [says, text, status] of hardly)
      it.effect(`with ${says} is ${status}`, () =>
        Effect.map(askRaw(text), (answer) => isProblem(answer, status))
      )

    it.effect(
      "with a query that names too much is answered, and with one that says it twice not",
      () =>
        Effect.forEach(queries, ([query, status]) =>
          Effect.map(ask({ path: verify + query }), (answer) => {
            if (status === 200) assert.strictEqual(answer.status, 200, query)
            else isProblem(answer, status)
          })
        )
    )

    for (const path of posts)
      for (const [says, body, contentType] of bodies)
        it.effect(`to ${path} with ${says} is 400`, () =>
          Effect.gen(function* () {
            const headers = [contentType === undefined ? json : `Content-Type: ${contentType}`]
            isProblem(yield* ask({ method: "POST", path, headers, body }), 400)
          })
        )

    for (const path of posts)
      it.effect(`to ${path} without a key is 401, whatever is in it`, () =>
        Effect.gen(function* () {
          const { get } = yield* service.Service
          for (const [, body] of bodies) {
            const answer = yield* get(path, { method: "POST", apiKey: null, body })
            assert.deepStrictEqual([answer.status, answer.json], [401, { error: "unauthorized" }])
          }
        })
      )

    it.effect("with a body that is never sent whole hurts nobody else, and may hang up", () =>
      Effect.gen(function* () {
        const { base, apiKey, get } = yield* service.Service
        const headers = [json, "Content-Length: 1000"]
        const begun = textOf(apiKey, { method: "POST", path: posts[0]!, headers })
        const gone = Effect.timeoutOption(exchange(base, [begun, "{"], 50), "400 millis")
        yield* Effect.all(
          Array.from({ length: 20 }, () => gone),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* get(account)).status, 200)
      })
    )

    it.effect("with a chunked body without an end is refused when it is too large", () =>
      Effect.gen(function* () {
        const { base, apiKey } = yield* service.Service
        const headers = [json, "Transfer-Encoding: chunked"]
        const head = textOf(apiKey, { method: "POST", path: posts[0]!, headers })
        const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`
        isProblem(yield* exchange(base, [head, ...Array.from({ length: 8 }, () => chunk)], 5), 400)
      })
    )

    it.effect("leaves no trace of a failure of ours", () =>
      Effect.gen(function* () {
        const { output } = yield* service.Service
        assert.notInclude(output(), '"ERROR"')
      })
    )
  })
})
