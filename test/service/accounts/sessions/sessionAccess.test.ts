import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem } from "../keysWorld.ts"
import { anywhere, asked, env, fromHere, openPerson, owner, paths, signIn } from "./sessionWorld.ts"

const verify = "/api/v1/verify?email=ann@acme.test"

layer(service.layer({ lab: true, env }), service.live)(
  "A request with a session instead of an API key",
  (it) => {
    it.effect("gets the e-mail address, which a key does not", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      const { json: mine, headers } = yield* asked(running, cookie, paths.account)
      assert.deepInclude(mine, { auth_mode: "jwt", email: ann.email })
      assert.notProperty(mine, "is_admin")
      assert.isNotNull(headers.get("x-ratelimit-limit"))
      const { json: keyed } = yield* running.get(paths.account, ann)
      assert.deepInclude(keyed, { auth_mode: "api_key" })
      assert.notProperty(keyed, "email")
    })

    it.effect("of an owner has administrator rights, as with a key", function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      assert.deepInclude((yield* asked(running, cookie, paths.account)).json, { is_admin: true })
      assert.deepInclude((yield* running.get(paths.account)).json, { is_admin: true })
    })

    it.effect("verifies, and its checks count as single checks", function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      assert.strictEqual((yield* asked(running, cookie, verify)).status, 200)
      const batch = { method: "POST", body: `{"emails":["bob@acme.test","cy@acme.test"]}` }
      const answer = yield* asked(running, cookie, "/api/v1/verify/batch", batch)
      assert.strictEqual(answer.status, 200, answer.text)
      yield* running.get(verify)
      const { json } = yield* asked(running, cookie, paths.account)
      assert.deepInclude(Object(json).usage, {
        single_checks: 3,
        api_checks: 1,
        total_checks: 4
      })
    })

    it.effect("manages keys", function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      const body = JSON.stringify({ name: "made in the dashboard" })
      const made = yield* asked(running, cookie, "/api/v1/keys", { method: "POST", body })
      assert.strictEqual(made.status, 201, made.text)
    })

    it.effect("is authenticated by its API key alone when it has both", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, owner)
      const both = yield* asked(running, cookie, paths.account, ann)
      assert.deepInclude(both.json, { auth_mode: "api_key" })
      assert.notProperty(both.json, "is_admin")
      const headers = anywhere()
      const wrong = yield* asked(running, cookie, paths.account, { apiKey: "junk", headers })
      isProblem(wrong, 401, "unauthorized")
    })

    it.effect("is needed to manage sessions: an API key cannot", function* () {
      const running = yield* service.Service
      isProblem(yield* running.get(paths.session), 401, "unauthorized")
      isProblem(yield* running.get(paths.sessions), 401, "unauthorized")
      const ending = yield* running.get(paths.sessions, { method: "DELETE", headers: fromHere })
      isProblem(ending, 401, "unauthorized")
    })
  }
)
