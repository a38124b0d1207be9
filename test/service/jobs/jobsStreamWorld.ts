/** Reads the progress stream of a job as a browser does, event by event. */
import { request } from "node:http"
import type { IncomingMessage } from "node:http"

import { BulkJob } from "@rcpt/api/Jobs"
import { Deferred, Effect, Schedule, Schema } from "effect"
import type { Scope } from "effect"

import type { Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"

export interface Frame {
  /** When it arrived, in milliseconds. */
  readonly at: number
  readonly id: number
  readonly retry: number | undefined
  readonly job: BulkJob
}

export interface Watching {
  readonly frames: Array<Frame>
  readonly response: IncomingMessage
  /** Returns when the stream has ended; false: it was cut off. */
  readonly ended: Effect.Effect<boolean>
}

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(BulkJob), {
  onExcessProperty: "error"
})

const frameOf = (text: string): Frame => {
  const fields = new Map(text.split("\n").map((line) => [line.split(": ", 1)[0], line] as const))
  const value = (name: string) => fields.get(name)?.slice(name.length + 2)
  for (const name of fields.keys()) assert.include(["id", "retry", "data"], name)
  const retry = value("retry")
  return {
    at: performance.now(),
    id: Number(value("id")),
    retry: retry === undefined ? undefined : Number(retry),
    job: decode(value("data"))
  }
}

export const watch = (
  { base }: Running,
  id: string,
  apiKey: string
): Effect.Effect<Watching, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Watching & { readonly stop: () => void }>((resume) => {
      const frames: Array<Frame> = []
      const ended = Deferred.makeUnsafe<boolean>()
      const clientRequest = request(
        `${base}/api/v1/jobs/${id}/stream`,
        { headers: { "x-api-key": apiKey }, agent: false },
        (response) => {
          let text = ""
          response.on("data", (data) => {
            const parts = (text + String(data)).split("\n\n")
            text = parts.pop()!
            frames.push(...parts.filter((part) => !part.startsWith(":")).map(frameOf))
          })
          response.on("error", () => {})
          response.on("close", () => Deferred.doneUnsafe(ended, Effect.succeed(response.complete)))
          const stop = () => clientRequest.destroy()
          resume(Effect.succeed({ frames, response, ended: Deferred.await(ended), stop }))
        }
      )
      clientRequest.on("error", () => {})
      clientRequest.end()
    }),
    ({ stop }) => Effect.sync(stop)
  )

export const until = (condition: () => boolean, failure: string) =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry({ while: () => true, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.die(new Error(failure))
    }),
    Effect.orDie
  )

/** Counts never decrease, and each version is sent once. */
export const neverGoesBack = (frames: ReadonlyArray<Frame>) => {
  for (const [n, { id, job }] of frames.entries()) {
    const { valid_count, risky_count, invalid_count, unknown_count } = job
    assert.strictEqual(
      job.processed_rows,
      valid_count + risky_count + invalid_count + unknown_count
    )
    const before = frames[n - 1]
    if (before === undefined) continue
    assert.isAbove(id, before.id)
    assert.isAtLeast(job.processed_rows, before.job.processed_rows)
    assert.isAtLeast(valid_count, before.job.valid_count)
  }
}

/** At most four frames a second, allowing for network delay. */
export const isPaced = (frames: ReadonlyArray<Frame>) => {
  const lasted = frames.at(-1)!.at - frames[0]!.at
  // Neither the first nor the last frame is delayed.
  assert.isAtMost(frames.length, lasted / 250 + 2)
}
