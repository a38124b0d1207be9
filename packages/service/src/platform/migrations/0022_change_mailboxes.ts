/** Erasure finds a person among the changes of schedules without reading all of them (erasure/eraseKept.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "mailbox" is as in reported_mailbox. Null: the row may name others than its mailbox, or is older than this column, so
  // that erasure reads it.
  yield* sql`alter table schedule_change add column mailbox bytea check (length(mailbox) = 16)`
  yield* sql`
    create index schedule_change_mailbox on schedule_change (mailbox) where mailbox is not null`
  yield* sql`
    create index schedule_change_loose on schedule_change (schedule_id, place) where mailbox is null`

  // Names of people and places of their data: Postgres would keep samples of them beyond the life of their rows.
  for (const column of ["name", "source", "sink"])
    yield* sql`alter table schedule alter ${sql(column)} set statistics 0`
})
