/** An account with many uploads that bring nothing, beside another account. */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { uploadsPerAccountMax } from "@rcpt/service/http/openUploads"
import { Effect, Stream } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import {
  formOf,
  formType,
  isProblem,
  jobOf,
  layer as world,
  list,
  memoryOf,
  nothingIsLeft,
  path,
  priceOf,
  upload,
  World
} from "./jobsHttpWorld.ts"

const csv = "email\nann@acme.test\n"
const attackers = 200
const megabytes = 1024 * 1024

interface Silent {
  readonly socket: Socket
  /** First line of the response. */
  readonly answer: Effect.Effect<string>
}

/** Sends the start of a list, and then nothing. */
const openSilent = (
  { base }: Running,
  apiKey: string,
  query: string
): Effect.Effect<Silent, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const form = formOf([list(`${csv}${"x".repeat(10_000)}`)])
      const socket = connect(Number(new URL(base).port), "127.0.0.1")
      const answered = new Promise<string>((resolve) => {
        socket.once("data", (data) => resolve(data.toString().split("\r\n", 1)[0]!))
        socket.on("error", () => {}).once("close", () => resolve("closed"))
      })
      socket.write(
        `POST ${path}${query} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n` +
          `Content-Type: ${formType}\r\nContent-Length: ${form.length}\r\n\r\n`
      )
      socket.write(form.subarray(0, 500))
      return { socket, answer: Effect.promise(() => answered) }
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const openMany = (running: Running, apiKey: string, query = "") =>
  Effect.all(
    Array.from({ length: attackers }, () => openSilent(running, apiKey, query)),
    { concurrency: "unbounded" }
  )

/** The first answers, once there are so many. */
const firstAnswers = (uploads: ReadonlyArray<Silent>, count: number) =>
  Stream.mergeAll(
    uploads.map(({ answer }) => Stream.fromEffect(answer)),
    { concurrency: "unbounded" }
  ).pipe(Stream.take(count), Stream.runCollect)

const uploadsBegun = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly count: number }>`select count(*)::int as count from job_scraps`
).pipe(Effect.map(([row]) => row!.count))

layer(world(), live)("Slow uploads of an account", (it) => {
  for (const [what, query] of [
    ["upload", ""],
    ["dry run", "?dry_run=true"]
  ] as const)
    it.effect(`have ${uploadsPerAccountMax} places, also for each ${what}; others go on`, () =>
      Effect.gen(function* () {
        const { running, node, customer } = yield* World
        const slow = yield* customer(1_000)
        const other = yield* customer(1_000)
        // Its key is known from here on: 200 requests do not look it up at once.
        yield* running.get("/api/v1/account", slow)
        const before = memoryOf(running)
        const uploads = yield* openMany(running, slow.apiKey, query)
        const refused = yield* firstAnswers(uploads, attackers - uploadsPerAccountMax)
        assert.deepStrictEqual([...new Set(refused)], ["HTTP/1.1 429 Too Many Requests"])
        const answer = yield* upload(running, [list(csv)], { apiKey: slow.apiKey })
        isProblem(answer, 429, "an account may have at most 10 uploads open at once")
        assert.strictEqual(answer.headers.get("retry-after"), "5")
        assert.strictEqual(yield* Effect.provide(uploadsBegun, node), 0)

        const check = yield* running.get("/api/v1/verify?email=ann@acme.test", other)
        assert.strictEqual(check.status, 200, check.text)
        yield* jobOf(yield* upload(running, [list(csv)], other), 201)
        yield* priceOf(yield* upload(running, [list(csv)], { ...other, query: "?dry_run=true" }))
        assert.isBelow(memoryOf(running) - before, 60 * megabytes)

        for (const { socket } of uploads) socket.destroy()
        yield* Effect.repeat(upload(running, [list(csv)], { apiKey: slow.apiKey }), {
          until: ({ status }) => status === 201
        }).pipe(Effect.timeout("10 seconds"))
      }).pipe(Effect.scoped)
    )

  it.effect("end with 408 and leave nothing; then the account uploads again", () =>
    Effect.gen(function* () {
      const { running, node, customer } = yield* World
      const slow = yield* customer(1_000)
      const uploads = yield* openMany(running, slow.apiKey)
      const answers = yield* Effect.all(
        uploads.map(({ answer }) => answer),
        { concurrency: "unbounded" }
      )
      const late = answers.filter((line) => line === "HTTP/1.1 408 Request Timeout")
      assert.lengthOf(late, uploadsPerAccountMax)
      yield* Effect.provide(nothingIsLeft, node)
      const job = yield* jobOf(yield* upload(running, [list(csv)], slow), 201)
      assert.strictEqual(job.credits_reserved, 1)
      const { json } = yield* running.get("/api/v1/account", slow)
      assert.strictEqual(Object(json).credits, 999)
    }).pipe(Effect.scoped)
  )
})
