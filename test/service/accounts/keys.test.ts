import { randomUUIDv7 } from "node:crypto"

import { liveKeysMax } from "@rcpt/domain/AccountKeys"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { accepts, isProblem, list, make, path, post, revoke, sqlOf } from "./keysWorld.ts"

const verify = "/api/v1/verify?email=ann@acme.test"

const nameLimits = "name must be 1 to 100 visible characters"
const scopesList = 'scopes must be a list of "fast", "read" and "manage"'
const noObject = "the body must be a JSON object"

/** The body, and the error text of its 400. */
const refused: ReadonlyArray<readonly [body: string, error: string]> = [
  ["", noObject],
  ["name=ci", noObject],
  ["[]", noObject],
  ["null", noObject],
  ["{}", "name is required"],
  [`{"name":7}`, nameLimits],
  [`{"name":" "}`, nameLimits],
  [`{"name":"a\\u0000b"}`, nameLimits],
  [`{"name":"a\\u202eb"}`, nameLimits],
  [`{"name":"${"a".repeat(101)}"}`, nameLimits],
  [`{"name":"ci","scopes":"fast"}`, scopesList],
  [`{"name":"ci","scopes":["fast","admin"]}`, 'scopes[1] must be "fast", "read" or "manage"']
]

const noPermission = (action: string) => `this API key has no permission to ${action}`

const manage = "manage the account: it needs the scope manage"

/** The scope, the request, and the error text of its 403; without one it is allowed. */
const permissions = [
  ["read", "GET", "/api/v1/account", undefined],
  ["read", "GET", verify, noPermission("spend credits")],
  ["read", "GET", "/api/v1/verify", noPermission("spend credits")],
  ["read", "POST", path, noPermission(manage)],
  ["read", "GET", path, noPermission("manage the account")],
  ["read", "DELETE", `${path}/x`, noPermission(manage)],
  ["fast", "GET", "/api/v1/account", undefined],
  ["fast", "GET", verify, undefined],
  ["fast", "GET", `${verify}&mode=fast`, undefined],
  ["fast", "GET", `${verify}&mode=deep`, noPermission("use deep mode")],
  ["fast", "POST", path, noPermission(manage)],
  ["fast", "DELETE", `${path}/x`, noPermission(manage)]
] as const

layer(service.layer({ lab: true }), service.live)("API keys", (it) => {
  it.effect("work as soon as they are issued, and are shown only then", function* () {
    const running = yield* service.Service
    const { key, ...issued } = yield* make(running, { name: " ci, staging " })
    assert.strictEqual(issued.name, "ci, staging")
    assert.strictEqual(issued.last4, key.slice(-4))
    assert.isTrue(yield* accepts(running, key))
    const answer = yield* running.get(path)
    assert.notInclude(answer.text, key)
    const [newest, ...others] = yield* list(running)
    assert.deepInclude(newest, issued)
    assert.strictEqual(others.at(-1)?.name, "first key")
  })

  it.effect("have each scope once", function* () {
    const running = yield* service.Service
    const made = yield* make(running, { name: "ci", scopes: ["read", "fast", "read"] })
    assert.deepStrictEqual(made.scopes, ["fast", "read"])
    const free = yield* make(running, { name: "ci", scopes: [] })
    assert.deepStrictEqual(free.scopes, [])
  })

  it.effect("are not issued for an invalid request", function* () {
    const running = yield* service.Service
    const before = yield* list(running)
    for (const [body, error] of refused) isProblem(yield* post(running, body), 400, error)
    isProblem(yield* post(running, `{"name":"ci"}`, { apiKey: null }), 401, "unauthorized")
    assert.strictEqual((yield* list(running)).length, before.length)
  })

  for (const [scope, method, target, error] of permissions)
    it.effect(`of scope "${scope}": ${method} ${target} is ${error ?? "allowed"}`, function* () {
      const running = yield* service.Service
      const { key } = yield* make(running, { name: scope, scopes: [scope] })
      const answer = yield* running.get(target, { method, apiKey: key })
      if (error === undefined) assert.strictEqual(answer.status, 200, answer.text)
      else isProblem(answer, 403, error)
    })

  it.effect("are not charged for a request that their scope forbids", function* () {
    const running = yield* service.Service
    const credits = Effect.map(running.get("/api/v1/account"), ({ json }) => Object(json))
    const { key } = yield* make(running, { name: "fast", scopes: ["fast"] })
    const before = yield* credits
    yield* running.get(`${verify}&mode=deep`, { apiKey: key })
    assert.strictEqual((yield* credits).credits, before.credits)
  })

  it.effect("can revoke themselves, and are refused from then on", function* () {
    const running = yield* service.Service
    const { id, key } = yield* make(running)
    const answer = yield* revoke(running, id, { apiKey: key })
    assert.deepStrictEqual([answer.status, answer.json], [200, { message: "the key is revoked" }])
    isProblem(yield* running.get(verify, { apiKey: key }), 401, "unauthorized")
    assert.isFalse((yield* list(running)).some((other) => other.id === id))
    // A client that got no response repeats the request.
    assert.strictEqual((yield* revoke(running, id)).status, 200)
  })

  it.effect("cannot be revoked if they do not exist", function* () {
    const running = yield* service.Service
    for (const id of [randomUUIDv7(), "x", "%00", "..%2fkeys", "%F0%9F%94%91"])
      isProblem(yield* revoke(running, id), 404, "key not found")
    isProblem(yield* revoke(running, "a".repeat(200)), 404, "not found")
  })

  it.effect("are invisible to other accounts", function* () {
    const running = yield* service.Service
    const mine = yield* make(running, { name: "mine" })
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const theirs = yield* make(running, { name: "theirs" }, { apiKey })
    const names = (yield* list(running, { apiKey })).map(({ name }) => name)
    assert.deepStrictEqual(names, ["theirs", "first key"])
    assert.isFalse((yield* list(running)).some(({ id }) => id === theirs.id))
    isProblem(yield* revoke(running, mine.id, { apiKey }), 404, "key not found")
    isProblem(yield* revoke(running, theirs.id), 404, "key not found")
    assert.isTrue(yield* accepts(running, mine.key))
    assert.isTrue(yield* accepts(running, theirs.key))
  })

  it.effect("are limited per account, however many are requested at once", function* () {
    const running = yield* service.Service
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const answers = yield* Effect.forEach(
      Array.from({ length: liveKeysMax + 10 }),
      () => post(running, `{"name":"ci"}`, { apiKey }),
      { concurrency: 8 }
    )
    const made = answers.filter(({ status }) => status === 201)
    assert.strictEqual(made.length, liveKeysMax - 1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      isProblem(answer, 400, "an account can have at most 100 API keys: revoke an unused one")
    assert.strictEqual((yield* list(running, { apiKey })).length, liveKeysMax)
  })

  it.effect("are issued and revoked by events, which do not contain the key", function* () {
    const running = yield* service.Service
    const { account, apiKey } = yield* openAccount(running.databaseUrl!)
    const body = { name: "ci", scopes: ["read"] }
    const [first] = yield* list(running, { apiKey })
    const { id, key, last4 } = yield* make(running, body, { apiKey })
    yield* revoke(running, id, { apiKey })
    yield* revoke(running, id, { apiKey })
    const events = yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql<{ readonly type: string; readonly data: string }>`
            select type, data::text from es.event where stream_id = ${`account-${account}`}
            order by version`
    }).pipe(Effect.provide(sqlOf(running)))
    assert.deepStrictEqual(
      events.slice(2).map(({ type, data }) => {
        const { from: _, ...said } = JSON.parse(data) as Readonly<Record<string, unknown>>
        return [type, said]
      }),
      [
        ["ApiKeyIssued", { keyId: id, name: "ci", last4, scopes: ["read"], madeBy: first!.id }],
        ["ApiKeyRevoked", { keyId: id }]
      ]
    )
    assert.notInclude(JSON.stringify(events), key)
  })
})

describe("The last use of a key", () => {
  const lastUse = (running: service.Running, id: string) =>
    Effect.map(list(running), (keys) => keys.find((key) => key.id === id)?.last_used_at)

  it.live("is shown within seconds, and is written when the service stops", function* () {
    const running = yield* service.start()
    const watched = yield* make(running)
    const late = yield* make(running)
    assert.isNull(yield* lastUse(running, watched.id))
    const before = Date.now()
    yield* accepts(running, watched.key)
    const at = yield* lastUse(running, watched.id).pipe(
      Effect.repeat({ until: (use) => use !== null, schedule: Schedule.spaced("100 millis") }),
      Effect.timeout("20 seconds")
    )
    assert.closeTo(Date.parse(at ?? ""), before, 5_000)
    yield* accepts(running, late.key)
    yield* running.kill("SIGTERM")
    const again = yield* running.restart
    assert.isNotNull(yield* lastUse(again, late.id))
  })
})
