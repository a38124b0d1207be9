import { randomUUIDv7 } from "node:crypto"

import type { WebhookDeliveries } from "@rcpt/api/Webhook"
import { Effect } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, make as makeKey } from "../accounts/keysWorld.ts"
import { asked, openPerson, signIn } from "../accounts/sessions/sessionWorld.ts"
import { list as csv, jobOf, upload } from "../jobs/jobsHttpWorld.ts"
import { customer, decode, env, logOf, ok, path, post, set, settled } from "./webhookHttpWorld.ts"
import { receiver, until, verified } from "./webhookWorld.ts"

const refused: ReadonlyArray<readonly [unknown, string]> = [
  [undefined, "url is required"],
  [7, "url must be a string"],
  ["", "url must be an absolute URL, such as https://example.com/hook"],
  ["ftp://example.com/", "url must start with https:// or http://"],
  ["http://10.0.0.1/", "url must lead to a public address: 10.0.0.1 has no public address"],
  ["http://0xa000001/", "url must lead to a public address: 10.0.0.1 has no public address"],
  ["http://[fd00::1]/", "url must lead to a public address: fd00::1 has no public address"],
  ["http://nowhere.test/", "url must lead to a public address: nowhere.test has no address"]
]

layer(service.layer({ lab: true, env }), service.live)("A webhook over HTTP", (it) => {
  it.effect("is set, shown, set again and removed", function* () {
    const running = yield* service.Service
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const show = running.get(path, { apiKey })
    isProblem(yield* show, 404, "no webhook is set")
    const url = "http://127.0.0.1:2/hook"
    const first = yield* decode.webhook(ok(yield* set(running, url, { apiKey })))
    assert.deepInclude(first, { url, status: "live", failing_since: null, disabled_at: null })
    assert.deepStrictEqual(yield* decode.webhook(ok(yield* show)), first)
    assert.deepStrictEqual(ok(yield* set(running, url, { apiKey })), first)
    const other = yield* decode.webhook(ok(yield* set(running, `${url}/2`, { apiKey })))
    assert.strictEqual(other.url, `${url}/2`)
    const remove = running.get(path, { apiKey, method: "DELETE" })
    assert.deepStrictEqual(ok(yield* remove), { message: "the webhook is removed" })
    isProblem(yield* remove, 404, "no webhook is set")
    isProblem(yield* show, 404, "no webhook is set")
    for (const target of ["secret", "test"])
      isProblem(yield* post(running, target, { apiKey }), 404, "no webhook is set")
  })

  it.effect("is not set to what leads nowhere or inside, and the answer says why", function* () {
    const running = yield* service.Service
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    for (const [url, error] of refused) isProblem(yield* set(running, url, { apiKey }), 400, error)
    isProblem(yield* running.get(path, { apiKey }), 404, "no webhook is set")
  })

  it.effect("gets a test once, and another one when it is sent again", function* () {
    const running = yield* service.Service
    const { apiKey, to, secret } = yield* customer(running)
    const { id } = yield* decode.delivery(ok(yield* post(running, "test", { apiKey })))
    const delivered = yield* settled(running, { apiKey })
    assert.deepInclude(delivered, {
      id,
      type: "webhook.test",
      status: "delivered",
      attempts: 1,
      response_status: 204,
      next_attempt_at: null
    })
    assert.deepInclude(verified(secret, to.heard[0]!), { type: "webhook.test", data: {} })

    const resend = post(running, `deliveries/${id}/resend`, { apiKey })
    const again = yield* decode.delivery(ok(yield* resend))
    assert.deepInclude(again, { type: "webhook.test", status: "pending", attempts: 0 })
    yield* settled(running, { apiKey })
    assert.deepStrictEqual(
      to.heard.map(({ headers }) => headers["webhook-id"]),
      [id, again.id]
    )
    const more = yield* Effect.repeat(Effect.andThen(settled(running, { apiKey }), resend), {
      until: (answer) => answer.status !== 200
    })
    assert.strictEqual(more.status, 429, more.text)
    assert.strictEqual(more.headers.get("x-error-code"), "too_many_tests")
    assert.lengthOf(to.heard, 5)
  })

  it.effect("of one account does not exist for another", function* () {
    const running = yield* service.Service
    const { apiKey, url } = yield* customer(running)
    const { id } = yield* decode.delivery(ok(yield* post(running, "test", { apiKey })))
    const { apiKey: other } = yield* openAccount(running.databaseUrl!)
    isProblem(yield* running.get(path, { apiKey: other }), 404, "no webhook is set")
    assert.deepStrictEqual((yield* logOf(running, { apiKey: other })).deliveries, [])
    const page = yield* logOf(running, { apiKey: other }, `?cursor=${id}`)
    assert.deepStrictEqual(page, { deliveries: [], next: null })
    ok(yield* set(running, url, { apiKey: other }))
    for (const unknown of [id, randomUUIDv7(), "x", "%00"])
      isProblem(
        yield* post(running, `deliveries/${unknown}/resend`, { apiKey: other }),
        404,
        "delivery not found"
      )
  })

  it.effect("has a log that is read page by page, the newest first, each once", function* () {
    const running = yield* service.Service
    const { apiKey } = yield* customer(running)
    const ids: Array<string> = []
    for (let n = 0; n < 5; n++) {
      const { id } = yield* decode.delivery(ok(yield* post(running, "test", { apiKey })))
      ids.unshift(id)
      yield* settled(running, { apiKey })
    }
    const seen: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = `?limit=2${cursor && `&cursor=${cursor}`}`
      const page: WebhookDeliveries = yield* logOf(running, { apiKey }, query)
      seen.push(...page.deliveries.map(({ id }) => id))
      cursor = page.next
    }
    assert.deepStrictEqual(seen, ids)
    for (const [query, error] of [
      ["limit=0", "limit must be a whole number from 1 to 100"],
      ["limit=101", "limit must be a whole number from 1 to 100"],
      ["cursor=x", "cursor must be the `next` of a previous page"]
    ] as const)
      isProblem(yield* running.get(`${path}/deliveries?${query}`, { apiKey }), 400, error)
  })

  it.effect("is nothing to a key that is restricted", function* () {
    const running = yield* service.Service
    const error = "this API key has no permission to manage the account"
    const unscoped = `${error}: it needs the scope manage`
    for (const scope of ["fast", "read"]) {
      const { key: apiKey } = yield* makeKey(running, { name: scope, scopes: [scope] })
      isProblem(yield* running.get(path, { apiKey }), 403, error)
      isProblem(yield* set(running, "http://127.0.0.1:2/", { apiKey }), 403, unscoped)
      isProblem(yield* post(running, "secret", { apiKey }), 403, unscoped)
      isProblem(yield* running.get(`${path}/deliveries`, { apiKey }), 403, error)
    }
  })

  it.effect("is on the account: its URL for all, its secret for who is signed in", function* () {
    const running = yield* service.Service
    const person = yield* openPerson(running)
    const { cookie } = yield* signIn(running, person)
    const url = "http://127.0.0.1:2/hook"
    const byKey = Effect.flatMap(
      running.get("/api/v1/account", { apiKey: person.apiKey }),
      (answer) => decode.account(ok(answer))
    )
    const signedIn = Effect.flatMap(asked(running, cookie, "/api/v1/account"), (answer) =>
      decode.account(ok(answer))
    )
    assert.notProperty(yield* signedIn, "webhook_url")
    const set = { method: "PUT", body: JSON.stringify({ url }) }
    ok(yield* asked(running, cookie, path, set))
    assert.strictEqual((yield* byKey).webhook_url, url)
    assert.notProperty(yield* byKey, "webhook_secret")
    const first = yield* signedIn
    assert.strictEqual(first.webhook_url, url)
    assert.match(first.webhook_secret!, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const rotated = yield* decode.secret(
      ok(yield* asked(running, cookie, `${path}/secret`, { method: "POST" }))
    )
    assert.notStrictEqual(rotated.secret, first.webhook_secret)
    assert.strictEqual((yield* signedIn).webhook_secret, rotated.secret)
  })

  it.effect("is told when its account runs low", function* () {
    const running = yield* service.Service
    const to = yield* receiver()
    ok(yield* set(running, to.url))
    const { secret } = yield* decode.secret(ok(yield* post(running, "secret")))
    const { credits } = yield* decode.account(ok(yield* running.get("/api/v1/account")))
    const rows = Array.from({ length: credits - 50 }, (_, n) => `u${n}@acme.test`)
    yield* jobOf(yield* upload(running, [csv(`email\n${rows.join("\n")}\n`)]), 201)
    // The job may end before: what is told first is not promised.
    const said = () => to.heard.map((one) => Object(verified(secret, one)))
    const low = () => said().find(({ type }) => type === "credits.low")
    yield* until(() => low() !== undefined)
    assert.deepInclude(low(), { data: { credits: 50 } })
    yield* running.get(path, { method: "DELETE" })
  })
})
