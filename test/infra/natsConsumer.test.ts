/** The example of a consumer, as a user would run it, against a stream that is wiped in the middle. */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { Effect, Schedule } from "effect"

import { manager, parts, streamName } from "../service/relay/relayWorld.ts"
import { describeWith, natsServer as need } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"

const program = join(import.meta.dirname, "../../infra/nats/consumer.mjs")

const consumer = (file: string, url: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [program, file], { env: { ...process.env, NATS_URL: url } })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const linesOf = (file: string): ReadonlyArray<string> => {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n")
  } catch {
    return []
  }
}

const untilLines = (file: string, count: number) =>
  Effect.sync(() => linesOf(file)).pipe(
    Effect.repeat({
      until: (lines) => lines.length >= count,
      schedule: Schedule.spaced("100 millis")
    }),
    Effect.timeout("60 seconds")
  )

describeWith(need, "The example of a consumer", () => {
  it.live("has each charge once, though it is killed and the stream is wiped", () =>
    Effect.gen(function* () {
      const { nats } = yield* parts()
      yield* nats.start
      const running = yield* service.start({ lab: true, env: { RCPT_NATS_URL: nats.url } })
      const file = join(yield* tempFolder(), "charges.csv")
      const check = (name: string) => running.get(`/api/v1/verify?email=${name}@acme.test`)
      const streams = yield* manager(nats.url)

      yield* Effect.forEach(["a", "b", "c"], check)
      yield* Effect.scoped(Effect.andThen(consumer(file, nats.url), untilLines(file, 3)))
      yield* check("d")
      yield* Effect.promise(() => streams.streams.delete(streamName))
      yield* check("e")
      yield* Effect.tryPromise(() => streams.streams.info(streamName)).pipe(
        Effect.retry(Schedule.spaced("200 millis"))
      )
      yield* Effect.scoped(Effect.andThen(consumer(file, nats.url), untilLines(file, 5)))

      const lines = linesOf(file).map((line) => line.split(","))
      assert.strictEqual(lines.length, 5)
      const places = lines.map(([seq, idx]) => Number(seq) * 1_000 + Number(idx))
      assert.deepStrictEqual(
        places,
        [...new Set(places)].toSorted((a, b) => a - b)
      )
      const credits = lines.reduce((sum, line) => sum + Number(line.at(-1)), 0)
      assert.strictEqual(credits, 5)
    }).pipe(Effect.scoped)
  )
})
