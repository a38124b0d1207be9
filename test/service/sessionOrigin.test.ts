import { assert, describe, it, layer } from "@effect/vitest"
import { isSafe, provenance } from "@rcpt/service/http/sameOrigin"
import { Effect } from "effect"
import { Headers } from "effect/http"

import * as service from "../support/service.ts"
import { isProblem } from "./keysWorld.ts"
import { anywhere, asked, env, lasts, owner, paths, signIn } from "./sessionWorld.ts"

const here = "https://rcpt.example"

/** What a browser says with a request to rcpt.example, and where it comes from, then. */
const said = [
  [{ "sec-fetch-site": "same-origin" }, "here"],
  [{ "sec-fetch-site": "same-origin", origin: "https://evil.test" }, "here"],
  [{ "sec-fetch-site": "same-site", origin: here }, "elsewhere"],
  [{ "sec-fetch-site": "cross-site" }, "elsewhere"],
  [{ "sec-fetch-site": "none" }, "unsaid"],
  [{ "sec-fetch-site": "anything" }, "elsewhere"],
  [{ origin: here }, "here"],
  [{ origin: "http://10.0.0.7:8080" }, "here"],
  [{ origin: "http://10.0.0.7" }, "elsewhere"],
  [{ origin: "http://rcpt.example" }, "elsewhere"],
  [{ origin: "https://rcpt.example.evil.test" }, "elsewhere"],
  [{ origin: "https://evil.test" }, "elsewhere"],
  [{ origin: "null" }, "elsewhere"],
  [{ origin: "" }, "elsewhere"],
  [{}, "unsaid"]
] as const

describe("A request", () => {
  for (const [headers, from] of said)
    it(`with ${JSON.stringify(headers)} comes from ${from}`, () => {
      const request = { headers: Headers.fromInput({ host: "10.0.0.7:8080", ...headers }) }
      assert.strictEqual(provenance(here)(request), from)
    })

  it("changes nothing with GET or HEAD alone", () => {
    assert.deepStrictEqual(["GET", "HEAD", "POST", "PUT", "DELETE", "get"].filter(isSafe), [
      "GET",
      "HEAD"
    ])
  })
})

const sentence = "requests with a session must come from the pages of this service"
const otherSite = { "sec-fetch-site": "cross-site", origin: "https://evil.test" }
const verify = "/api/v1/verify?email=ann@acme.test"

describe("With a session", () => {
  layer(
    service.layer({ lab: true, env }),
    service.live
  )((it) => {
    const begun = Effect.gen(function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      const credits = Effect.map(running.get(paths.account), ({ json }) => Object(json).credits)
      return { running, cookie, credits }
    })

    const deeds = [
      ["POST", "/api/v1/keys", `{"name":"x"}`],
      ["DELETE", "/api/v1/keys/x", undefined],
      ["POST", "/api/v1/verify/batch", `{"emails":["ann@acme.test"]}`],
      ["POST", paths.password, `{"current":"x","new":"correct horse stapler"}`],
      ["DELETE", paths.session, undefined],
      ["DELETE", paths.sessions, undefined],
      ["GET", verify, undefined]
    ] as const

    for (const [method, path, body] of deeds)
      it.effect(`another site cannot ask ${method} ${path}`, () =>
        Effect.gen(function* () {
          const { running, cookie, credits } = yield* begun
          const before = yield* credits
          const request = { method, ...(body !== undefined && { body }) }
          const answer = yield* asked(running, cookie, path, { ...request, headers: otherSite })
          isProblem(answer, 403, sentence)
          assert.isNotNull(answer.headers.get("x-ratelimit-limit"))
          assert.strictEqual(yield* credits, before)
          assert.isTrue(yield* lasts(running, cookie))
        })
      )

    it.effect("nobody changes anything who does not say where he comes from", () =>
      Effect.gen(function* () {
        const { running, cookie } = yield* begun
        const headers = { cookie: `rcpt_session=${cookie}`, "content-type": "application/json" }
        const request = { method: "POST", apiKey: null, headers, body: `{"name":"x"}` }
        isProblem(yield* running.get("/api/v1/keys", request), 403, sentence)
        const own = { ...request, headers: { ...headers, origin: running.base } }
        assert.strictEqual((yield* running.get("/api/v1/keys", own)).status, 201)
        // An old browser on a network without TLS: it says so of what changes something, only.
        const looking = { apiKey: null, headers }
        assert.strictEqual((yield* running.get(verify, looking)).status, 200)
      })
    )

    it.effect("a link on another site shows what it links to", () =>
      Effect.gen(function* () {
        const { running, cookie } = yield* begun
        const answer = yield* asked(running, cookie, paths.account, { headers: otherSite })
        assert.strictEqual(answer.status, 200)
      })
    )

    it.effect("a key is not asked where it comes from", () =>
      Effect.gen(function* () {
        const { running } = yield* begun
        assert.strictEqual((yield* running.get(verify, { headers: otherSite })).status, 200)
      })
    )

    it.effect("no other site can make a browser begin one", () =>
      Effect.gen(function* () {
        const { running } = yield* begun
        const headers = { "content-type": "application/json", ...anywhere() }
        const request = { method: "POST", apiKey: null, headers, body: JSON.stringify(owner) }
        const from = (said: object) => ({ ...request, headers: { ...headers, ...said } })
        const answer = yield* running.get(paths.session, from(otherSite))
        isProblem(answer, 403, sentence)
        assert.isNull(answer.headers.get("set-cookie"))
        const form = from({ "content-type": "text/plain" })
        isProblem(yield* running.get(paths.session, form), 400, "unsupported content type")
        assert.strictEqual((yield* running.get(paths.session, request)).status, 200)
      })
    )
  })
})
