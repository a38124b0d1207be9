/**
 * A row of activity names its request only where that is another id than its own. A check by `GET /verify` has the
 * id of its request, and so no place in the index of requests.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Every row is read once, and some are written.
  yield* sql`set local statement_timeout = 0`
  yield* sql`drop index activity_request`
  yield* sql`alter table activity alter request_id drop not null`
  yield* sql`update activity set request_id = null where request_id = id`
  yield* sql`create index activity_request on activity (request_id) where request_id is not null`
})
