/** Nodes with several egresses, one of which a provider blocks: with real sockets and a real database. */
import * as Lab from "@rcpt/lab/Lab"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { startNode } from "../guardsWorld.ts"

const ids = ["direct://127.0.0.2", "direct://127.0.0.3"] as const
const env = { RCPT_SMTP_EGRESS: ids.join(","), RCPT_MX_CONCURRENCY: "5", RCPT_MX_RATE: "1000" }
const deep = { mode: "deep", account: "one", timeout: Duration.seconds(20) } as const

const verified = Effect.map(
  Verifier.use((verifier) => verifier.verify("ann@plain.test", deep)),
  ({ evidence }) => evidence.smtp?.status
)

/** The egresses whose guards have shown themselves. */
const used = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly egress: string }>`select egress from mx_guard where status is not null`
).pipe(Effect.map((rows) => rows.map(({ egress }) => egress)))

/** The clock of the node that stored it is an hour ahead, which must not matter. */
const ahead = 3_600_000

const block = (egress: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const node = Date.now() + ahead
    const pace = JSON.stringify({
      pause: { until: node + 600_000, because: "blocked" },
      storedAt: { node, database: Date.now() }
    })
    yield* sql`update mx_guard set pace = ${pace}::text::jsonb where egress = ${egress}`
  })

describe("A domain whose egress is blocked", () => {
  it.live("is asked from another one, and gets the verdict of a healthy address", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const node = yield* startNode({ lab, url, env })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* verified, "deliverable")
        const [home] = yield* used.pipe(
          Effect.delay("100 millis"),
          Effect.repeat({ until: (found) => found.length > 0 })
        )
        yield* block(home!)
        const both = verified.pipe(
          Effect.tap((status) => Effect.sync(() => assert.strictEqual(status, "deliverable"))),
          Effect.andThen(Effect.delay(used, "500 millis")),
          Effect.repeat({ until: (found) => found.length === ids.length }),
          Effect.timeout("30 seconds")
        )
        assert.sameMembers([...(yield* both)], [...ids])
      }).pipe(Effect.provideContext(node))
    }).pipe(Effect.scoped)
  )
})
