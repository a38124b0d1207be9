import { chosenEvents } from "@rcpt/api/WebhookEndpoint"
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import type { Request } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem } from "../accounts/keysWorld.ts"
import { asked, openPerson, signIn } from "../accounts/sessions/sessionWorld.ts"
import { asking, endpointOf, endpointsOf, path, someone } from "./webhookEndpointsWorld.ts"
import { decode, env, ok } from "./webhookHttpWorld.ts"
import { receiver } from "./webhookWorld.ts"

const refused: ReadonlyArray<readonly [body: unknown, error: RegExp]> = [
  [{}, /^url is required$/],
  [{ url: "http://10.0.0.1/" }, /^url must lead to a public address/],
  [{ url: "http://127.0.0.1:2/", events: [] }, /^events must be a list of at least one of/],
  [{ url: "http://127.0.0.1:2/", events: ["job.lost"] }, /must be a list of at least one of/],
  [{ url: "http://127.0.0.1:2/", events: "credits.low" }, /must be a list of at least one of/],
  [{ url: "http://127.0.0.1:2/", enabled: "no" }, /^enabled must be true or false$/],
  [
    { url: "http://127.0.0.1:2/", description: "x".repeat(201) },
    /^description must be at most 200/
  ],
  [
    { url: "http://127.0.0.1:2/", description: "ask ann@acme.test" },
    /^description must not contain an email address$/
  ]
]

layer(service.layer({ lab: true, env }), service.live)("Webhook endpoints over HTTP", (it) => {
  it.effect("are added, shown, changed and removed, the first one first", function* () {
    const { running, apiKey, ask, create, change } = yield* someone
    const one = yield* create({ url: "http://127.0.0.1:2/one", description: " Billing " })
    assert.deepInclude(one, { description: "Billing", status: "live" })
    assert.deepStrictEqual(one.events, chosenEvents)
    assert.match(one.secret!, /^whsec_/)
    const two = yield* create({ url: "http://127.0.0.1:2/two", events: ["credits.low"] })
    assert.deepStrictEqual(two.events, ["credits.low"])
    assert.notStrictEqual(two.secret, one.secret)
    const all = yield* endpointsOf(ok(yield* ask("", "GET")))
    assert.deepStrictEqual(
      all.endpoints.map(({ id, secret }) => [id, secret]),
      [
        [one.id, undefined],
        [two.id, undefined]
      ]
    )
    assert.strictEqual(all.max, 10)
    const account = running.get("/api/v1/account", { apiKey })
    const urlOf = Effect.map(account, ({ json }) => Object(json).webhook_url)
    assert.strictEqual(yield* urlOf, one.url)

    const off = yield* change(two.id, { enabled: false, events: ["job.failed"] })
    assert.deepInclude(off, { status: "disabled", disabled_reason: "switched_off" })
    assert.deepStrictEqual(off.events, ["job.failed"])
    isProblem(
      yield* ask(`/${two.id}/test`, "POST"),
      400,
      "the endpoint is disabled: enable it first"
    )
    const again = yield* change(two.id, { enabled: true, url: "http://127.0.0.1:2/three" })
    assert.deepInclude(again, { status: "live", url: "http://127.0.0.1:2/three" })

    ok(yield* ask(`/${one.id}`, "DELETE"))
    isProblem(yield* ask(`/${one.id}`, "GET"), 404, "endpoint not found")
    assert.strictEqual(yield* urlOf, again.url)
  })

  it.effect("are not added with what cannot be, and the answer says why", function* () {
    const { ask } = yield* someone
    for (const [body, error] of refused) {
      const answer = yield* ask("", "POST", body)
      assert.strictEqual(answer.status, 400, answer.text)
      assert.match(Object(answer.json).error, error)
    }
    assert.lengthOf((yield* endpointsOf(ok(yield* ask("", "GET")))).endpoints, 0)
  })

  it.effect("are ten at most", function* () {
    const { ask, create } = yield* someone
    for (let n = 0; n < 10; n++) yield* create({ url: "http://127.0.0.1:2/" })
    isProblem(
      yield* ask("", "POST", { url: "http://127.0.0.1:2/" }),
      400,
      "an account can have at most 10 webhook endpoints: remove an unused one"
    )
  })

  it.effect("show their secrets to who is signed in, and to no key", function* () {
    const running = yield* service.Service
    const person = yield* openPerson(running)
    const { cookie } = yield* signIn(running, person)
    const session = (target: string, init: Request = {}) => asked(running, cookie, target, init)
    const body = JSON.stringify({ url: "http://127.0.0.1:2/" })
    const made = yield* session(path, { method: "POST", body })
    const { id, secret } = yield* endpointOf(made.json)
    const shown = yield* endpointOf(ok(yield* session(`${path}/${id}`)))
    assert.strictEqual(shown.secret, secret)
    const { secret: next } = yield* decode.secret(
      ok(yield* session(`${path}/${id}/secret`, { method: "POST" }))
    )
    const { endpoints } = yield* endpointsOf(ok(yield* session(path)))
    assert.strictEqual(endpoints[0]!.secret, next)
    const account = yield* session("/api/v1/account")
    assert.strictEqual(Object(account.json).webhook_secret, next)
    const byKey = asking(running, person.apiKey)
    const { endpoints: bare } = yield* endpointsOf(ok(yield* byKey.ask("", "GET")))
    assert.notProperty(bare[0], "secret")
  })

  it.effect("of one account do not exist for another", function* () {
    const mine = yield* someone
    const other = yield* someone
    const to = yield* receiver()
    const { id } = yield* mine.create({ url: to.url })
    const test = yield* decode.delivery(ok(yield* mine.ask(`/${id}/test`, "POST")))
    for (const [target, method, body] of [
      ["", "GET", undefined],
      ["", "PATCH", { enabled: false }],
      ["", "DELETE", undefined],
      ["/secret", "POST", undefined],
      ["/test", "POST", undefined],
      ["/deliveries", "GET", undefined],
      ["/resend", "POST", { since: "2026-01-01T00:00:00Z" }]
    ] as const)
      isProblem(yield* other.ask(`/${id}${target}`, method, body), 404, "endpoint not found")
    const { apiKey, running } = other
    isProblem(
      yield* running.get(`/api/v1/webhook/deliveries/${test.id}`, { apiKey }),
      404,
      "delivery not found"
    )
    assert.strictEqual((yield* mine.log(id))[0]!.id, test.id)
  })
})
