/**
 * The right to erasure (erasure/*): which rows of a job were erased, and accounts that were closed. Columns
 * with texts of people have no statistics: Postgres would keep samples of them in `pg_statistic`, beyond
 * the life of their rows.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** No query is planned by what these hold. */
const personal = [
  ["job", "filename", "text"],
  ["job", "columns", "text[]"],
  ["job_chunk", "packed", "bytea"],
  ["job_search", "addresses", "text"],
  ["job_result", "result", "text"],
  ["probe_queue", "question", "jsonb"],
  ["probe_queue", "memo", "text"],
  ["webhook", "url", "text"],
  ["webhook_delivery", "body", "text"],
  ["webhook_delivery", "failure", "text"],
  ["api_key", "name", "text"],
  ["account", "email", "text"],
  ["account", "password_hash", "text"]
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Stored replies are read once, for a check that they have.
  yield* sql`set local statement_timeout = 0`
  // A new type, though the same, deletes the samples that there are; no table is written anew.
  for (const [table, column, type] of personal)
    yield* sql.unsafe(
      `alter table ${table} alter ${column} type ${type}, alter ${column} set statistics 0`
    )
  // A function reads it, which must not do so meanwhile.
  yield* sql`
    do $$
    declare v_function text := pg_get_functiondef('es.known_commands(uuid[])'::regprocedure);
    begin
      create or replace function es.known_commands(p_commands uuid[]) returns json language sql
        return null::json;
      alter table es.reply alter body type text, alter body set statistics 0;
      execute v_function;
    end $$`
  yield* sql`alter index account_email_any_case alter column 1 set statistics 0`

  // "erasures" counts changes of the file, "erased_rows" rows that have a result and no cells any more.
  yield* sql`
    alter table job add column erased_rows int not null default 0,
      add column erasures int not null default 0`

  // A closed account has neither e-mail address nor password, and an "address_key" that nobody used.
  yield* sql`alter table account add column closed_at timestamptz`
  yield* sql`
    create index account_closed_at on account (closed_at) where closed_at is not null`
  yield* sql`
    alter table account alter email drop not null, alter password_hash drop not null,
      add constraint account_closed check (
        (closed_at is null) = (email is not null) and (closed_at is null) = (password_hash is not null))`
})
