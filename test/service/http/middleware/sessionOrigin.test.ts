/** Requests with a session are accepted from the service's own pages only. */
import { isSafe, provenance } from "@rcpt/service/http/middleware/sameOrigin"
import { Effect, Option } from "effect"
import { Headers } from "effect/http"

import * as service from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { isProblem } from "../../accounts/keysWorld.ts"
import {
  anywhere,
  asked,
  env,
  lasts,
  owner,
  paths,
  signIn
} from "../../accounts/sessions/sessionWorld.ts"

const here = "https://rcpt.example"

/** Headers of a request to rcpt.example, and the provenance that they show. */
const provenances = [
  [{ "sec-fetch-site": "same-origin" }, "here"],
  [{ "sec-fetch-site": "same-origin", origin: "https://evil.test" }, "here"],
  [{ "sec-fetch-site": "same-site", origin: here }, "elsewhere"],
  [{ "sec-fetch-site": "cross-site" }, "elsewhere"],
  [{ "sec-fetch-site": "none" }, "unstated"],
  [{ "sec-fetch-site": "anything" }, "elsewhere"],
  [{ origin: here }, "here"],
  [{ origin: "http://10.0.0.7:8080" }, "here"],
  [{ origin: "http://10.0.0.7:80", host: "10.0.0.7" }, "here"],
  [{ origin: "http://rcpt.test", host: "RCPT.test" }, "here"],
  [{ origin: "https://10.0.0.7:8080" }, "elsewhere"],
  [{ origin: "https://10.0.0.7:8080", "x-forwarded-proto": "https" }, "here"],
  [{ origin: "http://10.0.0.7:8080", "x-forwarded-proto": "https" }, "elsewhere"],
  [{ origin: "http://10.0.0.7" }, "elsewhere"],
  [{ origin: "http://rcpt.example" }, "elsewhere"],
  [{ origin: "https://rcpt.example.evil.test" }, "elsewhere"],
  [{ origin: "https://evil.test" }, "elsewhere"],
  [{ origin: "null" }, "elsewhere"],
  [{ origin: "" }, "elsewhere"],
  [{}, "unstated"]
] as const

describe("A request", () => {
  for (const [headers, from] of provenances)
    it(`with ${JSON.stringify(headers)} has the provenance "${from}"`, () => {
      const request = {
        remoteAddress: Option.some("192.0.2.1"),
        headers: Headers.fromInput({ host: "10.0.0.7:8080", ...headers })
      }
      const config = { publicUrl: here, trustedProxies: ["192.0.2.0/24"] }
      assert.strictEqual(provenance(config)(request), from)
    })

  const withPort = "https://rcpt.example:8443"
  const named = { "x-forwarded-proto": "https", host: "rcpt.example" }
  for (const [origin, from] of [
    [withPort, "here"],
    [here, "elsewhere"],
    ["https://rcpt.example:9443", "elsewhere"]
  ] as const)
    it(`from ${origin} has the provenance "${from}", if a proxy leaves out the port of ${withPort}`, () => {
      const request = {
        remoteAddress: Option.some("192.0.2.1"),
        headers: Headers.fromInput({ ...named, origin })
      }
      const config = { publicUrl: withPort, trustedProxies: ["192.0.2.0/24"] }
      assert.strictEqual(provenance(config)(request), from)
    })

  it("has no scheme but http by the word of a stranger", () => {
    const headers = { host: "a.test", origin: "https://a.test", "x-forwarded-proto": "https" }
    const request = {
      remoteAddress: Option.some("192.0.2.1"),
      headers: Headers.fromInput(headers)
    }
    const config = { publicUrl: undefined, trustedProxies: ["198.51.100.0/24"] }
    assert.strictEqual(provenance(config)(request), "elsewhere")
  })

  it("is safe with GET and HEAD alone", () => {
    assert.deepStrictEqual(["GET", "HEAD", "POST", "PUT", "DELETE", "get"].filter(isSafe), [
      "GET",
      "HEAD"
    ])
  })
})

const sentence = "requests with a session must come from the dashboard of this service"
const otherSite = { "sec-fetch-site": "cross-site", origin: "https://evil.test" }
const verify = "/api/v1/verify?email=ann@acme.test"

layer(service.layer({ lab: true, env }), service.live)("With a session", (it) => {
  const startSession = Effect.gen(function* () {
    const running = yield* service.Service
    const { cookie } = yield* signIn(running, owner)
    const credits = Effect.map(running.get(paths.account), ({ json }) => Object(json).credits)
    return { running, cookie, credits }
  })

  const requests = [
    ["POST", "/api/v1/keys", `{"name":"x"}`],
    ["DELETE", "/api/v1/keys/x", undefined],
    ["POST", "/api/v1/verify/batch", `{"emails":["ann@acme.test"]}`],
    ["POST", paths.password, `{"current":"x","new":"correct horse stapler"}`],
    ["DELETE", paths.session, undefined],
    ["DELETE", paths.sessions, undefined],
    ["GET", verify, undefined]
  ] as const

  for (const [method, path, body] of requests)
    it.effect(`another site cannot request ${method} ${path}`, function* () {
      const { running, cookie, credits } = yield* startSession
      const before = yield* credits
      const request = { method, ...(body !== undefined && { body }) }
      const answer = yield* asked(running, cookie, path, { ...request, headers: otherSite })
      isProblem(answer, 403, sentence)
      assert.isNotNull(answer.headers.get("x-ratelimit-limit"))
      assert.strictEqual(yield* credits, before)
      assert.isTrue(yield* lasts(running, cookie))
    })

  it.effect("a request without an origin may not change anything", function* () {
    const { running, cookie } = yield* startSession
    const headers = { cookie: `rcpt_session=${cookie}`, "content-type": "application/json" }
    const request = { method: "POST", apiKey: null, headers, body: `{"name":"x"}` }
    isProblem(yield* running.get("/api/v1/keys", request), 403, sentence)
    const own = { ...request, headers: { ...headers, origin: running.base } }
    assert.strictEqual((yield* running.get("/api/v1/keys", own)).status, 201)
    // An old browser without TLS sends an origin only with requests that change something.
    const reading = { apiKey: null, headers }
    assert.strictEqual((yield* running.get(verify, reading)).status, 200)
  })

  it.effect("a link on another site works", function* () {
    const { running, cookie } = yield* startSession
    const answer = yield* asked(running, cookie, paths.account, { headers: otherSite })
    assert.strictEqual(answer.status, 200)
  })

  it.effect("a request with a key may come from anywhere", function* () {
    const { running } = yield* startSession
    assert.strictEqual((yield* running.get(verify, { headers: otherSite })).status, 200)
  })

  it.effect("another site cannot make a browser sign in", function* () {
    const { running } = yield* startSession
    const headers = { "content-type": "application/json", ...anywhere() }
    const request = { method: "POST", apiKey: null, headers, body: JSON.stringify(owner) }
    const from = (more: object) => ({ ...request, headers: { ...headers, ...more } })
    const answer = yield* running.get(paths.session, from(otherSite))
    isProblem(answer, 403, sentence)
    assert.isNull(answer.headers.get("set-cookie"))
    const form = from({ "content-type": "text/plain" })
    isProblem(yield* running.get(paths.session, form), 400, "unsupported content type")
    assert.strictEqual((yield* running.get(paths.session, request)).status, 200)
  })
})
