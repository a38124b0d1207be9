import type { SecurityEvent } from "@rcpt/api/Security"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, make, revoke, sqlOf } from "../keysWorld.ts"
import {
  change,
  env,
  openPerson,
  owner,
  paths,
  signIn,
  tryToSignIn
} from "../sessions/sessionWorld.ts"
import {
  addressLabel,
  administer,
  events,
  ofType,
  ownerOf,
  rowsOf,
  untilSeen,
  uuid
} from "./securityWorld.ts"

layer(service.layer({ lab: true, env }), service.live)("What was refused to an account", (it) => {
  it.effect(
    "counts failed sign-ins, one event for each minute, and the throttled ones",
    function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const wrong = { email: ` ${ann.email.toUpperCase()}`, password: "wrong horse battery" }
      const tries = keyedLimits.signInAccount.burst + 3
      yield* Effect.forEach(Array.from({ length: tries }), () => tryToSignIn(running, wrong))
      const counts = (found: ReadonlyArray<SecurityEvent>, type: SecurityEvent["type"]) =>
        found.filter(ofType(type)).reduce((sum, { count }) => sum + count, 0)
      let found = yield* events(running, ann)
      while (counts(found, "sign_in_throttled") < 3) {
        yield* Effect.sleep("100 millis")
        found = yield* events(running, ann)
      }
      assert.strictEqual(counts(found, "sign_in_failed"), keyedLimits.signInAccount.burst)
      assert.strictEqual(counts(found, "sign_in_throttled"), 3)
      // The attempts may have fallen into two minutes.
      assert.isAtMost(found.filter(ofType("sign_in_failed")).length, 2)
      const failed = found.find(ofType("sign_in_failed"))!
      assert.strictEqual(failed.by, "unknown")
      assert.match(failed.request_id ?? "", uuid)
      assert.match(failed.address ?? "", addressLabel)
      assert.isAtLeast(Date.parse(failed.last_at ?? ""), Date.parse(failed.created_at))
    }
  )

  it.effect("names requests that were not permitted, and a wrong current password", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { id, key } = yield* make(running, { name: "reader", scopes: ["read"] }, ann)
    const verify = "/api/v1/verify?email=ann@acme.test"
    isProblem(
      yield* running.get(verify, { apiKey: key }),
      403,
      "this API key has no permission to spend credits"
    )
    const forbidden = yield* untilSeen(running, ann, ofType("forbidden"))
    assert.deepStrictEqual([forbidden.by, forbidden.count], ["key", 1])
    assert.deepStrictEqual(forbidden.by_key, { id, name: "reader", last4: key.slice(-4) })
    const { cookie } = yield* signIn(running, ann)
    assert.strictEqual((yield* administer(running, cookie)).status, 403)
    yield* change(running, cookie, "wrong horse battery", "staple of a different kind")
    const wrong = yield* untilSeen(running, ann, ofType("wrong_password"))
    assert.strictEqual(wrong.by, "session")
  })

  it.effect("names the use of a revoked key", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { id, key } = yield* make(running, { name: "leaked" }, ann)
    yield* revoke(running, id, ann)
    isProblem(yield* running.get(paths.account, { apiKey: key }), 401, "unauthorized")
    const used = yield* untilSeen(running, ann, ofType("revoked_key_used"))
    assert.deepStrictEqual(used.by_key, { id, name: "leaked", last4: key.slice(-4) })
  })

  it.effect("is in the log as well; for unknown accounts, only there", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { answer } = yield* signIn(running, ann)
    const stranger = { email: "stranger@nowhere.test", password: "wrong horse battery" }
    const from = { "x-forwarded-for": "203.0.113.99" }
    const refused = yield* tryToSignIn(running, stranger, from)
    const id = refused.headers.get("x-request-id")!
    while (!running.output().includes(id)) yield* Effect.sleep("100 millis")
    const lines = running.output().split("\n")
    const signedIn = lines.find((line) => line.includes(answer.headers.get("x-request-id")!))
    assert.include(signedIn, "SessionStarted")
    assert.include(signedIn, ann.account)
    const failed = lines.find((line) => line.includes(id))
    assert.include(failed, "sign_in_failed")
    assert.notInclude(running.output(), "stranger@nowhere.test")
    assert.notInclude(running.output(), "203.0.113.99")
    assert.deepStrictEqual(yield* rowsOf(running, ann.account), [])
  })

  it.effect("has no address of a client and no e-mail address in the database", function* () {
    const running = yield* service.Service
    const from = { "x-forwarded-for": "203.0.113.55" }
    yield* tryToSignIn(running, { ...owner, password: "wrong horse battery" }, from)
    yield* untilSeen(running, {}, ofType("sign_in_failed"))
    const [row] = yield* rowsOf(running, yield* ownerOf(running))
    assert.strictEqual(row?.kind, "sign_in_failed")
    assert.notInclude(row?.text ?? "", "203.0.113")
    assert.notInclude(row?.text ?? "", owner.email)
  })

  it.effect("is refused as ever while it cannot be written", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { key } = yield* make(running, { name: "reader", scopes: ["read"] }, ann)
    yield* SqlClient.SqlClient.use((sql) =>
      Effect.gen(function* () {
        yield* sql`lock table account_refusal in access exclusive mode`
        for (let n = 0; n < 3; n++) {
          assert.strictEqual((yield* running.get("/api/v1/keys", { apiKey: key })).status, 403)
          assert.strictEqual((yield* tryToSignIn(running, { ...ann, password: "x" })).status, 401)
          yield* Effect.sleep("700 millis")
        }
      }).pipe(sql.withTransaction)
    ).pipe(Effect.provide(sqlOf(running)))
    yield* running.get("/api/v1/keys", { apiKey: key })
    yield* untilSeen(running, ann, ofType("forbidden"))
  })

  it.effect("goes with the account when that is deleted", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    yield* tryToSignIn(running, { ...ann, password: "wrong horse battery" })
    yield* untilSeen(running, ann, ofType("sign_in_failed"))
    yield* SqlClient.SqlClient.use((sql) =>
      Effect.gen(function* () {
        yield* sql`delete from api_key where account_id = ${ann.account}`
        yield* sql`delete from account where account_id = ${ann.account}`
      })
    ).pipe(Effect.provide(sqlOf(running)))
    assert.deepStrictEqual(yield* rowsOf(running, ann.account), [])
  })
})
