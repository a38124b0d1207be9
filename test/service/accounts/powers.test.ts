/** Nobody gives a key more than they may do themselves, nor changes one that may do more. */
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { accepts, isProblem, list, make, patch, post, revoke } from "./keysWorld.ts"
import { join, openTeam } from "./people/peopleWorld.ts"
import { withSession } from "./security/securityWorld.ts"
import { env } from "./sessions/sessionWorld.ts"

const larger = "you may not change a key that may do more than you: ask a manager of the account"
const give = (rest: string) => `you may not give more than you may do: ${rest}`
const noManage = "this API key has no permission to manage the account: it needs the scope manage"
const ofMaker = (field: string, name: string) =>
  `a key may not do more than the key that made it: change ${field} of "${name}" first, or revoke it`

const later = "2038-01-01T00:00:00.000Z"
const end = "2037-01-01T00:00:00.000Z"

layer(service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off" } }), service.live)(
  "Powers",
  (it) => {
    it.effect("of a manager's key are not for a member to change, narrow or end", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "member")
      const { id, key } = yield* make(
        running,
        { name: "ann's", scopes: ["fast"] },
        withSession(ann.cookie)
      )
      for (const change of [{ scopes: [] }, { scopes: ["fast", "read"] }, { name: "mine" }])
        isProblem(yield* patch(running, id, change, withSession(bob.cookie)), 403, larger)
      isProblem(yield* revoke(running, id, withSession(bob.cookie)), 403, larger)
      assert.isTrue(yield* accepts(running, key))
      // One that only reads may do nothing that a member may not.
      const reading = yield* make(running, { name: "r", scopes: ["read"] }, withSession(ann.cookie))
      isProblem(
        yield* patch(running, reading.id, { scopes: [] }, withSession(bob.cookie)),
        403,
        give("scopes must have the restrictions of this API key, and not manage")
      )
      // Whoever has the key itself can end it.
      assert.strictEqual((yield* revoke(running, id, { apiKey: key })).status, 200)
      assert.isFalse(yield* accepts(running, key))
    })

    it.effect(
      "over keys and webhooks need the scope manage, which people alone give",
      function* () {
        const running = yield* service.Service
        const ann = yield* openTeam(running)
        const session = withSession(ann.cookie)
        const plain = yield* make(running, { name: "plain" }, session)
        const managing = yield* make(running, { name: "managing", scopes: ["manage"] }, session)
        const json = { "content-type": "application/json" }
        const requests: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
          ["POST", "/keys", { name: "next" }],
          ["PATCH", `/keys/${managing.id}`, { name: "x" }],
          ["DELETE", `/keys/${managing.id}`],
          ["PUT", "/webhook", { url: "https://evil.example/" }],
          ["POST", "/webhook/endpoints", { url: "https://evil.example/" }],
          ["POST", "/webhook/secret"]
        ]
        for (const [method, target, body] of requests) {
          const request = { method, headers: json, body: JSON.stringify(body ?? {}) }
          const answer = yield* running.get(`/api/v1${target}`, { ...request, apiKey: plain.key })
          isProblem(answer, 403, noManage)
        }
        const next = { name: "next", scopes: ["manage"] }
        isProblem(
          yield* post(running, JSON.stringify(next), { apiKey: managing.key }),
          403,
          give("scopes must have the restrictions of this API key, and not manage")
        )
        // It changes neither itself nor what people made.
        isProblem(
          yield* patch(running, plain.id, { name: "x" }, { apiKey: managing.key }),
          403,
          "an API key changes only keys that it made: use the dashboard"
        )
        isProblem(
          yield* patch(running, managing.id, { name: "x" }, { apiKey: managing.key }),
          403,
          larger
        )
        const made = yield* make(running, { name: "made" }, { apiKey: managing.key })
        assert.strictEqual(made.made_by_key, managing.id)
        isProblem(
          yield* patch(running, made.id, { scopes: ["manage"] }, session),
          403,
          ofMaker("scopes", "made")
        )
        const renamed = yield* patch(running, made.id, { name: "m" }, { apiKey: managing.key })
        assert.strictEqual(renamed.status, 200, renamed.text)
      }
    )

    it.effect("of a key that a key made end with it, and never go beyond it", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const session = withSession(ann.cookie)
      const limits = { scopes: ["fast", "manage"], expires_at: end, networks: ["127.0.0.0/24"] }
      const maker = yield* make(running, { name: "maker", ...limits }, session)
      const within = { scopes: ["fast"], expires_at: end, networks: ["127.0.0.1"] }
      const asKey = { apiKey: maker.key }
      const rows: ReadonlyArray<readonly [object, string]> = [
        [{ scopes: [] }, "scopes must have the restrictions of this API key, and not manage"],
        [
          { scopes: ["fast", "manage"] },
          "scopes must have the restrictions of this API key, and not manage"
        ],
        [{ expires_at: null }, "expires_at must not be later than the end of this API key"],
        [{ expires_at: later }, "expires_at must not be later than the end of this API key"],
        [{ networks: null }, "networks must lie within those of this API key"],
        [{ networks: ["127.0.0.0/16"] }, "networks must lie within those of this API key"],
        [{ networks: ["127.0.0.1", "::1"] }, "networks must lie within those of this API key"]
      ]
      for (const [change, error] of rows) {
        const body = JSON.stringify({ name: "made", ...within, ...change })
        isProblem(yield* post(running, body, asKey), 403, give(error))
      }
      const made = yield* make(running, { name: "made", ...within }, asKey)
      for (const [change, error] of rows)
        isProblem(yield* patch(running, made.id, change, asKey), 403, give(error))
      // Nor does a person widen it beyond its maker, or narrow its maker below it.
      isProblem(
        yield* patch(running, made.id, { expires_at: null }, session),
        403,
        ofMaker("expires_at", "made")
      )
      for (const [change, field] of [
        [{ expires_at: "2036-01-01T00:00:00Z" }, "expires_at"],
        [{ networks: ["10.0.0.0/8"] }, "networks"],
        [{ scopes: ["read", "manage"] }, "scopes"]
      ] as const)
        isProblem(yield* patch(running, maker.id, change, session), 403, ofMaker(field, "made"))
      isProblem(
        yield* patch(running, maker.id, { credit_limit: { credits: 9, per: "day" } }, session),
        400,
        "credit_limit must not be given with the scope manage: keys that it makes would have credits of their own"
      )
      assert.isTrue(yield* accepts(running, made.key))
      assert.strictEqual((yield* revoke(running, maker.id, session)).status, 200)
      for (const key of [maker.key, made.key]) assert.isFalse(yield* accepts(running, key))
      const names = (yield* list(running, session)).map(({ name }) => name)
      assert.notIncludeMembers(names, ["maker", "made"])
    })

    it.effect("of whoever asks are those of the moment of the change", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const session = withSession(ann.cookie)
      for (let round = 0; round < 5; round++) {
        const maker = yield* make(running, { name: "maker", scopes: ["manage"] }, session)
        const making = Effect.forEach(
          [1, 2, 3, 4, 5, 6],
          (n) => post(running, `{"name":"m${n}"}`, { apiKey: maker.key }),
          { concurrency: 6 }
        )
        const [answers] = yield* Effect.all([making, revoke(running, maker.id, session)], {
          concurrency: 2
        })
        for (const { status, json } of answers)
          if (status === 201) assert.isFalse(yield* accepts(running, String(Object(json).key)))
          else assert.include([401, 403], status)
      }
      const left = (yield* list(running, session)).filter(({ made_by_key }) => made_by_key)
      assert.deepStrictEqual(left, [])
    })
  }
)
