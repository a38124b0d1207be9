/** What an upload is like apart from its cells, so that its download is alike: delimiter, encoding, preamble. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    alter table job add column format jsonb not null
      default '{"delimiter":",","encoding":"utf-8","preamble":""}'`
  // The preamble is a text of people: no samples of it outlive the job.
  yield* sql`alter table job alter format set statistics 0`
})
