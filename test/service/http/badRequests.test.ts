/** Bad requests of every kind get an error response that reveals nothing internal. */
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { exchange, isProblem } from "./rawHttp.ts"

const account = "/api/v1/account"
const verify = "/api/v1/verify?email=ann@acme.test"

interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: ReadonlyArray<string>
  readonly body?: string
}

/** The text of a request with a valid key. */
const textOf = (
  apiKey: string,
  { method = "GET", path = account, headers = [], body }: RawRequest
) =>
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

const ask = (request: RawRequest) =>
  service.Service.use(({ base, apiKey }) => exchange(base, [textOf(apiKey, request)]))

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

/** Sent as they are, without a key. */
const malformed: ReadonlyArray<readonly [says: string, text: string, status: number]> = [
  ["the start of a TLS handshake", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", 400],
  ["HTTP/2 without an upgrade", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["an unknown HTTP version", "GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n", 400],
  ["no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ["a header without a name", "GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400],
  ["a NUL in a header", "GET /healthz HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n", 400],
  ["a folded header", "GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400],
  ["an unknown expectation", "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417],
  [
    "10,000 headers",
    `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 10_000 }, (_, i) => `x-${i}: y\r\n`).join("")}\r\n`,
    431
  ],
  [
    "two Content-Length headers",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    400
  ],
  [
    "both Content-Length and Transfer-Encoding",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400
  ],
  ["a negative length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400]
]

const queries: ReadonlyArray<readonly [query: string, status: number]> = [
  ["&x=1&constructor=2&__proto__=3", 200],
  ["&&&==&=", 200],
  ["&%zz=%", 400],
  ["&email=bob@acme.test", 400],
  ["&mode=fast&mode=fast", 400],
  ["&explain=true&explain=true", 400],
  ["&explain=yes", 400]
]

/** POST endpoints. Each body below is invalid for all of them. */
const posts = ["/api/v1/keys", "/api/v1/verify/batch"]

const json = "Content-Type: application/json"

const bodies: ReadonlyArray<readonly [says: string, body: string, contentType?: string]> = [
  ["no body", ""],
  ["incomplete JSON", "{"],
  ["a NUL", "\0"],
  ["null", "null"],
  ["an array", "[]"],
  ["a string", '"name"'],
  ["a number beyond every range", "1e999"],
  ["arrays 20 deep", "[".repeat(20) + "]".repeat(20)],
  ["arrays 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000)],
  ["arrays that are never closed", "[".repeat(100_000)],
  ["arrays 20 deep in place of strings", `{"name":${"[".repeat(20)}${"]".repeat(20)}}`],
  ["a string of 1 MB", `{"name":"${"x".repeat(1_000_000)}"}`],
  ["a number in place of a string", '{"name":5,"emails":5}'],
  ["null in place of a string", '{"name":null,"emails":null}'],
  ["an object in place of a string", '{"name":{},"emails":{}}'],
  ["inherited properties only", '{"__proto__":{"name":"x","emails":["a@b.test"]}}'],
  [
    "duplicate keys of which the last is invalid",
    '{"name":"x","name":1,"emails":["a@b.test"],"emails":1}'
  ],
  ["text/plain", '{"name":"x"}', "text/plain"],
  ["a form", "name=x", "application/x-www-form-urlencoded"],
  ["a multipart form without a boundary", "name=x", "multipart/form-data"],
  ["an unknown content type", '{"name":"x"}', "json"]
]

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "A bad request",
  (it) => {
    it.effect("to another spelling of a path is 404, or 400 if it is not a path", () =>
      Effect.forEach(paths, ([path, status]) =>
        Effect.map(ask({ path }), (answer) => isProblem(answer, status))
      )
    )

    it.effect(
      "with a method that the path does not allow is 405, and with an unknown method 400",
      () =>
        Effect.forEach(methods, ([method, path, status]) =>
          Effect.map(ask({ method, path }), (answer) => {
            isProblem(answer, status)
            if (status === 405) assert.isDefined(answer.headers["allow"])
          })
        )
    )

    for (const [says, text, status] of malformed)
      it.effect(`with ${says} is ${status}`, () =>
        Effect.map(askRaw(text), (answer) => isProblem(answer, status))
      )

    it.effect("with unknown query parameters is served, and with a duplicate one refused", () =>
      Effect.forEach(queries, ([query, status]) =>
        Effect.map(ask({ path: verify + query }), (answer) => {
          if (status === 200) assert.strictEqual(answer.status, 200, query)
          else isProblem(answer, status)
        })
      )
    )

    for (const path of posts)
      for (const [says, body, contentType] of bodies)
        it.effect(`to ${path} with ${says} is 400`, function* () {
          const headers = [contentType === undefined ? json : `Content-Type: ${contentType}`]
          isProblem(yield* ask({ method: "POST", path, headers, body }), 400)
        })

    for (const path of posts)
      it.effect(`to ${path} without a key is 401, whatever its body`, function* () {
        const { get } = yield* service.Service
        for (const [, body] of bodies) {
          const answer = yield* get(path, { method: "POST", apiKey: null, body })
          assert.deepStrictEqual([answer.status, answer.json], [401, { error: "unauthorized" }])
        }
      })

    it.effect(
      "with a body that is never completed and a connection that is closed does no harm to others",
      function* () {
        const { base, apiKey, get } = yield* service.Service
        const headers = [json, "Content-Length: 1000"]
        const begun = textOf(apiKey, { method: "POST", path: posts[0]!, headers })
        const abandoned = Effect.timeoutOption(exchange(base, [begun, "{"], 50), "400 millis")
        yield* Effect.all(
          Array.from({ length: 20 }, () => abandoned),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* get(account)).status, 200)
      }
    )

    it.effect("with an endless chunked body is refused when the body is too large", function* () {
      const { base, apiKey } = yield* service.Service
      const headers = [json, "Transfer-Encoding: chunked"]
      const head = textOf(apiKey, { method: "POST", path: posts[0]!, headers })
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`
      isProblem(yield* exchange(base, [head, ...Array.from({ length: 20 }, () => chunk)], 5), 400)
    })

    it.effect("logs no error of the service", function* () {
      const { output } = yield* service.Service
      assert.notInclude(output(), '"ERROR"')
    })
  }
)
