/** What a dump carries from one cluster into another: numbers of transactions that the new one has yet to reach. */
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { sqlLayer } from "../support/storeDatabase.ts"
import { assert, describe, it } from "../support/vitest.ts"

/** Far above the transactions of a cluster that is as young as one of a test. */
const fenceOfOldCluster = "999999999999"

const gapsAfterRound = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly gaps: number }>`select (es.seal(100, 100) ->> 'gaps')::int as gaps`
).pipe(Effect.map(([round]) => round!.gaps))

describe("A gap of the log that was restored into a new cluster", () => {
  it.live(
    "keeps the sealer busy until its fence is one of this cluster, as infra/README.md says",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into es.gap (commit_id, fence) values (7, ${fenceOfOldCluster}::xid8)`
        assert.strictEqual(yield* gapsAfterRound, 1)
        assert.strictEqual(yield* gapsAfterRound, 1)

        yield* sql`update es.gap set fence = null`
        // Transactions of other databases of the cluster, which are older than the new fence, end first.
        yield* Effect.repeat(gapsAfterRound, {
          until: (gaps) => gaps === 0,
          schedule: Schedule.spaced("100 millis")
        })
      }).pipe(Effect.provide(sqlLayer))
  )
})
