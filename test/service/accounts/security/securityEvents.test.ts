import type { SecurityEvent, SecurityPage } from "@rcpt/api/Security"
import { Effect } from "effect"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, make, revoke } from "../keysWorld.ts"
import {
  anywhere,
  asked,
  change,
  env,
  openPerson,
  paths,
  signIn,
  signOut
} from "../sessions/sessionWorld.ts"
import {
  addressLabel,
  events,
  ofType,
  page,
  path,
  untilSeen,
  uuid,
  withSession
} from "./securityWorld.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0"

const typesOf = (found: ReadonlyArray<SecurityEvent>) => found.map(({ type }) => type)

layer(service.layer({ lab: true, env }), service.live)(
  "The security events of an account",
  (it) => {
    it.effect(
      "name a sign-in with its request, browser and address, which is not shown",
      function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const from = { "x-forwarded-for": "203.0.113.77", "user-agent": firefox }
        const { answer } = yield* signIn(running, ann, from)
        yield* signIn(running, ann, from)
        yield* signIn(running, ann, { ...anywhere(), "user-agent": "x" })
        const found = (yield* events(running, ann)).filter(ofType("signed_in"))
        const [elsewhere, again, first] = found
        assert.strictEqual(found.length, 3)
        assert.strictEqual(first!.request_id, answer.headers.get("x-request-id"))
        assert.deepStrictEqual([first!.agent, elsewhere!.agent], ["Firefox", "other"])
        assert.match(first!.address ?? "", addressLabel)
        assert.strictEqual(again!.address, first!.address)
        assert.notStrictEqual(elsewhere!.address, first!.address)
        assert.notInclude(JSON.stringify(found), "203.0.113")
      }
    )

    it.effect("name every change of keys, with the key that made it", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const made = yield* make(running, { name: "ci" }, ann)
      yield* revoke(running, made.id, ann)
      const { cookie } = yield* signIn(running, ann)
      const found = yield* events(running, withSession(cookie))
      const key = { id: made.id, name: "ci", last4: made.key.slice(-4) }
      const [signedIn, revoked, created, first, opened] = found
      assert.deepStrictEqual(typesOf(found), [
        "signed_in",
        "key_revoked",
        "key_created",
        "key_created",
        "account_opened"
      ])
      assert.deepStrictEqual([created!.key, revoked!.key], [key, key])
      assert.strictEqual(created!.by_key?.name, "first key")
      assert.strictEqual(created!.by, "key")
      assert.strictEqual(signedIn!.by, "session")
      assert.match(created!.request_id ?? "", uuid)
      // No request made these.
      assert.deepStrictEqual([first!.by, first!.request_id], ["unknown", undefined])
      assert.strictEqual(opened!.by, "unknown")
    })

    it.effect("name changes of the password, the sessions and the webhook", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      yield* change(running, cookie, ann.password, "staple of a different kind")
      const url = { url: "https://127.0.0.1:2/hook" }
      const webhook = "/api/v1/webhook"
      const body = JSON.stringify(url)
      yield* asked(running, cookie, webhook, { method: "PUT", body })
      yield* asked(running, cookie, `${webhook}/secret`, { method: "POST" })
      yield* asked(running, cookie, webhook, { method: "DELETE" })
      yield* signOut(running, cookie, paths.sessions)
      const found = (yield* events(running, ann)).slice(0, 6)
      assert.deepStrictEqual(typesOf(found), [
        "all_sessions_ended",
        "webhook_removed",
        "webhook_secret_rotated",
        "webhook_set",
        "password_changed",
        "signed_in"
      ])
      for (const event of found) {
        assert.strictEqual(event.by, "session")
        assert.match(event.request_id ?? "", uuid)
        assert.match(event.address ?? "", addressLabel)
      }
    })

    it.effect("name what an operator did, without the operator's address", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const at = `/api/v1/admin/accounts/${ann.account}`
      const posted = { credits: 40, reason: "a top-up" }
      const headers = { "content-type": "application/json", "idempotency-key": ann.account }
      const body = JSON.stringify(posted)
      yield* running.get(`${at}/grants`, { method: "POST", headers, body })
      yield* running.get(`${at}/suspend`, { method: "POST" })
      yield* running.get(`${at}/resume`, { method: "POST" })
      const [resumed, suspended, granted] = yield* events(running, ann)
      assert.deepStrictEqual(typesOf([resumed!, suspended!, granted!]), [
        "account_resumed",
        "account_suspended",
        "credits_granted"
      ])
      assert.deepStrictEqual([granted!.credits, granted!.reason], [40, "a top-up"])
      for (const event of [resumed!, suspended!, granted!]) {
        assert.strictEqual(event.by, "operator")
        assert.isUndefined(event.address)
        assert.isUndefined(event.agent)
      }
      assert.match(suspended!.request_id ?? "", uuid)
    })

    it.effect("come in pages, each event once", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      yield* Effect.forEach([1, 2, 3, 4], (n) => make(running, { name: `key ${n}` }, ann))
      const { key } = yield* make(running, { name: "reader", scopes: ["read"] }, ann)
      yield* running.get("/api/v1/keys", { apiKey: key })
      yield* untilSeen(running, ann, ofType("forbidden"))
      const all = yield* events(running, ann)
      const seen: Array<SecurityEvent> = []
      let next: string | null = ""
      while (next !== null) {
        const one: SecurityPage = yield* page(running, `?limit=2${next && `&cursor=${next}`}`, ann)
        assert.isAtMost(one.events.length, 2)
        seen.push(...one.events)
        next = one.next
      }
      assert.deepStrictEqual(seen, [...all])
      const refused = yield* running.get(`${path}?cursor=x`, ann)
      isProblem(refused, 400, "cursor must be the `next` of a previous page")
    })

    it.effect("are for the account alone, and for keys that may manage it", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const bob = yield* openPerson(running)
      yield* make(running, { name: "ann's" }, ann)
      assert.notInclude(JSON.stringify(yield* events(running, bob)), "ann's")
      const { key } = yield* make(running, { name: "r", scopes: ["read"] }, ann)
      const refused = yield* running.get(path, { apiKey: key })
      isProblem(refused, 403, "this API key has no permission to manage the account")
      isProblem(yield* running.get(path, { apiKey: null }), 401, "unauthorized")
    })
  }
)
