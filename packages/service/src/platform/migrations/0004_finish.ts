/** Jobs that are finished without waiting for retries (jobs/actors/finishJobs.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table job add column is_finishing boolean not null default false`
  yield* sql`create index job_finishing on job (job_id) where is_finishing and completed_at is null`

  // The rows of a job that a mail server has put off: they are counted and settled together.
  yield* sql`create index probe_queue_put_off on probe_queue (job_id, row_no) where attempts > 0`
})
