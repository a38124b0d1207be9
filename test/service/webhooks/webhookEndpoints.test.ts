import { assert, describe, layer } from "@effect/vitest"
import {
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookResent
} from "@rcpt/api/WebhookEndpoint"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Layer, Schedule, Schema } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Request, Running } from "../../support/service.ts"
import { isProblem } from "../accounts/keysWorld.ts"
import { asked, openPerson, signIn } from "../accounts/sessions/sessionWorld.ts"
import { list as csv, jobOf, upload } from "../jobs/jobsHttpWorld.ts"
import { decode, env, ok, set } from "./webhookHttpWorld.ts"
import { receiver, status, until, verified } from "./webhookWorld.ts"

const path = "/api/v1/webhook/endpoints"

const strict = { onExcessProperty: "error" } as const
const endpointOf = Schema.decodeUnknownEffect(WebhookEndpoint, strict)
const endpointsOf = Schema.decodeUnknownEffect(WebhookEndpoints, strict)
const detailsOf = Schema.decodeUnknownEffect(WebhookDeliveryDetails, strict)
const resentOf = Schema.decodeUnknownEffect(WebhookResent, strict)

const asking = ({ get }: Running, apiKey: string) => {
  const ask = (target: string, method: string, body?: unknown) =>
    get(`${path}${target}`, {
      method,
      apiKey,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    })
  return {
    ask,
    create: (body: unknown) =>
      Effect.flatMap(ask("", "POST", body), (answer) => {
        assert.strictEqual(answer.status, 201, answer.text)
        return endpointOf(answer.json)
      }),
    change: (id: string, body: unknown) =>
      Effect.flatMap(ask(`/${id}`, "PATCH", body), (answer) => endpointOf(ok(answer))),
    log: (id: string) =>
      Effect.map(
        Effect.flatMap(ask(`/${id}/deliveries`, "GET"), (answer) => decode.deliveries(ok(answer))),
        ({ deliveries }) => deliveries
      ),
    details: (id: string) =>
      Effect.flatMap(get(`/api/v1/webhook/deliveries/${id}`, { apiKey }), (answer) =>
        detailsOf(ok(answer))
      )
  }
}

/** An account of this service, and how its endpoints are used. */
const someone = Effect.gen(function* () {
  const running = yield* service.Service
  const { apiKey } = yield* openAccount(running.databaseUrl!)
  return { running, apiKey, ...asking(running, apiKey) }
})

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

describe("Webhook endpoints over HTTP", () => {
  layer(
    Layer.unwrap(
      Effect.map(freePort, (port) =>
        service.layer({ lab: true, port, env: { ...env, RCPT_PUBLIC_URL: "http://127.0.0.1:1/" } })
      )
    ),
    service.live
  )((it) => {
    it.effect("are added, shown, changed and removed, the first one first", () =>
      Effect.gen(function* () {
        const { running, apiKey, ask, create, change } = yield* someone
        const one = yield* create({ url: "http://127.0.0.1:2/one", description: " Billing " })
        assert.deepInclude(one, { description: "Billing", status: "live" })
        assert.lengthOf(one.events, 4)
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
    )

    it.effect("are not added with what cannot be, and the answer says why", () =>
      Effect.gen(function* () {
        const { ask } = yield* someone
        for (const [body, error] of refused) {
          const answer = yield* ask("", "POST", body)
          assert.strictEqual(answer.status, 400, answer.text)
          assert.match(Object(answer.json).error, error)
        }
        assert.lengthOf((yield* endpointsOf(ok(yield* ask("", "GET")))).endpoints, 0)
      })
    )

    it.effect("are ten at most", () =>
      Effect.gen(function* () {
        const { ask, create } = yield* someone
        for (let n = 0; n < 10; n++) yield* create({ url: "http://127.0.0.1:2/" })
        isProblem(
          yield* ask("", "POST", { url: "http://127.0.0.1:2/" }),
          400,
          "an account can have at most 10 webhook endpoints: remove an unused one"
        )
      })
    )

    it.effect("show their secrets to who is signed in, and to no key", () =>
      Effect.gen(function* () {
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
    )

    it.effect("of one account do not exist for another", () =>
      Effect.gen(function* () {
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
    )

    it.effect("show what was sent and answered in each attempt", () =>
      Effect.gen(function* () {
        const { create, ask, log, details } = yield* someone
        const to = yield* receiver()
        to.answers((response) =>
          response.writeHead(500).end(`ü${"x".repeat(1_021)}ü and more \0 that is not kept`)
        )
        const { id, secret } = yield* create({ url: to.url })
        yield* ask(`/${id}/test`, "POST")
        yield* until(() => to.heard.length === 1)
        to.answers((response) => response.writeHead(200).end("fine\0"))
        yield* until(() => to.heard.length === 2)
        const [delivery] = yield* log(id).pipe(
          Effect.repeat({
            until: ([newest]) => newest!.status === "delivered",
            schedule: Schedule.spaced("50 millis")
          })
        )
        const { request_body, log: attempts, ...rest } = yield* details(delivery!.id)
        assert.deepStrictEqual(rest, delivery)
        assert.strictEqual(rest.endpoint_id, id)
        assert.strictEqual(request_body, to.heard[0]!.body)
        assert.deepStrictEqual(
          attempts.map((one) => [one.response_status, one.response_body, one.url, one.error]),
          [
            [200, "fine\uFFFD", to.url, undefined],
            [500, `ü${"x".repeat(1_021)}`, to.url, undefined]
          ]
        )
        for (const [n, attempt] of attempts.entries()) {
          const heard = to.heard[1 - n]!
          assert.isAtLeast(attempt.duration_ms, 0)
          const { connection, ...headers } = heard.headers
          const sent = Object.fromEntries(
            attempt.request_headers!.map(({ name, value }) => [name, value])
          )
          assert.deepStrictEqual(sent, headers as never)
          assert.isDefined(connection)
          const seconds = Number(sent["webhook-timestamp"])
          assert.strictEqual(Math.floor(Date.parse(attempt.at) / 1_000), seconds)
          assert.deepInclude(verified(secret!, heard), { type: "webhook.test" })
        }
      })
    )

    it.effect("say why there was no answer", () =>
      Effect.gen(function* () {
        const { create, ask, log, details } = yield* someone
        const { id } = yield* create({ url: "http://127.0.0.1:2/" })
        yield* ask(`/${id}/test`, "POST")
        const [delivery] = yield* log(id).pipe(
          Effect.repeat({
            until: ([newest]) => newest!.attempts > 0,
            schedule: Schedule.spaced("50 millis")
          })
        )
        const { log: attempts } = yield* details(delivery!.id)
        assert.deepInclude(attempts.at(-1), { error: "ECONNREFUSED", response_status: null })
      })
    )

    it.effect("get the end of a job with links beside it, also by the single webhook", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { apiKey } = running
        const { create } = asking(running, apiKey)
        const [first, second, third] = [yield* receiver(), yield* receiver(), yield* receiver()]
        ok(yield* set(running, first.url, { apiKey }))
        yield* create({ url: second.url, events: ["job.completed"] })
        yield* create({ url: third.url, events: ["job.failed", "credits.low"] })
        const sent = yield* upload(running, [csv("email\nann@acme.test\n")], { apiKey })
        const { id } = yield* jobOf(sent, 201)
        yield* until(() => first.heard.length === 1 && second.heard.length === 1)
        const base = `http://127.0.0.1:1/api/v1/jobs/${id}`
        for (const { heard } of [first, second]) {
          const { data, ...message } = JSON.parse(heard[0]!.body)
          assert.strictEqual(message.type, "job.completed")
          assert.deepStrictEqual(message.links, {
            job: base,
            results: `${base}/results`,
            download: `${base}/download`
          })
          assert.deepStrictEqual(data, (yield* running.get(`/api/v1/jobs/${id}`, { apiKey })).json)
        }
        assert.notStrictEqual(
          first.heard[0]!.headers["webhook-id"],
          second.heard[0]!.headers["webhook-id"]
        )
        assert.lengthOf(third.heard, 0)
      })
    )

    it.effect("have what has failed in a time sent again", () =>
      Effect.gen(function* () {
        const { create, ask, change, log } = yield* someone
        const to = yield* receiver()
        to.answers(status(410))
        const { id } = yield* create({ url: to.url })
        const since = new Date(Date.now() - 60_000).toISOString()
        yield* ask(`/${id}/test`, "POST")
        yield* log(id).pipe(
          Effect.repeat({
            until: ([newest]) => newest!.status === "failed",
            schedule: Schedule.spaced("50 millis")
          })
        )
        const again = (body: unknown) => ask(`/${id}/resend`, "POST", body)
        isProblem(yield* again({ since }), 400, "the endpoint is disabled: enable it first")
        to.answers(status(204))
        yield* change(id, { enabled: true })
        assert.deepStrictEqual(yield* resentOf(ok(yield* again({ since, until: since }))), {
          resent: 0,
          left: 0
        })
        assert.deepStrictEqual(yield* resentOf(ok(yield* again({ since }))), {
          resent: 1,
          left: 0
        })
        yield* until(() => to.heard.length === 2)
        assert.strictEqual(to.heard[0]!.headers["webhook-id"], to.heard[1]!.headers["webhook-id"])
      })
    )
  })
})
