/** Whether a node has ended its lease itself: then it has closed its conversations with mail servers. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table node_lease add column is_stopped boolean not null default false`
})
