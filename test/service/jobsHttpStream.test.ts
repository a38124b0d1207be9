import { assert, describe, it, layer } from "@effect/vitest"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { Effect } from "effect"

import { live } from "../support/service.ts"
import * as service from "../support/service.ts"
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
    yield* Settlements.Settlements.use((one) => one.settle({ job, rows: rowsFrom(numbers) }))
  }).pipe(Effect.provide(node))

describe("The stream of a job", () => {
  layer(
    world(),
    live
  )((it) => {
    it.effect("tells how it goes on, at most four times a second, until it is complete", () =>
      Effect.gen(function* () {
        const place = yield* World
        const { id, apiKey, rows } = yield* newJob(200)
        const asked = performance.now()
        const { frames, response, ended } = yield* watch(place.running, id, apiKey)
        yield* until(() => frames.length > 0, "no first frame")
        assert.isBelow(frames[0]!.at - asked, 5_000)
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

    it.effect("of a finished one is a single frame that sends the client home", () =>
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

    it.effect("ends when it is cancelled, and when it is removed", () =>
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

    it.effect("says something every 15 s, or proxies would close it", () =>
      Effect.gen(function* () {
        const { running } = yield* World
        const { id, apiKey } = yield* newJob(1)
        const { response } = yield* watch(running, id, apiKey)
        const said: Array<readonly [string, number]> = []
        const began = performance.now()
        response.on("data", (data) => said.push([String(data), performance.now() - began]))
        yield* until(() => said.some(([text]) => text.startsWith(":")), "nothing was said")
        const [text, after] = said.find(([one]) => one.startsWith(":"))!
        assert.match(text, /^: [^\n]*\n\n$/)
        assert.isAbove(after, 13_000)
      }).pipe(Effect.scoped)
    )

    it.effect("is at most one of a hundred of an account", () =>
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
})

describe("Streams of jobs", () => {
  it.live("that nobody reads hold up nobody, and miss steps instead", () =>
    Effect.gen(function* () {
      const place = yield* start({ RCPT_MAX_INFLIGHT: "20" })
      const { running } = place
      const { id, apiKey, rows } = yield* Effect.provideService(newJob(1_000), World, place)
      // More than may be in flight: a stream that has begun is not.
      const lazy = yield* Effect.forEach(Array.from({ length: 50 }), () =>
        watch(running, id, apiKey)
      )
      yield* until(() => lazy.every(({ frames }) => frames.length > 0), "no first frames")
      for (const { response } of lazy) response.pause()
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
      for (const { response } of lazy) response.resume()
      for (const one of lazy) {
        assert.isTrue(yield* one.ended)
        neverGoesBack(one.frames)
        assert.strictEqual(one.frames.at(-1)!.job.status, "complete")
      }
    }).pipe(Effect.scoped)
  )

  it.live("hear of what happens on another node, and end when theirs is stopped", () =>
    Effect.gen(function* () {
      const place = yield* start()
      const { id, apiKey } = yield* Effect.provideService(newJob(100), World, place)
      const other = yield* service.start({
        lab: true,
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
          "no news"
        )
      }
      const asked = performance.now()
      yield* other.kill("SIGTERM")
      assert.isBelow(performance.now() - asked, 8_000)
      assert.isTrue(yield* there.ended)
      yield* settle(place, id, 50, 100)
      assert.isTrue(yield* here.ended)
      assert.strictEqual(here.frames.at(-1)!.job.status, "complete")
    }).pipe(Effect.scoped)
  )
})
