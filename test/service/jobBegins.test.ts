import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect, Schedule } from "effect"

import { live } from "../support/service.ts"
import { jobOf, layer as world, list, upload, World } from "./jobsHttpWorld.ts"

describe("A list", () => {
  layer(
    world(),
    live
  )((it) => {
    it.effect("is begun when it has come, and hardly ever has to be noticed", () =>
      Effect.gen(function* () {
        const { running, customer } = yield* World
        const { apiKey } = yield* customer(100)
        const begun = Effect.gen(function* () {
          const made = yield* jobOf(yield* upload(running, [list("email\na@\n")], { apiKey }), 201)
          const path = `/api/v1/jobs/${made.id}`
          const job = yield* Effect.flatMap(running.get(path, { apiKey }), (said) =>
            jobOf(said)
          ).pipe(
            Effect.repeat({
              until: ({ status }) => status === "complete",
              schedule: Schedule.spaced("20 millis")
            })
          )
          return Date.parse(String(job.started_at)) - Date.parse(made.created_at)
        })
        const waits = yield* Effect.replicateEffect(begun, 12)
        // Who waits to be noticed waits for up to 2 s: by chance three of twelve wait for less than this.
        const soon = Duration.toMillis("500 millis")
        assert.isAtLeast(waits.filter((wait) => wait < soon).length, 9, String(waits))
      })
    )
  })
})
