/** The evidence of a row from before it was queued (jobs/actors/evidenceCodec.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Personal data like "question": deleted when the row has its result.
  yield* sql`alter table probe_queue add column memo text`
})
