/** Who uploaded a list: a person by their session, or an API key. */
import { BulkJob } from "@rcpt/api/Jobs"
import { Effect, Schema } from "effect"

import * as service from "../../support/service.ts"
import type { Request, Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { list as keysOf } from "../accounts/keysWorld.ts"
import { join, openTeam, remove } from "../accounts/people/peopleWorld.ts"
import { withSession } from "../accounts/security/securityWorld.ts"
import { env } from "../accounts/sessions/sessionWorld.ts"
import { json } from "../erasure/erasureWorld.ts"
import { posted } from "../views/ledger/ledgerWorld.ts"
import { formOf, formType, list as file, path } from "./jobsHttpWorld.ts"

const decode = Schema.decodeUnknownEffect(BulkJob, { onExcessProperty: "error" })

const grant = (running: Running, account: string) =>
  Effect.gen(function* () {
    const body = { credits: 10, reason: "to try" }
    const answer = yield* posted(running, account, "grants", body)
    assert.isBelow(answer.status, 300, answer.text)
  })

const upload = (running: Running, { headers, ...request }: Request) =>
  Effect.gen(function* () {
    const answer = yield* running.get(path, {
      ...request,
      method: "POST",
      headers: { ...headers, "content-type": formType },
      body: formOf([file("email\nvalid@sandbox.rcpt.test\n")]).toString()
    })
    assert.strictEqual(answer.status, 201, answer.text)
    return yield* decode(answer.json)
  })

const found = (running: Running, id: string, request: Request) =>
  Effect.flatMap(running.get(`/api/v1/jobs/${id}`, request), ({ json }) => decode(json))

const listed = (running: Running, id: string, request: Request) =>
  Effect.gen(function* () {
    const { json } = yield* running.get("/api/v1/jobs", request)
    const jobs = yield* Schema.decodeUnknownEffect(Schema.Array(BulkJob))(json)
    return jobs.find((job) => job.id === id)!
  })

const followed = (running: Running, id: string, request: Request) =>
  Effect.gen(function* () {
    const { text } = yield* running.get(`/api/v1/jobs/${id}/stream`, request)
    const data = text.split("\n").findLast((line) => line.startsWith("data: "))!
    return yield* decode(JSON.parse(data.slice("data: ".length)))
  })

layer(service.layer({ env: { ...env, RCPT_RATE_LIMIT: "off" } }), service.live)("A list", (it) => {
  it.effect("names who uploaded it, to people by address, as long as they are there", function* () {
    const running = yield* service.Service
    const ann = yield* openTeam(running)
    yield* grant(running, ann.account)
    const bob = yield* join(running, ann.cookie, "member")
    const kept = yield* upload(running, withSession(bob.cookie))
    assert.deepStrictEqual(kept.made_by, { id: bob.id }, "an answer that is stored")
    assert.isUndefined(kept.key_id)

    const [person, program] = [withSession(ann.cookie), { apiKey: ann.apiKey }]
    for (const read of [found, listed, followed]) {
      const seen = yield* read(running, kept.id, person)
      assert.deepStrictEqual(seen.made_by, { id: bob.id, email: bob.email })
      assert.deepStrictEqual((yield* read(running, kept.id, program)).made_by, { id: bob.id })
    }
    yield* remove(running, ann.cookie, bob.id)
    for (const read of [found, listed, followed])
      assert.deepStrictEqual((yield* read(running, kept.id, person)).made_by, { id: bob.id })
  })

  it.effect(
    "names the API key that uploaded it, also of rows that are verified again",
    function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      yield* grant(running, ann.account)
      const program = { apiKey: ann.apiKey }
      const [key] = yield* keysOf(running, withSession(ann.cookie))
      const job = yield* upload(running, program)
      assert.deepStrictEqual([job.key_id, job.made_by], [key!.id, undefined])
      assert.strictEqual((yield* followed(running, job.id, program)).status, "complete")
      const again = yield* running.get(`/api/v1/jobs/${job.id}/verify`, {
        ...json({ mode: "fast" }),
        ...withSession(ann.cookie)
      })
      assert.strictEqual(again.status, 201, again.text)
      const rows = yield* decode(again.json)
      assert.deepStrictEqual([rows.key_id, rows.made_by], [undefined, { id: ann.account }])
    }
  )
})
