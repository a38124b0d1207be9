import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { Effect } from "effect"

import { live } from "../../support/service.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { isProblem, layer as world, memoryOf, start, World } from "./jobsHttpWorld.ts"
import type { Place } from "./jobsHttpWorld.ts"
import { isPaced, neverGoesBack, until, watch } from "./jobsStreamWorld.ts"
import { emailsTo, rowsFrom, submitted } from "./jobsWorld.ts"

const newJob = (rows: number) =>
  Effect.gen(function* () {
    const { node, customer } = yield* World
    const { account, apiKey } = yield* customer(rows)
    const { id } = yield* Effect.provide(submitted({ account, emails: emailsTo(rows) }), node)
    return { id, apiKey, account, rows }
  })

const settle = ({ node }: Place, job: string, from: number, to: number) =>
  Effect.gen(function* () {
    const numbers = Array.from({ length: to - from }, (_, n) => from + n)
    yield* Settlements.Settlements.use((service) =>
      service.settle({ job, rows: rowsFrom(numbers) })
    )
  }).pipe(Effect.provide(node))

layer(world(), live)("The stream of a job", (it) => {
  it.effect("reports progress at most four times a second, until the job is complete", () =>
    Effect.gen(function* () {
      const place = yield* World
      const { id, apiKey, rows } = yield* newJob(200)
      const startedAt = performance.now()
      const { frames, response, ended } = yield* watch(place.running, id, apiKey)
      yield* until(() => frames.length > 0, "no first frame")
      assert.isBelow(frames[0]!.at - startedAt, 5_000)
      const { status, processed_rows } = frames[0]!.job
      assert.deepStrictEqual([status, processed_rows], ["pending", 0])
      assert.strictEqual(frames[0]!.retry, 2_000)
      for (let from = 0; from < rows; from += 5) {
        yield* settle(place, id, from, from + 5)
        yield* Effect.sleep("50 millis")
      }
      assert.isTrue(yield* ended)
      neverGoesBack(frames)
      isPaced(frames)
      assert.isAbove(frames.length, 4)
      const last = frames.at(-1)!
      assert.deepInclude(last.job, { status: "complete", processed_rows: rows, valid_count: 50 })
      assert.strictEqual(last.retry, 86_400_000)
      assert.strictEqual(response.statusCode, 200)
      assert.strictEqual(response.headers["content-type"], "text/event-stream")
      assert.strictEqual(response.headers["cache-control"], "no-store")
    }).pipe(Effect.scoped)
  )

  it.effect("of a finished job is one frame that delays the next request by a day", () =>
    Effect.gen(function* () {
      const place = yield* World
      const { id, apiKey } = yield* newJob(3)
      yield* settle(place, id, 0, 3)
      const { frames, ended } = yield* watch(place.running, id, apiKey)
      assert.isTrue(yield* ended)
      assert.deepStrictEqual(
        frames.map(({ retry, job }) => [retry, job.status]),
        [[86_400_000, "complete"]]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("ends when the job is cancelled, and when it is removed", () =>
    Effect.gen(function* () {
      const { running, node } = yield* World
      const { id, apiKey, account } = yield* newJob(3)
      const { frames, ended } = yield* watch(running, id, apiKey)
      yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE", apiKey })
      assert.isTrue(yield* ended)
      assert.strictEqual(frames.at(-1)!.job.status, "cancelled")

      const other = yield* newJob(3)
      const second = yield* watch(running, other.id, other.apiKey)
      yield* Effect.provide(
        Jobs.Jobs.use(({ cancel, remove }) =>
          Effect.andThen(
            cancel({ account: other.account, job: other.id }),
            remove({ account: other.account, job: other.id })
          )
        ),
        node
      )
      assert.isTrue(yield* second.ended)
      assert.notStrictEqual(account, other.account)
    }).pipe(Effect.scoped)
  )

  it.effect("sends a comment every 15 s, so that proxies keep it open", () =>
    Effect.gen(function* () {
      const { running } = yield* World
      const { id, apiKey } = yield* newJob(1)
      const { response } = yield* watch(running, id, apiKey)
      const received: Array<readonly [string, number]> = []
      const startedAt = performance.now()
      response.on("data", (data) => received.push([String(data), performance.now() - startedAt]))
      yield* until(() => received.some(([text]) => text.startsWith(":")), "no comment")
      const [text, after] = received.find(([data]) => data.startsWith(":"))!
      assert.match(text, /^: [^\n]*\n\n$/)
      assert.isAbove(after, 13_000)
    }).pipe(Effect.scoped)
  )

  it.effect("is refused beyond a hundred of an account", () =>
    Effect.gen(function* () {
      const { running } = yield* World
      const { id, apiKey } = yield* newJob(1)
      const watching = yield* Effect.forEach(
        Array.from({ length: 100 }, () => id),
        () => watch(running, id, apiKey),
        { concurrency: 10 }
      )
      yield* until(() => watching.every(({ frames }) => frames.length > 0), "no first frames")
      const answer = yield* running.get(`/api/v1/jobs/${id}/stream`, { apiKey })
      isProblem(answer, 429, "rate limit exceeded")
      assert.strictEqual(answer.headers.get("retry-after"), "5")
    }).pipe(Effect.scoped)
  )
})

describe("Streams of jobs", () => {
  it.live("that are not read delay no others, and skip updates", () =>
    Effect.gen(function* () {
      const place = yield* start({ RCPT_MAX_INFLIGHT: "20" })
      const { running } = place
      const { id, apiKey, rows } = yield* Effect.provideService(newJob(1_000), World, place)
      // More than RCPT_MAX_INFLIGHT: a started stream does not count as in flight.
      const unread = yield* Effect.forEach(Array.from({ length: 50 }), () =>
        watch(running, id, apiKey)
      )
      yield* until(() => unread.every(({ frames }) => frames.length > 0), "no first frames")
      for (const { response } of unread) response.pause()
      const before = memoryOf(running)
      const { frames, ended } = yield* watch(running, id, apiKey)
      for (let from = 0; from < rows; from += 10) {
        yield* settle(place, id, from, from + 10)
        const { status } = yield* running.get("/api/v1/account", { apiKey })
        assert.strictEqual(status, 200)
      }
      assert.isTrue(yield* ended)
      neverGoesBack(frames)
      assert.strictEqual(frames.at(-1)!.job.processed_rows, rows)
      assert.isBelow(memoryOf(running) - before, 50 * 1024 * 1024)
      for (const { response } of unread) response.resume()
      for (const stream of unread) {
        assert.isTrue(yield* stream.ended)
        neverGoesBack(stream.frames)
        assert.strictEqual(stream.frames.at(-1)!.job.status, "complete")
      }
    }).pipe(Effect.scoped)
  )

  it.live("report work of another node, and end when their own node stops", () =>
    Effect.gen(function* () {
      const place = yield* start({}, true)
      const { id, apiKey } = yield* Effect.provideService(newJob(100), World, place)
      const other = yield* service.start({
        lab: true,
        isNode: true,
        databaseUrl: place.running.databaseUrl!,
        apiKey: place.running.apiKey,
        env: { RCPT_RATE_LIMIT: "off" }
      })
      const here = yield* watch(place.running, id, apiKey)
      const there = yield* watch(other, id, apiKey)
      for (let from = 0; from < 50; from += 10) {
        yield* settle(place, id, from, from + 10)
        yield* until(
          () =>
            [here, there].every(({ frames }) => frames.at(-1)?.job.processed_rows === from + 10),
          "no update"
        )
      }
      const stoppedAt = performance.now()
      yield* other.kill("SIGTERM")
      assert.isBelow(performance.now() - stoppedAt, 8_000)
      assert.isTrue(yield* there.ended)
      yield* settle(place, id, 50, 100)
      assert.isTrue(yield* here.ended)
      assert.strictEqual(here.frames.at(-1)!.job.status, "complete")
    }).pipe(Effect.scoped)
  )
})
