/** What all HTTP responses have in common, and the pages that describe the service. */
import { connect } from "node:net"

import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"

const get = (path: string, request?: service.Request) =>
  service.Service.use((running) => running.get(path, request))

const verify = "/api/v1/verify?email=ann@acme.test"
const documented = [
  "/docs",
  "/docs/errors",
  "/form.js",
  "/api/v1/openapi.json",
  "/api/v1/openapi-admin.json",
  "/healthz",
  "/readyz"
]

/** Requests that are served, refused, or have no route. */
const everyKind: ReadonlyArray<readonly [path: string, request: service.Request]> = [
  [verify, {}],
  [verify, { method: "HEAD" }],
  [verify, { method: "DELETE" }],
  [verify, { apiKey: null }],
  ["/api/v1/verify", {}],
  ["/api/v1/account", {}],
  ["/nowhere", {}],
  ["/%FF%00", {}],
  ...documented.map((path) => [path, { apiKey: null }] as const)
]

layer(service.layer({ lab: true }), service.live)("Every response", (it) => {
  it.effect("has its own request id, whatever id the caller sends", function* () {
    const headers = { "x-request-id": "mine" }
    const answers = yield* Effect.forEach([...everyKind, ...everyKind], ([path, request]) =>
      get(path, { ...request, headers })
    )
    const ids = answers.map((answer) => answer.headers.get("x-request-id"))
    for (const id of ids) assert.match(id ?? "", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it.effect("is 404 for an unknown path", function* () {
    const others = ["/api/v1/VERIFY", "/api/v1/verify/", "//api/v1/verify", "/api/v1%2fverify"]
    for (const path of ["/", "/nowhere", "/api/v1", "/%", "/docs/../../x", ...others]) {
      const answer = yield* get(path)
      assert.deepStrictEqual([answer.status, answer.json], [404, { error: "not found" }], path)
    }
  })

  it.effect("is 405 with the allowed methods for another method", function* () {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const path of [verify, "/api/v1/usage", ...documented]) {
        const answer = yield* get(path, { method })
        const allow = path === verify ? "GET" : "GET, HEAD"
        assert.deepStrictEqual(
          [answer.status, answer.headers.get("allow"), answer.json],
          [405, allow, { error: "method not allowed" }],
          `${method} ${path}`
        )
      }
    }
  })

  it.effect("to HEAD is the response to GET without its body", function* () {
    for (const path of ["/api/v1/openapi.json", "/docs", "/healthz", "/nowhere"]) {
      const headers = { "accept-encoding": "identity" }
      const head = yield* get(path, { method: "HEAD", headers })
      const whole = yield* get(path, { headers })
      assert.deepStrictEqual([head.status, head.text], [whole.status, ""], path)
      const size = Buffer.byteLength(whole.text)
      assert.strictEqual(Number(head.headers.get("content-length")), size, path)
    }
  })
})

/** Sends bytes on a socket, for what no client library would send. */
const send = (base: string, text: string) =>
  Effect.callback<string>((resume) => {
    let answer = ""
    const socket = connect(Number(new URL(base).port), "127.0.0.1", () => socket.write(text))
    socket.on("data", (data) => (answer += data.toString()))
    socket.on("close", () => resume(Effect.succeed(answer)))
  })

layer(service.layer({ lab: true, credits: 1 }), service.live)("A malformed request", (it) => {
  it.effect("gets an error in the form of every other", function* () {
    const { base } = yield* service.Service
    const manyHeaders = Array.from({ length: 10_000 }, (_, i) => `x-${i}: y\r\n`).join("")
    const cases = [
      ["NONSENSE\r\n\r\n", 400, "not an HTTP request"],
      [`GET /${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, "request headers are too large"],
      [`GET / HTTP/1.1\r\n${manyHeaders}\r\n`, 431, "request headers are too large"]
    ] as const
    for (const [text, status, sentence] of cases) {
      const answer = yield* send(base, text)
      assert.include(answer, `HTTP/1.1 ${status} `)
      assert.match(answer, /^X-Request-Id: [0-9a-f-]{36}\r$/m)
      assert.isTrue(answer.endsWith(JSON.stringify({ error: sentence })), answer)
    }
  })

  it.effect("by HEAD to a path that costs credits is refused, and costs none", function* () {
    const head = yield* get(verify, { method: "HEAD" })
    assert.deepStrictEqual([head.status, head.headers.get("allow")], [405, "GET"])
    assert.strictEqual((yield* get(verify)).status, 200)
  })
})

interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string }
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly responses: Record<string, object> } }>
  >
}

interface Verbose {
  readonly projections: ReadonlyArray<object>
  readonly blocklists: ReadonlyArray<object>
  readonly lists: ReadonlyArray<{
    readonly source: string
    readonly asOf: string
    readonly licence: string
    readonly entries: number
  }>
}

layer(service.layer(), service.live)("The description of the service", (it) => {
  it.effect("includes an OpenAPI 3.1 document with the responses of verification", function* () {
    const { status, json } = yield* get("/api/v1/openapi.json", { apiKey: null })
    assert.strictEqual(status, 200)
    const { openapi, info, paths } = json as OpenApi
    assert.match(openapi, /^3\.1\.\d+$/)
    assert.strictEqual(info.title, "rcpt")
    const { responses } = paths["/api/v1/verify"]!.get
    assert.includeMembers(Object.keys(responses), ["200", "400", "401", "402"])
    assert.includeMembers(Object.keys(paths["/api/v1/account"]!.get.responses), ["200", "401"])
  })

  it.effect("includes a page that loads nothing from other servers", function* () {
    const { status, headers, text } = yield* get("/docs", { apiKey: null })
    assert.strictEqual(status, 200)
    assert.match(headers.get("content-type") ?? "", /^text\/html/)
    assert.notMatch(text, /<(?:script|link|img|iframe)[^>]*(?:src|href)="https?:/)
    const policy = headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'")
    assert.notMatch(policy, /https?:|\*|unsafe/)
  })

  it.effect("includes liveness, readiness and the details of `?verbose`", function* () {
    const live = yield* get("/healthz", { apiKey: null })
    assert.deepStrictEqual([live.status, live.json], [200, { status: "ok" }])
    const ready = yield* get("/readyz", { apiKey: null })
    assert.deepStrictEqual([ready.status, ready.json], [200, { status: "ready" }])
    const verbose = (yield* get("/readyz?verbose", { apiKey: null })).json as Verbose
    const usage = verbose.projections.find((view) => Object(view).name === "usage")
    assert.deepInclude(usage, { name: "usage", live: true, parked: 0 })
    for (const { source, asOf, licence, entries } of verbose.lists) {
      assert.match(asOf, /^20\d\d-\d\d/)
      assert.isTrue(source !== "" && licence !== "" && entries > 0)
    }
    assert.deepStrictEqual(verbose.blocklists, [])
  })
})
