import { Duration, Effect, Schedule } from "effect"

import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { jobOf, layer as world, list, upload, World } from "./jobsHttpWorld.ts"

layer(world(), live)("A submitted job", (it) => {
  it.effect("starts at once, and hardly ever waits for the next notification round", function* () {
    const { running, customer } = yield* World
    const { apiKey } = yield* customer(100)
    const startDelay = Effect.gen(function* () {
      const created = yield* jobOf(yield* upload(running, [list("email\na@\n")], { apiKey }), 201)
      const path = `/api/v1/jobs/${created.id}`
      const job = yield* Effect.flatMap(running.get(path, { apiKey }), (response) =>
        jobOf(response)
      ).pipe(
        Effect.repeat({
          until: ({ status }) => status === "complete",
          schedule: Schedule.spaced("20 millis")
        })
      )
      return Date.parse(String(job.started_at)) - Date.parse(created.created_at)
    })
    const delays = yield* Effect.replicateEffect(startDelay, 12)
    // The next round comes within 2 s: by chance three of twelve would wait for less than this.
    const soon = Duration.toMillis("500 millis")
    assert.isAtLeast(delays.filter((delay) => delay < soon).length, 9, String(delays))
  })
})
