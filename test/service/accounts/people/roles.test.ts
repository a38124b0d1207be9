/** Every endpoint that knows its caller, asked by each role: which of them are refused, and how. */
import { Api } from "@rcpt/api/Api"
import { Authentication, SignedIn } from "@rcpt/api/Authentication"
import { basePath } from "@rcpt/api/secured"
import type { Role } from "@rcpt/domain/Role"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, make } from "../keysWorld.ts"
import { withSession } from "../security/securityWorld.ts"
import { asked, env, owner, signIn } from "../sessions/sessionWorld.ts"
import { join, openTeam } from "./peopleWorld.ts"

interface Endpoint {
  readonly method: string
  readonly path: string
}

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path, middlewares } }) => {
    if (middlewares.has(Authentication) || middlewares.has(SignedIn))
      endpoints.push({ method, path })
  }
})

/** Permitted to the role, and not sent: it would end the session or the account, or does not end itself. */
const final: ReadonlySet<string> = new Set([
  "DELETE /account",
  "DELETE /session",
  "DELETE /sessions",
  "GET /events/stream"
])

const administration = [
  "GET /admin/accounts",
  "GET /admin/accuracy",
  "GET /admin/health",
  "POST /admin/accounts/:id/adjustments",
  "POST /admin/accounts/:id/grants",
  "POST /admin/accounts/:id/resume",
  "POST /admin/accounts/:id/suspend",
  "POST /admin/doctor"
]

const ofManagers = [
  "DELETE /account",
  "DELETE /account/data",
  "DELETE /account/people/:id",
  "DELETE /account/people/invitations/:id",
  "POST /account/people/invitations",
  "PUT /account/people/:id"
]

const ofMembers = [
  "DELETE /inlets/:id",
  "DELETE /jobs/:id",
  "DELETE /keys/:id",
  "DELETE /rules",
  "DELETE /rules/:id",
  "DELETE /schedules/:id",
  "DELETE /webhook",
  "DELETE /webhook/endpoints/:id",
  "GET /verify",
  "PATCH /inlets/:id",
  "PATCH /keys/:id",
  "PATCH /schedules/:id",
  "PATCH /webhook/endpoints/:id",
  "POST /feedback",
  "POST /inlets",
  "POST /inlets/:id/secret",
  "POST /jobs/:id/finish",
  "POST /jobs/:id/verify",
  "POST /keys",
  "POST /rules",
  "POST /rules.csv",
  "POST /schedules",
  "POST /schedules/:id/run",
  "POST /schedules/:id/runs/:run/take-back",
  "POST /schedules/try",
  "POST /verify/batch",
  "POST /verify/bulk",
  "POST /webhook/deliveries/:id/resend",
  "POST /webhook/endpoints",
  "POST /webhook/endpoints/:id/resend",
  "POST /webhook/endpoints/:id/secret",
  "POST /webhook/endpoints/:id/test",
  "POST /webhook/secret",
  "POST /webhook/test",
  "PUT /webhook"
]

/** Of an account that does not own the service. */
const refusedTo: Readonly<Record<Role, ReadonlyArray<string>>> = {
  manager: administration,
  member: [...administration, ...ofManagers],
  read_only: [...administration, ...ofManagers, ...ofMembers]
}

const nameOf = ({ method, path }: Endpoint): string =>
  `${method} ${path.startsWith(basePath) ? path.slice(basePath.length) : path}`

/** Permissions come before parameters, so nothing that is permitted finds what it needs. */
const isRefused = (running: service.Running, cookie: string, { method, path }: Endpoint) =>
  Effect.gen(function* () {
    const answer = yield* asked(running, cookie, path.replaceAll(/:\w+/g, "x"), {
      method,
      ...(method === "GET" ? {} : { body: "[]" })
    })
    assert.notStrictEqual(answer.status, 401, answer.text)
    if (answer.status !== 403) return false
    assert.match(String(Object(answer.json).error), /^your role \(|owns the service/)
    return true
  })

layer(
  service.layer({
    lab: true,
    env: { ...env, RCPT_RATE_LIMIT: "off", RCPT_WEBHOOK_ALLOW_HTTP: "on" }
  }),
  service.live
)("A role", (it) => {
  for (const role of ["manager", "member", "read_only"] as const)
    it.effect(`of ${role} is refused what is not of that role, and nothing else`, function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const { cookie } = role === "manager" ? ann : yield* join(running, ann.cookie, role)
      const refused: Array<string> = []
      for (const endpoint of endpoints) {
        const name = nameOf(endpoint)
        const isFinal = final.has(name) && !refusedTo[role].includes(name)
        if (!isFinal && (yield* isRefused(running, cookie, endpoint))) refused.push(name)
      }
      assert.deepStrictEqual(refused.toSorted(), refusedTo[role].toSorted())
    })

  it.effect(
    "of a member goes with the keys that they make, and with what those make",
    function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "member")
      const { key, role } = yield* make(
        running,
        { name: "bob's", scopes: ["manage"] },
        withSession(bob.cookie)
      )
      assert.strictEqual(role, "member")
      const next = yield* make(running, { name: "the next" }, { apiKey: key })
      assert.strictEqual(next.role, "member")
      for (const apiKey of [key, next.key])
        isProblem(
          yield* running.get("/api/v1/account/data?email=ann@acme.test", {
            method: "DELETE",
            apiKey
          }),
          403,
          "this API key has no permission to erase addresses"
        )
      const own = yield* running.get("/api/v1/account/data?email=ann@acme.test", {
        method: "DELETE",
        apiKey: ann.apiKey
      })
      assert.strictEqual(own.status, 200, own.text)
    }
  )

  it.effect("of read_only is shown no secret", function* () {
    const running = yield* service.Service
    const ann = yield* openTeam(running)
    const bob = yield* join(running, ann.cookie, "read_only")
    const set = yield* asked(running, ann.cookie, "/api/v1/webhook", {
      method: "PUT",
      body: JSON.stringify({ url: "http://127.0.0.1:8443/hook" })
    })
    assert.strictEqual(set.status, 200, set.text)
    const shown = (cookie: string) =>
      Effect.map(asked(running, cookie, "/api/v1/account"), ({ json }) => Object.keys(Object(json)))
    assert.includeMembers(yield* shown(ann.cookie), ["webhook_url", "webhook_secret"])
    assert.include(yield* shown(bob.cookie), "webhook_url")
    assert.notInclude(yield* shown(bob.cookie), "webhook_secret")
  })

  it.effect(
    "other than manager does not administer, in the account that owns the service",
    function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      const health = (of: string) => asked(running, of, "/api/v1/admin/health")
      assert.strictEqual((yield* health(cookie)).status, 200)
      const bob = yield* join(running, cookie, "member")
      isProblem(
        yield* health(bob.cookie),
        403,
        "your role (member) has no permission to administer the service"
      )
      const { json } = yield* asked(running, bob.cookie, "/api/v1/account")
      assert.notProperty(json, "is_admin")
      const { key } = yield* make(running, { name: "bob's" }, withSession(bob.cookie))
      const withKey = yield* running.get("/api/v1/admin/health", { apiKey: key })
      assert.strictEqual(withKey.status, 403)
      const carl = yield* join(running, cookie, "manager")
      assert.strictEqual((yield* health(carl.cookie)).status, 200)
    }
  )
})
