/** What witnesses have added to checkpoints (tree/cosignature.ts). A checkpoint is never changed, so this is beside it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "line": as the witness has answered it, without the end of the line.
  yield* sql`
    create table es.cosignature (
      size   bigint      not null references es.checkpoint,
      name   text        not null check (name <> ''),
      key_id bytea       not null check (length(key_id) = 4),
      line   text        not null,
      at     timestamptz not null default clock_timestamp(),
      primary key (name, key_id, size)
    )`
  yield* sql`create index cosignature_size on es.cosignature (size)`
  yield* sql`
    create trigger append_only before update or delete or truncate on es.cosignature
    for each statement execute function es.refuse_change()`
})
