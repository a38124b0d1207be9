import { Effect } from "effect"

import { live } from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { creditsOf } from "../ledger/idempotency/keyed.ts"
import {
  isProblem,
  jobOf,
  layer as world,
  list,
  mode,
  nothingIsLeft,
  priceOf,
  upload,
  World
} from "./jobsHttpWorld.ts"

const csv = "email\nann@acme.test\n"
const as = (running: Running, apiKey: string) => ({
  get: (path: string) => running.get(path, { apiKey })
})
const balance = (running: Running, apiKey: string) =>
  creditsOf({ ...running, ...as(running, apiKey) })

layer(world(), live)("An upload", (it) => {
  it.effect("becomes a pending job that holds one credit per row, in deep mode five", function* () {
    const { running, customer } = yield* World
    const { apiKey } = yield* customer(100)
    const rows = "name,E-Mail\nAnn,ann@acme.test\nBob,\nCarl,carl@acme.test\n"
    const forms = [
      [[list(rows, "spring list.csv")], "fast", 2],
      [[list(rows, "spring list.csv"), mode("deep")], "deep", 10],
      [[mode("deep"), list(rows, "spring list.csv")], "deep", 10]
    ] as const
    for (const [form, jobMode, credits] of forms) {
      const job = yield* jobOf(yield* upload(running, form, { apiKey }), 201)
      const { id, created_at, key_id: _, ...rest } = job
      assert.deepStrictEqual(rest, {
        filename: "spring list.csv",
        total_rows: 2,
        processed_rows: 0,
        valid_count: 0,
        invalid_count: 0,
        risky_count: 0,
        unknown_count: 0,
        status: "pending",
        mode: jobMode,
        credits_reserved: credits,
        credits_charged: 0,
        started_at: null,
        completed_at: null
      })
      const found = yield* jobOf(yield* running.get(`/api/v1/jobs/${id}`, { apiKey }))
      assert.deepInclude(found, { id, created_at, credits_reserved: credits })
    }
  })

  it.effect("has a file name without a path", function* () {
    const { running } = yield* World
    const names = [
      ["C:\\\\fakepath\\\\list.csv", "list.csv"],
      ["../../etc/passwd", "passwd"],
      ['a\\"b.csv', 'a"b.csv'],
      ["a%22b.csv", 'a"b.csv'],
      ["Zürich ✓.csv", "Zürich ✓.csv"],
      ["", "upload.csv"],
      ["x".repeat(400), "x".repeat(255)]
    ] as const
    for (const [sent, stored] of names) {
      const job = yield* jobOf(yield* upload(running, [list(csv, sent)]), 201)
      assert.strictEqual(job.filename, stored)
    }
  })

  it.effect("without enough credits is answered 402, and nothing is stored or held", function* () {
    const { running, node, customer } = yield* World
    const { apiKey } = yield* customer(4)
    const two = "email\nann@acme.test\nbob@acme.test\n"
    const deep = yield* upload(running, [list(csv), mode("deep")], { apiKey })
    isProblem(deep, 402, "insufficient credits")
    const three = `${two}carl@acme.test\ndora@acme.test\neve@acme.test\n`
    isProblem(yield* upload(running, [list(three)], { apiKey }), 402, "insufficient credits")
    assert.strictEqual(yield* balance(running, apiKey), 4)
    yield* Effect.provide(nothingIsLeft, node)
    assert.deepStrictEqual((yield* running.get("/api/v1/jobs", { apiKey })).json, [])
  })

  it.effect("as a dry run returns the price, and stores nothing", function* () {
    const { running, node, customer } = yield* World
    const { apiKey } = yield* customer(0)
    const rows = ["ann@acme.test", "ANN@acme.test", "bob@yahoo.com", "no address", ""]
    const file = list(`email,n\n${rows.map((email) => `${email},1\n`).join("")}`)
    const sent = { apiKey, query: "?dry_run=true" }
    const deep = {
      total_rows: 4,
      distinct_rows: 3,
      mode: "deep" as const,
      credits_reserved: 20,
      credits_expected: 5 + 1 + 1,
      credits_maximum: 15,
      unprovable_share: 1 / 3,
      format: {
        column: 1,
        column_name: "email",
        because: "named" as const,
        examples: ["ann@acme.test", "ANN@acme.test", "bob@yahoo.com"],
        delimiter: ",",
        encoding: "utf-8"
      }
    }
    const fast = { credits_reserved: 4, credits_expected: 3, credits_maximum: 3 }
    for (const form of [
      [mode("deep"), file],
      [file, mode("deep")]
    ])
      assert.deepStrictEqual(yield* priceOf(yield* upload(running, form, sent)), deep)
    const price = yield* priceOf(yield* upload(running, [file], sent))
    assert.deepStrictEqual(price, { ...deep, ...fast, mode: "fast" })
    isProblem(
      yield* upload(running, [list("name\nAnn\n")], sent),
      400,
      'file must have a column whose name contains "email"'
    )
    isProblem(
      yield* upload(running, [file], { apiKey, query: "?dry_run=yes" }),
      400,
      'dry_run must be "true" or "false"'
    )
    yield* Effect.provide(nothingIsLeft, node)
    assert.deepStrictEqual((yield* running.get("/api/v1/jobs", { apiKey })).json, [])
  })

  it.effect("creates one job per Idempotency-Key, for the same file, name and mode", function* () {
    const { running, node, customer } = yield* World
    const { apiKey } = yield* customer(100)
    const sent = { apiKey, headers: { "idempotency-key": "spring" } }
    const first = yield* upload(running, [list(csv), mode("fast")], sent)
    const job = yield* jobOf(first, 201)
    assert.isNull(first.headers.get("idempotent-replay"))
    // The default is the same mode, and the order of the parts does not matter.
    for (const form of [[list(csv)], [mode("fast"), list(csv)]]) {
      const again = yield* upload(running, form, sent)
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers.get("idempotent-replay"), "true")
    }
    const others = [
      [list(`${csv}bob@acme.test\n`)],
      [list(csv, "other.csv")],
      [list(csv), mode("deep")]
    ]
    for (const form of others)
      isProblem(
        yield* upload(running, form, sent),
        422,
        "this Idempotency-Key was used for a different request"
      )
    const jobs = (yield* running.get("/api/v1/jobs", { apiKey })).json
    assert.deepStrictEqual(
      (jobs as ReadonlyArray<{ id: string }>).map(({ id }) => id),
      [job.id]
    )
    yield* Effect.provide(nothingIsLeft, node)
  })

  it.effect("sent several times at once with one key creates one job", function* () {
    const { running, node, customer } = yield* World
    const { apiKey } = yield* customer(100)
    const sent = { apiKey, headers: { "idempotency-key": "twice" } }
    const answers = yield* Effect.all(
      Array.from({ length: 6 }, () => upload(running, [list(csv)], sent)),
      { concurrency: "unbounded" }
    )
    for (const { status, text } of answers) assert.include([201, 409], status, text)
    const bodies = answers.filter(({ status }) => status === 201).map(({ text }) => text)
    assert.strictEqual(new Set(bodies).size, 1)
    assert.lengthOf((yield* running.get("/api/v1/jobs", { apiKey })).json as never, 1)
    yield* Effect.provide(nothingIsLeft, node)
  })

  it.effect(
    "needs an API key that may spend credits, and in deep mode one that may use it",
    function* () {
      const { running } = yield* World
      const keyOf = (scope: string) =>
        Effect.map(
          running.get("/api/v1/keys", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ name: scope, scopes: [scope] })
          }),
          ({ json }) => ({ apiKey: String(Object(json).key) })
        )
      const read = yield* upload(running, [list(csv)], yield* keyOf("read"))
      isProblem(read, 403, "this API key has no permission to spend credits")
      const fast = yield* keyOf("fast")
      for (const form of [
        [list(csv), mode("deep")],
        [mode("deep"), list(csv)]
      ])
        isProblem(
          yield* upload(running, form, fast),
          403,
          "this API key has no permission to use deep mode"
        )
      yield* jobOf(yield* upload(running, [list(csv)], fast), 201)
    }
  )
})
