/** What a run does at a sink, from the request that makes the schedule to what the sink has. */
import { TakenBack } from "@rcpt/api/Schedule"
import { Effect, Schedule, Schema } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { list, upload } from "../jobs/jobsHttpWorld.ts"
import { receiver } from "../webhooks/webhookWorld.ts"
import { playListmonk } from "./playListmonk.ts"
import { asking, withLab } from "./scheduleWorld.ts"

const takenBackOf = Schema.decodeUnknownEffect(TakenBack)

const every = { every: "30d", max_age: "30d" }

layer(withLab, service.live)("A run of a schedule", (it) => {
  it.effect("marks subscribers of a listmonk, until that is taken back", function* () {
    const { create, ended, ask } = yield* asking
    const { at, token, list: id, stateOf } = yield* playListmonk()
    const there = { kind: "listmonk", ...at, secret: token }
    const source = { ...there, lists: [id] }
    const made = yield* create({ name: "Newsletter", source, sink: there, ...every })
    const run = yield* ended(made.id, 1)
    assert.deepInclude(run, { reason: null, state: "done", contacts: 118, checked: 118 })
    const ours = (yield* stateOf("c5@acme.test")).attribs["rcpt"]
    assert.deepInclude(ours, { status: "valid", previous: null })

    const path = `/${made.id}/runs/${run.id}/take-back`
    const first = yield* takenBackOf((yield* ask(path, "POST")).json)
    assert.strictEqual(first.changes, 100)
    const rest = yield* takenBackOf((yield* ask(`${path}?cursor=${first.next}`, "POST")).json)
    assert.deepStrictEqual(rest, { changes: 18, next: null })
    for (const email of ["c1@acme.test", "c120@acme.test"])
      assert.isNull((yield* stateOf(email)).attribs["rcpt"])
  })

  it.effect("tells the account's endpoints which contacts changed", function* () {
    const { running, create, ended } = yield* asking
    const { url, heard } = yield* receiver()
    const answer = yield* running.get("/api/v1/webhook", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url })
    })
    assert.strictEqual(answer.status, 200, answer.text)
    yield* upload(running, [list("email\nann@acme.test\nbob@nowhere.test\n", "told.csv")])
    const source = { kind: "list", list: "told.csv" }
    const sink = { kind: "webhook" }
    const made = yield* create({ name: "Told", source, sink, ...every })
    const run = yield* ended(made.id, 1)
    const messages = yield* Effect.sync(() =>
      heard.flatMap(({ body }) => (body.includes('"list.changed"') ? [JSON.parse(body)] : []))
    ).pipe(
      Effect.repeat({
        until: (found) => found.length > 0,
        schedule: Schedule.spaced("50 millis")
      }),
      Effect.timeout("20 seconds")
    )
    const { data } = messages[0] as { readonly data: Readonly<Record<string, unknown>> }
    assert.deepInclude(data, { schedule_id: made.id, name: "Told", run_id: run.id })
    assert.deepStrictEqual(
      (data["changes"] as ReadonlyArray<Readonly<Record<string, unknown>>>).map(
        ({ email, status, before }) => [email, status, before]
      ),
      [
        ["ann@acme.test", "valid", null],
        ["bob@nowhere.test", "invalid", null]
      ]
    )
  })
})
