/** Who uploaded a list (jobs/uploaderNames.ts). Lists from before, and from older programs beside this one, do not say. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The person of the session, or the API key. A list stays when they leave or it is revoked, so both are
  // names only.
  yield* sql`alter table job add column made_by uuid, add column key_id uuid`
})
