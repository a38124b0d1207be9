import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { jobOf, list as csv, upload } from "../jobs/jobsHttpWorld.ts"
import { decode, env, ok, post, set, settled } from "./webhookHttpWorld.ts"
import { receiver, status, until, verified } from "./webhookWorld.ts"

/** As if the time had passed that the lease of a dead node takes. */
const leasesOver = SqlClient.SqlClient.use(
  (sql) => sql`update webhook_delivery set due_at = now() where lease is not null`
)

describe("What happened before kill -9", () => {
  it.live("is delivered after the restart, as the job was", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, env })
      const to = yield* receiver()
      ok(yield* set(running, to.url))
      const { secret } = yield* decode.secret(ok(yield* post(running, "secret")))
      to.answers(() => {})
      const sent = yield* upload(running, [csv("email\nann@acme.test\n")])
      const { id } = yield* jobOf(sent, 201)
      const job = yield* Effect.flatMap(running.get(`/api/v1/jobs/${id}`), jobOf).pipe(
        Effect.repeat({
          until: ({ status: is }) => is === "complete",
          schedule: Schedule.spaced("50 millis")
        }),
        Effect.timeout("30 seconds")
      )
      yield* running.kill("SIGKILL")
      const before = to.heard.length
      to.answers(status(204))
      const again = yield* running.restart
      yield* Effect.provide(leasesOver, sqlOf(running))
      yield* until(() => to.heard.length > before)
      const [first, ...others] = to.heard
      assert.deepStrictEqual(verified(secret, first!), {
        type: "job.completed",
        timestamp: job.completed_at,
        data: job
      })
      for (const other of others)
        assert.strictEqual(other.headers["webhook-id"], first!.headers["webhook-id"])
      assert.deepInclude(yield* settled(again), { status: "delivered", attempts: 1, job_id: id })
    }).pipe(Effect.scoped)
  )
})
