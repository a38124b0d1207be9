import { randomUUIDv7 } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, sqlOf } from "../accounts/keysWorld.ts"
import { list as csv, jobOf, upload } from "../jobs/jobsHttpWorld.ts"
import {
  asking,
  awaited,
  base,
  resentOf,
  serviceWithUrl,
  someone
} from "./webhookEndpointsWorld.ts"
import { ok, set } from "./webhookHttpWorld.ts"
import { receiver, status, until, verified } from "./webhookWorld.ts"

/** A message to one endpoint, as its account would cause it: unlike a test it is repeated. */
const tell = (running: service.Running, endpoint: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into webhook_delivery (delivery_id, account_id, endpoint_id, type, body)
      select ${randomUUIDv7()}, account_id, endpoint_id, 'credits.low',
        ${JSON.stringify({ type: "credits.low", timestamp: new Date().toISOString(), data: { credits: 9 } })}
      from webhook where endpoint_id = ${endpoint}`
  ).pipe(Effect.provide(sqlOf(running)), Effect.orDie)

layer(serviceWithUrl, service.live)("What webhook endpoints get", (it) => {
  it.effect("is shown with what was answered, attempt by attempt", function* () {
    const { create, log, details } = yield* someone
    const to = yield* receiver()
    to.answers((response) =>
      response.writeHead(500).end(`ü${"x".repeat(1_021)}ü and more \0 that is not kept`)
    )
    const { id, secret } = yield* create({ url: to.url })
    yield* tell(yield* service.Service, id)
    yield* until(() => to.heard.length === 1)
    to.answers((response) => response.writeHead(200).end("fine\0"))
    yield* until(() => to.heard.length === 2)
    const delivery = yield* awaited(log(id), (newest) => newest.status === "delivered")
    const { request_body, log: attempts, ...rest } = yield* details(delivery.id)
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
      assert.deepInclude(verified(secret!, heard), { type: "credits.low" })
    }
  })

  it.effect("is shown with why there was no answer", function* () {
    const { create, ask, log, details } = yield* someone
    const { id } = yield* create({ url: "http://127.0.0.1:2/" })
    yield* ask(`/${id}/test`, "POST")
    const delivery = yield* awaited(log(id), (newest) => newest.attempts > 0)
    const { log: attempts } = yield* details(delivery.id)
    assert.deepInclude(attempts.at(-1), { error: "ECONNREFUSED", response_status: null })
  })

  it.effect("is the end of a job with links beside it, also by the single webhook", function* () {
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
    const job = `${base}/api/v1/jobs/${id}`
    for (const { heard } of [first, second]) {
      const { data, ...message } = JSON.parse(heard[0]!.body)
      assert.strictEqual(message.type, "job.completed")
      assert.deepStrictEqual(message.links, {
        job,
        results: `${job}/results`,
        download: `${job}/download`
      })
      assert.deepStrictEqual(data, (yield* running.get(`/api/v1/jobs/${id}`, { apiKey })).json)
    }
    assert.notStrictEqual(
      first.heard[0]!.headers["webhook-id"],
      second.heard[0]!.headers["webhook-id"]
    )
    assert.lengthOf(third.heard, 0)
  })

  it.effect("is what has failed in a time, again", function* () {
    const { create, ask, change, log } = yield* someone
    const to = yield* receiver()
    to.answers(status(410))
    const { id } = yield* create({ url: to.url })
    const since = new Date(Date.now() - 60_000).toISOString()
    yield* tell(yield* service.Service, id)
    yield* awaited(log(id), (newest) => newest.status === "failed")
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
})
