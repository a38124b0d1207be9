/** Rows of bulk jobs that wait for an SMTP session (probing/queue/ProbeQueue.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "due_at": when the row may be leased; for a leased row, when its lease ends. So one index finds both
  // due rows and expired leases.
  // "question" holds an address: personal data, which is here only while the row waits.
  // A row is updated at every lease, hence free space on its page and a frequent vacuum.
  yield* sql`
    create table probe_queue (
      job_id         uuid        not null,
      row_no         int         not null check (row_no >= 0),
      account_id     uuid        not null,
      mx_group       text        not null check (mx_group <> ''),
      egress         text        not null check (egress <> ''),
      due_at         timestamptz not null,
      question       jsonb       not null,
      attempts       smallint    not null default 0 check (attempts >= 0),
      first_asked_at timestamptz,
      lease          uuid,
      leased_by      text,
      primary key (job_id, row_no),
      check ((lease is null) = (leased_by is null))
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`

  // The accounts with rows in a queue, and the next rows of each.
  yield* sql`create index probe_queue_line
    on probe_queue (mx_group, egress, account_id, job_id, due_at, row_no)`

  // The queues, and when each has its next row.
  yield* sql`create index probe_queue_next on probe_queue (mx_group, egress, due_at)`

  // The rows that a node has leased.
  yield* sql`create index probe_queue_leased_by on probe_queue (leased_by)
    where leased_by is not null`
})
