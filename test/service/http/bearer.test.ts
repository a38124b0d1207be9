/** An API key as a bearer token, instead of or beside `X-API-Key`. */

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, make } from "../accounts/keysWorld.ts"
import { env, openPerson, signIn } from "../accounts/sessions/sessionWorld.ts"

const account = "/api/v1/account"
const verify = "/api/v1/verify?email=ann@acme.test"

const ask = (path: string, headers: Readonly<Record<string, string>>) =>
  service.Service.use(({ get }) => get(path, { apiKey: null, headers }))

layer(service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "1/m,burst=50" } }), service.live)(
  "A bearer token",
  (it) => {
    it.effect(
      "is an API key, for every endpoint, with its rate limit and its restrictions",
      function* () {
        const running = yield* service.Service
        for (const scheme of ["Bearer", "bearer", "BEARER "]) {
          const headers = { authorization: `${scheme} ${running.apiKey}` }
          const { status, json, headers: sent } = yield* ask(account, headers)
          assert.deepStrictEqual([status, Object(json).auth_mode], [200, "api_key"], scheme)
          assert.isNotNull(sent.get("x-ratelimit-limit"))
        }
        const headers = { authorization: `Bearer ${running.apiKey}` }
        // Twice: the second one takes the short way (verifyFastPath.ts).
        for (const _ of [1, 2]) assert.strictEqual((yield* ask(verify, headers)).status, 200)
        const { key } = yield* make(running, { name: "reader", scopes: ["read"] })
        const restricted = yield* ask(verify, { authorization: `Bearer ${key}` })
        assert.strictEqual(restricted.headers.get("x-error-code"), "key_not_permitted")
      }
    )

    it.effect("may stand beside the same key, and not beside another one", function* () {
      const { apiKey } = yield* service.Service
      const both = (one: string, other: string) =>
        ask(account, { "x-api-key": one, authorization: `Bearer ${other}` })
      assert.strictEqual((yield* both(apiKey, apiKey)).status, 200)
      isProblem(yield* both(apiKey, "rcpt_live_other"), 401, "unauthorized")
      isProblem(yield* both("rcpt_live_other", apiKey), 401, "unauthorized")
    })

    it.effect("that is no API key is left to others", function* () {
      const running = yield* service.Service
      const others = ["Bearer eyJhbGciOiJSUzI1NiJ9.e30.x", "Basic YW5uOnNlY3JldA=="]
      const { cookie } = yield* signIn(running, yield* openPerson(running))
      for (const authorization of others) {
        isProblem(yield* ask(account, { authorization }), 401, "unauthorized")
        const session = { authorization, cookie: `rcpt_session=${cookie}` }
        assert.strictEqual((yield* ask(account, session)).status, 200)
        const key = { authorization, "x-api-key": running.apiKey }
        assert.strictEqual((yield* ask(account, key)).status, 200)
      }
    })

    it.effect("that is a wrong key is refused, also with a session", function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, yield* openPerson(running))
      const authorization = "Bearer rcpt_live_wrong"
      const answer = yield* ask(account, { authorization, cookie: `rcpt_session=${cookie}` })
      isProblem(answer, 401, "unauthorized")
      assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer realm="rcpt"/)
    })
  }
)
