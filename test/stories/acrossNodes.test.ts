/** What one node began, the others go on with: three nodes on a Postgres with defaults, asked one by one. */
import { randomUUID } from "node:crypto"

import type { JobResultRow } from "@rcpt/api/Jobs"
import { deepSamples } from "@rcpt/lab/deepSamples"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"

import { accepts, make, revoke } from "../service/accounts/keysWorld.ts"
import {
  env as ownerEnv,
  lasts,
  owner,
  signIn,
  signOut
} from "../service/accounts/sessions/sessionWorld.ts"
import { jobOf, list, mode, pageOf, upload } from "../service/jobs/jobsHttpWorld.ts"
import { neverGoesBack, until, watch } from "../service/jobs/jobsStreamWorld.ts"
import { creditsOf, fast, get, inDatabase, isReplay } from "../service/ledger/idempotency/keyed.ts"
import { batch } from "../service/verify/batches.ts"
import { listen } from "../service/webhooks/eventsStreamWorld.ts"
import type { Listening } from "../service/webhooks/eventsStreamWorld.ts"
import type { Running } from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"
import { assert, layer } from "../support/vitest.ts"
import { live } from "./storyWorlds.ts"

type Three = readonly [Running, Running, Running]

class Nodes extends Context.Service<Nodes, Three>()("test/stories/Nodes") {}

const nodes = Layer.effect(
  Nodes,
  Effect.map(
    serviceNodes.three({ credits: 100_000, env: { ...ownerEnv, RCPT_RATE_LIMIT: "off" } }),
    ([first, second, third]): Three => [first!, second!, third!]
  )
)

const csv = (rows: number): string =>
  ["email", ...Array.from({ length: rows }, (_, row) => `user${row}@d${10_000 + row}.lab.test`)]
    .map((line) => `${line}\n`)
    .join("")

/** Samples whose mail servers answer at once, and the same to each that asks. */
const settled = deepSamples
  .filter(({ deep }) => ["deliverable", "undeliverable", "catch_all"].includes(deep.smtp_status))
  .map(({ address }) => address)

type Emails = ReadonlyArray<string>

/** What is concluded. A server that is known to take all is not asked again, so what it said is left out. */
const verdictOf = (result: object): string => {
  const { email, status, sub_status } = Object(result)
  return `${email}: ${status} ${sub_status}`
}

/** The same of a row of a list, where `valid` has an empty sub-status. */
const rowVerdict = ({ email, verification_status, sub_status }: JobResultRow): string =>
  `${email}: ${verification_status} ${sub_status || undefined}`

/** The chunks of a job are claimed by the nodes that settle them. */
const rowsOfJob = 6_000

const finished = (node: Running, id: string) =>
  node.get(`/api/v1/jobs/${id}`).pipe(
    Effect.flatMap((answer) => jobOf(answer)),
    Effect.repeat({
      until: ({ status }) => status === "complete",
      schedule: Schedule.spaced("100 millis")
    })
  )

/** What was chosen at the start, of what is shown to all. */
const chosenSettings = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly name: string }>`
    select name from pg_settings where source = 'command line' order by name`
).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

const jit = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly value: string }>`
    select reset_val as value from pg_settings where name = 'jit'`
).pipe(Effect.map(([row]) => row?.value))

layer(nodes, live)("Of three nodes", (it) => {
  it.effect("the Postgres has its default settings", function* () {
    const [first] = yield* Nodes
    assert.deepStrictEqual(yield* inDatabase(first)(chosenSettings), ["listen_addresses", "port"])
    assert.strictEqual(yield* inDatabase(first)(jit), "on")
  })

  it.effect(
    "each sends the reply that another one has stored, and none charges again",
    function* () {
      const all = yield* Nodes
      const key = randomUUID()
      const before = yield* creditsOf(all[2])
      const together = yield* Effect.forEach(all, (node) => get(node, key), {
        concurrency: "unbounded"
      })
      const later = yield* Effect.forEach(all, (node) => get(node, key))
      const original = together.filter((one) => one.status === 200 && !isReplay(one))
      assert.strictEqual(original.length, 1)
      for (const { status } of together) assert.include([200, 409], status)
      assert.deepStrictEqual(
        later.map((one) => [one.status, isReplay(one), one.text]),
        all.map(() => [200, true, original[0]!.text])
      )
      const other = yield* get(all[1], key, fast.replace("ann", "bob"))
      assert.strictEqual(other.status, 422, other.text)
      assert.strictEqual(before - (yield* creditsOf(all[0])), 1)
    }
  )

  it.effect(
    "each knows a session of another one, and forgets it once it is signed out",
    function* () {
      const [first, second, third] = yield* Nodes
      const { cookie } = yield* signIn(first, owner)
      for (const node of [first, second, third]) assert.isTrue(yield* lasts(node, cookie))
      assert.strictEqual((yield* signOut(third, cookie)).status, 200)
      for (const node of [first, second, third]) assert.isFalse(yield* lasts(node, cookie))
    }
  )

  it.effect("none takes a key that another one has revoked", function* () {
    const [first, second, third] = yield* Nodes
    const { id, key } = yield* make(first)
    for (const node of [first, second, third]) assert.isTrue(yield* accepts(node, key))
    assert.strictEqual((yield* revoke(second, id)).status, 200)
    for (const node of [first, second, third]) assert.isFalse(yield* accepts(node, key))
  })

  it.effect("each judges by a rule of another one, alone, in a batch and in a list", function* () {
    const all = yield* Nodes
    const [first, second] = all
    const json = { "content-type": "application/json" }
    const rule = JSON.stringify({ action: "block", match: "tld", value: "test" })
    const isBlocked = (one: unknown) => Object(one).sub_status === "blocked_by_rule"
    /** Whether each node blocks the address: alone, in a batch, and in deep mode. */
    const blocks = Effect.forEach(all, ({ get: ask }) =>
      Effect.gen(function* () {
        const alone = yield* ask("/api/v1/verify?email=ann@acme.test")
        const deep = yield* ask("/api/v1/verify?email=eve@acme.test&mode=deep&timeout=5000")
        const body = JSON.stringify({ emails: ["ann@acme.test"] })
        const batch = yield* ask("/api/v1/verify/batch", {
          method: "POST",
          headers: json,
          body
        })
        return [alone.json, deep.json, Object(batch.json).results[0].result].map(isBlocked)
      })
    )
    for (const one of all) yield* one.get("/api/v1/verify?email=ann@acme.test")
    yield* first.get("/api/v1/rules", { method: "POST", headers: json, body: rule })
    assert.isTrue((yield* blocks).flat().every((blocked) => blocked))
    const { id } = yield* jobOf(yield* upload(first, [list(csv(rowsOfJob))]), 201)
    const job = yield* finished(second, id)
    assert.strictEqual(job.risky_count, rowsOfJob)
    yield* second.get("/api/v1/rules?match=tld&value=test", { method: "DELETE" })
    assert.isFalse((yield* blocks).flat().some((blocked) => blocked))
  })

  it.effect("all show and deliver a job that was uploaded to one", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* Nodes
      const before = yield* creditsOf(second)
      const { id } = yield* jobOf(yield* upload(first, [list(csv(rowsOfJob))]), 201)
      const streams = yield* Effect.forEach([second, third], (node) => watch(node, id, node.apiKey))
      for (const { ended, frames } of streams) {
        assert.isTrue(yield* ended)
        neverGoesBack(frames)
        assert.deepInclude(frames.at(-1)?.job, { status: "complete", processed_rows: rowsOfJob })
      }
      yield* finished(third, id)
      const files = yield* Effect.forEach([first, second, third], (node) =>
        node.get(`/api/v1/jobs/${id}/download`)
      )
      assert.strictEqual(files[0]!.text.split("\r\n").length, rowsOfJob + 2)
      assert.strictEqual(new Set(files.map(({ text }) => text)).size, 1)
      assert.strictEqual(new Set(files.map(({ headers }) => headers.get("etag"))).size, 1)
      assert.strictEqual(before - (yield* creditsOf(third)), rowsOfJob)
      assert.deepStrictEqual(yield* inDatabase(first)(contradictions), [])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "each says the same of a mailbox alone, in a batch and in a list, in any order",
    function* () {
      const [first, second, third] = yield* Nodes
      const orders = fc.sample(fc.shuffledSubarray([...settled], { minLength: settled.length }), 3)
      const [alone, batched, listed] = orders as unknown as readonly [Emails, Emails, Emails]
      const { id } = yield* jobOf(
        yield* upload(first, [list(["email", ...listed, ""].join("\n")), mode("deep")]),
        201
      )
      const ofBatch = yield* batch(second, batched, "deep")
      const ofOnes = yield* Effect.forEach(
        alone,
        (email, at) =>
          Effect.map(
            [first, second, third][at % 3]!.get(
              `/api/v1/verify?mode=deep&email=${encodeURIComponent(email)}`
            ),
            ({ json }) => verdictOf(Object(json))
          ),
        { concurrency: 4 }
      )
      yield* finished(third, id)
      const page = yield* pageOf(
        yield* third.get(`/api/v1/jobs/${id}/results?page_size=100&details=true`)
      )
      const sorted = (all: ReadonlyArray<string>) => all.toSorted()
      const expected = sorted(ofOnes)
      assert.deepStrictEqual(
        sorted(ofBatch.results.map(({ result }) => verdictOf({ ...result }))),
        expected
      )
      assert.deepStrictEqual(sorted(page.results.map(rowVerdict)), expected)
    }
  )

  it.effect(
    "each streams the event of a job that was uploaded to another, the same to all",
    function* () {
      const nodes = yield* Nodes
      const streams = yield* Effect.forEach(nodes, (node) =>
        listen(node, { "x-api-key": node.apiKey })
      )
      yield* until(() => streams.every(({ blocks }) => blocks.length > 0), "no first block")
      const { id } = yield* jobOf(
        yield* upload(nodes[0], [list("email\nvalid@sandbox.rcpt.test\n")]),
        201
      )
      const told = ({ blocks }: Listening) => blocks.filter(({ data }) => data?.includes(id))
      yield* until(() => streams.every((stream) => told(stream).length === 1), "no event")
      const [first, ...others] = streams.map(told)
      for (const other of others) assert.deepStrictEqual(other, first)
    }
  )

  it.effect("each may cancel a job of another one", function* () {
    const [first, second, third] = yield* Nodes
    const before = yield* creditsOf(first)
    const { id } = yield* jobOf(yield* upload(first, [list(csv(rowsOfJob))]), 201)
    const answer = yield* second.get(`/api/v1/jobs/${id}`, { method: "DELETE" })
    assert.strictEqual(answer.status, 200, answer.text)
    const job = yield* jobOf(yield* third.get(`/api/v1/jobs/${id}`))
    assert.strictEqual(job.status, "cancelled")
    assert.strictEqual(before - (yield* creditsOf(third)), job.processed_rows)
  })
})
