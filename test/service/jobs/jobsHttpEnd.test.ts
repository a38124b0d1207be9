import { randomUUID } from "node:crypto"

import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect } from "effect"

import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { creditsOf } from "../ledger/idempotency/keyed.ts"
import {
  isProblem,
  jobOf,
  layer as world,
  list,
  nothingIsLeft,
  settled,
  upload,
  World
} from "./jobsHttpWorld.ts"
import { emailsTo, resultOf } from "./jobsWorld.ts"

const csv = `email\n${emailsTo(20).join("\n")}\n`

const account = (credits: number) =>
  Effect.gen(function* () {
    const { running, node, customer } = yield* World
    const opened = yield* customer(credits)
    const { apiKey } = opened
    const ask = (path: string, method = "GET") =>
      running.get(`/api/v1/jobs${path}`, { method, apiKey })
    const job = (rows: number) =>
      settled({
        account: opened.account,
        csv,
        result: (row) => (row < rows ? resultOf(row) : undefined)
      }).pipe(Effect.provide(node))
    const get = (path: string) => running.get(path, { apiKey })
    return { ask, job, credits: creditsOf({ ...running, get }), apiKey }
  })

const okWith = (message: string) => [200, { message }]

layer(world(), live)("Jobs of an account", (it) => {
  it.effect("are listed with the newest first, up to a limit", function* () {
    const { running } = yield* World
    const { ask, apiKey } = yield* account(100)
    const filenames: Array<string> = []
    for (let n = 0; n < 5; n++) {
      const answer = yield* upload(running, [list(csv, `${n}.csv`)], { apiKey })
      filenames.unshift((yield* jobOf(answer, 201)).filename)
    }
    const names = (query: string) =>
      Effect.map(ask(query), ({ status, json }) => {
        assert.strictEqual(status, 200)
        return (json as ReadonlyArray<{ filename: string }>).map(({ filename }) => filename)
      })
    assert.deepStrictEqual(yield* names(""), filenames)
    assert.deepStrictEqual(yield* names("?limit=2"), filenames.slice(0, 2))
    for (const many of ["5", "6", "999999999999999", "9".repeat(40)])
      assert.deepStrictEqual(yield* names(`?limit=${many}`), filenames)
    for (const invalid of ["0", "-1", "", "x", "1.5", "1e1"])
      isProblem(yield* ask(`?limit=${invalid}`), 400, "limit must be a whole number, 1 or more")
  })

  it.effect("are cancelled before their end, and what was not settled is refunded", function* () {
    const { node } = yield* World
    const { ask, job, credits } = yield* account(100)
    const id = yield* job(8)
    assert.strictEqual(yield* credits, 80)
    const answer = yield* ask(`/${id}`, "DELETE")
    assert.deepStrictEqual([answer.status, answer.json], okWith("the job is cancelled"))
    // Every fourth of the 8 rows is unknown, and costs nothing.
    assert.strictEqual(yield* credits, 100 - 6)
    const found = yield* jobOf(yield* ask(`/${id}`))
    assert.deepInclude(found, { status: "cancelled", processed_rows: 8, valid_count: 2 })
    assert.isNotNull(found.completed_at)
    assert.deepStrictEqual(yield* Effect.provide(contradictions, node), [])
  })

  it.effect("are removed after their end, and their charges stay", function* () {
    const { node } = yield* World
    const { ask, job, credits } = yield* account(100)
    const complete = yield* job(20)
    const cancelled = yield* job(0)
    yield* ask(`/${cancelled}`, "DELETE")
    const before = yield* credits
    assert.strictEqual(before, 85)
    for (const id of [complete, cancelled]) {
      const answer = yield* ask(`/${id}`, "DELETE")
      assert.deepStrictEqual([answer.status, answer.json], okWith("the job is deleted"))
      for (const path of [`/${id}`, `/${id}/results`, `/${id}/download`, `/${id}/stream`])
        isProblem(yield* ask(path), 404, "job not found")
      isProblem(yield* ask(`/${id}`, "DELETE"), 404, "job not found")
    }
    assert.deepStrictEqual((yield* ask("")).json, [])
    assert.strictEqual(yield* credits, before)
    yield* Effect.provide(nothingIsLeft, node)
    assert.deepStrictEqual(yield* Effect.provide(contradictions, node), [])
  })

  it.effect("keep their results where only a running one was to be cancelled", function* () {
    const { ask, job } = yield* account(100)
    const running = yield* job(0)
    const cancelled = yield* ask(`/${running}?keep=true`, "DELETE")
    assert.deepStrictEqual([cancelled.status, cancelled.json], okWith("the job is cancelled"))
    for (const id of [yield* job(20), running]) {
      const answer = yield* ask(`/${id}?keep=true`, "DELETE")
      const kept = okWith("the job has ended already, and is kept")
      assert.deepStrictEqual([answer.status, answer.json], kept)
      yield* jobOf(yield* ask(`/${id}`))
    }
  })

  it.effect("end once when several requests cancel at the same time", function* () {
    const { node } = yield* World
    const { ask, job, credits } = yield* account(100)
    const id = yield* job(4)
    const answers = yield* Effect.all(
      Array.from({ length: 8 }, () => ask(`/${id}`, "DELETE")),
      { concurrency: "unbounded" }
    )
    for (const { status, text } of answers) assert.include([200, 404], status, text)
    assert.strictEqual(yield* credits, 97)
    assert.deepStrictEqual(yield* Effect.provide(contradictions, node), [])
  })

  it.effect("are not visible to another account, which cannot end them either", function* () {
    const { ask, job } = yield* account(100)
    const { ask: askAsOther } = yield* account(100)
    const id = yield* job(20)
    const paths = ["", "/results", "/download", "/stream"]
    for (const other of [id, id.toUpperCase(), randomUUID(), "x", `${id}0`, "%00", "1%27"]) {
      for (const path of paths)
        isProblem(yield* askAsOther(`/${other}${path}`), 404, "job not found")
      isProblem(yield* askAsOther(`/${other}`, "DELETE"), 404, "job not found")
    }
    assert.deepStrictEqual((yield* askAsOther("")).json, [])
    for (const same of [id, id.toUpperCase()])
      assert.strictEqual((yield* jobOf(yield* ask(`/${same}`))).status, "complete")
  })
})
