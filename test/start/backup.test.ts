/**
 * The drill: a service at work is backed up twice, dies, and is restored somewhere else from either file.
 * What a published checkpoint says decides whether the end was lost.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect, Schedule } from "effect"
import type { Scope } from "effect"

import { rcpt } from "../cli/rcpt.ts"
import { list, upload } from "../service/jobs/jobsHttpWorld.ts"
import { emptyDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { ok, settings } from "./support/backups.ts"
import type { Env } from "./support/backups.ts"

const idempotencyKey = { "idempotency-key": "drill-1" }

const check = (running: Running, email: string, headers: Env = {}) =>
  Effect.map(running.get(`/api/v1/verify?email=${email}`, { headers }), ({ status, text }) => {
    assert.strictEqual(status, 200, text)
    return text
  })

/** What a customer sees, apart from the time of the answer. */
const seen = (running: Running, job: string) =>
  Effect.gen(function* () {
    const paths = ["/api/v1/account", "/api/v1/ledger?page_size=100", `/api/v1/jobs/${job}/results`]
    const texts = yield* Effect.forEach(paths, (path) => running.get(path))
    return texts.map(({ text }) => text.replace(/"checked_at":"[^"]*",?(?=})/, ""))
  })

const published = (file: string) =>
  checkpoint.notesIn(existsSync(file) ? readFileSync(file, "utf8") : "")

const runJob = (running: Running, emails: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { status, json } = yield* upload(running, [list(["email", ...emails].join("\n"))])
    assert.strictEqual(status, 201)
    const path = `/api/v1/jobs/${Object(json).id}`
    yield* Effect.repeat(running.get(path), {
      until: ({ json }) => Object(json).status === "complete",
      schedule: Schedule.spaced("200 millis")
    })
    return String(Object(json).id)
  })

/** Where the log has the newest entry of the account, counted from 0. */
const newestIndex = (running: Running) =>
  Effect.gen(function* () {
    const { json: page } = yield* running.get("/api/v1/ledger?page_size=1")
    const { json: proof } = yield* running.get(`/api/v1/ledger/${Object(page).entries[0].id}/proof`)
    return Number(Object(proof).inclusion.index)
  })

/** Of the log, in commits, that a note speaks of. */
const sizeOf = (note: string): number => Number(note.split("\n")[1])

/** Until a published checkpoint covers one more check. Until then the log does not grow. */
const untilPublished = (running: Running, file: string) =>
  Effect.gen(function* () {
    yield* check(running, "user1@plain.test")
    const index = yield* newestIndex(running)
    yield* Effect.repeat(
      Effect.sync(() => published(file).some((note) => sizeOf(note) > index)),
      { until: (isCovered) => isCovered, schedule: Schedule.spaced("100 millis") }
    )
  })

const drill = (name: string, place: Effect.Effect<Env, never, Scope.Scope>) =>
  it.live(
    `${name}: comes back whole, and a lost end is found`,
    function* () {
      const folder = yield* tempFolder()
      const file = join(folder, "checkpoints.txt")
      const home = yield* place
      const options = {
        lab: true,
        env: { ...settings, RCPT_CHECKPOINT_EVERY: "1s", RCPT_CHECKPOINT_FILE: file }
      }
      const at = (env: Env) => ({
        ...options,
        ...(env["RCPT_DATABASE_URL"]
          ? { databaseUrl: env["RCPT_DATABASE_URL"] }
          : { dataDir: env["RCPT_DATA_DIR"]! })
      })
      const before = yield* service.start(at(home))
      const answer = yield* check(before, "ann@acme.test", idempotencyKey)
      const job = yield* runJob(before, ["ann@acme.test", "bob@acme.test", "x@nxdomain.test"])
      yield* untilPublished(before, file)
      const shown = yield* seen(before, job)
      yield* ok(["backup", "-o", `${folder}/`], { ...home, ...settings })
      yield* untilPublished(before, file)
      const later = join(folder, "later.rcpt-backup")
      yield* ok(["backup", "-o", later, "--with-keys"], { ...home, ...settings })
      yield* before.kill("SIGKILL")

      const earlier = join(
        folder,
        readdirSync(folder).find((entry) => entry.startsWith("rcpt-"))!
      )
      assert.match(
        yield* ok(["backup", "--check", earlier], {}),
        /^Whole: [\d,]+ rows of \d+ tables/
      )

      const there = yield* place
      yield* ok(["restore", earlier], { ...there, ...settings })
      yield* ok(["ledger", "verify"], { ...there, ...settings })
      const against = ["ledger", "verify", "--json", "--against", file]
      const lost = yield* rcpt(against, { ...there, ...settings })
      assert.strictEqual(lost.code, 1)
      assert.include(lost.stdout, '"id":"published"')

      const elsewhere = yield* place
      yield* ok(["restore", later], { ...elsewhere, ...settings })
      yield* ok(against, { ...elsewhere, ...settings })

      const after = yield* service.start({ ...at(there), apiKey: before.apiKey })
      assert.deepStrictEqual(yield* seen(after, job), shown)
      assert.strictEqual(yield* check(after, "ann@acme.test", idempotencyKey), answer)
      yield* check(after, "bob@acme.test")
      yield* runJob(after, ["user7@plain.test", "user7@plain.test"])
      yield* after.kill("SIGTERM")
      yield* ok(["ledger", "verify"], { ...there, ...settings })
    },
    { timeout: 240_000 }
  )

describe("A backup", () => {
  drill(
    "of the embedded database",
    Effect.map(tempFolder(), (folder) => ({ RCPT_DATA_DIR: join(folder, "data") }))
  )
  drill(
    "of a server's database",
    Effect.map(emptyDatabase(), (url) => ({ RCPT_DATABASE_URL: url }))
  )
})
