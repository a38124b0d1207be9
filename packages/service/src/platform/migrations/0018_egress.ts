/** Egresses that providers block (probing/egress). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The few guards whose egress a provider blocks: each node with several egresses reads them every two seconds.
  yield* sql`create index mx_guard_blocked on mx_guard (mx_group)
    where pace -> 'pause' ->> 'because' in ('blocked', 'stillBlocked', 'conduct')`
})
