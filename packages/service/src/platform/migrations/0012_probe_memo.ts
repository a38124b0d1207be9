/** What a job has learnt of a row before it put it in line (jobs/actors/evidenceCodec.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Personal data, as "question" is: it goes when the row has its answer.
  yield* sql`alter table probe_queue add column memo text`
})
