/** Rows whose probe breaks off each time, among good ones. */
import * as Lab from "@rcpt/lab/Lab"
import type { SettledProbe } from "@rcpt/service/probing/ProbeResults"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { rowsOf, startNode } from "./guardsWorld.ts"

const unpaced = { RCPT_MX_CONCURRENCY: "5", RCPT_MX_RATE: "1000" }

const until = <E, R>(isSo: Effect.Effect<boolean, E, R>) =>
  Effect.delay(isSo, "50 millis").pipe(
    Effect.repeat({ until: (so) => so }),
    Effect.timeout("120 seconds")
  )

/** Rows that wait for their next try are due now. */
const hurry = SqlClient.SqlClient.use(
  (sql) => sql`update probe_queue set due_at = now() where failures > 0 and lease is null`
)

describe("A row whose probe breaks off each time", () => {
  it.live("is given up as smtp_unavailable, and the others get their results", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const settled: Array<SettledProbe> = []
      const node = yield* startNode({ lab, url, settled, env: unpaced, poison: "mail.poison.test" })
      const good = Array.from({ length: 20 }, (_, n) => `user${n}@takesall.test`)
      yield* Effect.gen(function* () {
        yield* ProbeQueue.use((queue) =>
          queue.put([
            ...rowsOf(["ann@poison.test"], "mail.poison.test"),
            ...rowsOf(good, "mail.takesall.test")
          ])
        )
        yield* until(Effect.map(hurry, () => settled.length === good.length + 1))
        const counts = yield* ProbeQueue.use((queue) => queue.counts(10))
        assert.deepStrictEqual(counts, [])
      }).pipe(Effect.provideContext(node))
      const [givenUp, ...others] = settled.toSorted((one) =>
        one.row.question.address.domain === "poison.test" ? -1 : 1
      )
      assert.deepInclude(givenUp?.smtp, { checked: false, reason: "smtp_unavailable" })
      assert.deepStrictEqual([givenUp?.fault, givenUp?.row.failures], ["givenUp", 6])
      const answered = ["catch_all", "not_checked"]
      assert.isTrue(others.every(({ smtp }) => answered.includes(smtp.status)))
    }).pipe(Effect.scoped)
  )
})
