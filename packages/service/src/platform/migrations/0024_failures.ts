/** How often the work on rows broke off (probing/queue/suspicion.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "failures": leases in a row that ended by themselves. "passed": parts of the chunk that went well since.
  yield* sql`
    alter table job_chunk add column failures smallint not null default 0,
      add column passed smallint not null default 0`

  yield* sql`alter table probe_queue add column failures smallint not null default 0`
  yield* sql`create index probe_queue_suspect on probe_queue (mx_group, egress, failures, due_at)
    where failures > 0`
})
