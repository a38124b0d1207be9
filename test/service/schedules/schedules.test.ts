import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem } from "../accounts/keysWorld.ts"
import { list, upload } from "../jobs/jobsHttpWorld.ts"
import { asking, file, startFiles, withLab } from "./scheduleWorld.ts"

const csv = (...emails: ReadonlyArray<string>): string =>
  ["id,email", ...emails.map((email, at) => `${at + 1},${email}`)].join("\n")

const secret = "Authorization: Bearer only-for-rcpt"

const every = { every: "30d", max_age: "30d" }

layer(withLab, service.live)("A schedule", (it) => {
  it.effect("checks what is new, and nothing twice", function* () {
    const { create, ended, runAgain, changes, ask } = yield* asking
    const files = yield* startFiles(file(csv("ann@acme.test", "bob@nowhere.test")))
    const source = { kind: "url", url: files.url, key_column: "id", secret }
    const made = yield* create({ name: "Customers", source, ...every })
    assert.deepInclude(made, { status: "live", mode: "fast", time_zone: "UTC" })
    assert.notInclude(JSON.stringify(made), "only-for-rcpt")
    assert.isTrue(made.source.has_secret)

    const first = yield* ended(made.id, 1)
    assert.deepInclude(first, { state: "done", contacts: 2, checked: 2, credits: 2 })
    assert.deepInclude(first.changes, { all: 2, new: 2, dead: 0 })
    assert.strictEqual(files.headers[0]?.authorization, "Bearer only-for-rcpt")
    const told = yield* changes(made.id, first.id)
    assert.deepStrictEqual(
      told.changes.map(({ key, email, before }) => [key, email, before]),
      [
        ["1", "ann@acme.test", null],
        ["2", "bob@nowhere.test", null]
      ]
    )
    const { text } = yield* ask(`/${made.id}/runs/${first.id}/changes.csv`, "GET")
    assert.match(text, /^key,email,status.*\r\n1,ann@acme\.test,/)

    const second = yield* runAgain(made.id, 2)
    assert.deepInclude(second, { state: "nothing_due", credits: 0, job_id: null })

    files.reply = file(csv("ann@acme.test", "bob@nowhere.test", "eve@acme.test"))
    const third = yield* runAgain(made.id, 3)
    assert.deepInclude(third, { state: "done", contacts: 3, checked: 1, credits: 1 })
    assert.deepInclude(third.changes, { all: 1, new: 1 })
  })

  it.effect("takes no empty and no broken answer for a list", function* () {
    const { create, ended, find, runAgain, change, ask } = yield* asking
    const files = yield* startFiles((_, response) => {
      response.writeHead(200, { "content-length": "1000" })
      response.write(csv("ann@acme.test"), () => response.destroy())
    })
    const made = yield* create({
      name: "Broken",
      source: { kind: "url", url: files.url },
      ...every
    })
    const waiting = yield* Effect.repeat(find(made.id), {
      until: ({ last_run: run }) => run?.reason != null
    })
    assert.match(waiting.last_run!.reason!, /^The file broke off /)
    assert.strictEqual(waiting.last_run!.state, "waiting")

    // Such a run tries again later; one with an answer that cannot be read does not.
    files.reply = file("id,email\n")
    const empty = yield* create({
      name: "Empty",
      source: { kind: "url", url: files.url },
      ...every
    })
    const first = yield* ended(empty.id, 1)
    assert.strictEqual(first.state, "failed")
    for (let count = 2; count <= 5; count++) yield* runAgain(empty.id, count)
    const paused = yield* find(empty.id)
    assert.deepInclude(paused, { status: "paused", next_run_at: null })
    assert.isNotNull(paused.paused_reason)
    isProblem(
      yield* ask(`/${empty.id}/run`, "POST"),
      400,
      "the schedule is paused: resume it first"
    )
    const live = yield* change(empty.id, { paused: false })
    assert.strictEqual(live.status, "live")
    assert.isNotNull(live.next_run_at)
  })

  it.effect(
    "reads a list of the account, and starts no run that could cost too much",
    function* () {
      const { running, create, ended, tryOut } = yield* asking
      yield* upload(running, [list("email\nann@acme.test\nbob@acme.test\n", "team.csv")])
      const source = { kind: "list", list: "team.csv" }
      const tried = yield* tryOut({ source, sink: { kind: "webhook" } })
      assert.deepStrictEqual(
        tried.source.contacts.map(({ email }) => email),
        ["ann@acme.test", "bob@acme.test"]
      )
      assert.match(tried.sink!.error!, /^No webhook endpoint /)
      const made = yield* create({ name: "Team", source, ...every, credits_per_run: 1 })
      const run = yield* ended(made.id, 1)
      assert.deepInclude(run, { state: "over_limit", credits: 0 })
      assert.match(run.reason!, /could cost 2 credits, and credits_per_run is 1/)
    }
  )

  it.effect("names what is wrong with its settings", function* () {
    const { ask } = yield* asking
    const wanted = { name: "A", source: { kind: "list", list: "a.csv" }, ...every }
    const refusals: ReadonlyArray<readonly [object, RegExp]> = [
      [{ every: "* * * * *" }, /^every must leave at least 15 minutes/],
      [{ every: "0 0 30 2 *" }, /^every must be a cron expression with a date that exists/],
      [{ time_zone: "Mars" }, /^time_zone must be a name of the IANA database/],
      [{ source: { kind: "url" } }, /^source\.url is required with the kind "url"/],
      [{ source: { kind: "list", list: "a.csv", secret } }, /^source\.secret must be left out/],
      [{ source: { kind: "url", url: "ftp://acme.test/a" } }, /^source\.url must start with/],
      [
        { source: { kind: "url", url: "https://acme.test/a", secret: "x" } },
        /^source\.secret must be a header/
      ]
    ]
    for (const [change, sentence] of refusals) {
      const { status, json } = yield* ask("", "POST", { ...wanted, ...change })
      assert.strictEqual(status, 400)
      assert.match(Object(json).error, sentence)
    }
  })
})
