/**
 * Several webhooks per account (webhooks/*), each with a choice of events, and what was sent to them and
 * answered, attempt by attempt. The one webhook that an account had becomes its first endpoint: with its secret,
 * its state and its deliveries, and with the account's id as its own, since events that are stored do not name it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** All that there are at this time: what the one webhook got. */
const allEvents = "{job.completed,job.failed,job.cancelled,credits.low}"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // An old log is read once, to give its rows their endpoint.
  yield* sql`set local statement_timeout = 0`

  // "place" is the order of an account's endpoints: the first one is the oldest.
  yield* sql`
    alter table webhook
      add column endpoint_id uuid,
      add column place bigint generated always as identity,
      add column description text not null default '',
      add column events text[]`
  yield* sql`update webhook set endpoint_id = account_id, events = ${allEvents}::text[]`
  yield* sql`
    alter table webhook
      alter column endpoint_id set not null,
      alter column events set not null,
      alter column description set statistics 0,
      add check (cardinality(events) > 0),
      drop constraint webhook_pkey,
      add primary key (endpoint_id),
      drop constraint webhook_disabled_why_check,
      add constraint webhook_disabled_why_check
        check (disabled_why in ('gone', 'failing', 'switched_off'))`
  yield* sql`create unique index webhook_of_account on webhook (account_id, place)`

  // Null: its endpoint was removed. The log stays as long as it is kept.
  yield* sql`
    alter table webhook_delivery
      add column endpoint_id uuid references webhook on delete set null`
  yield* sql`
    update webhook_delivery d set endpoint_id = w.endpoint_id from webhook w
    where w.account_id = d.account_id`
  yield* sql`drop index if exists webhook_delivery_waiting`
  yield* sql`drop index if exists webhook_delivery_in_order`
  yield* sql`create index webhook_delivery_waiting on webhook_delivery (endpoint_id, due_at, place)
    where status = 'pending'`
  yield* sql`create index webhook_delivery_in_order on webhook_delivery (endpoint_id, job_id, place)
    where status = 'pending' and job_id is not null`
  yield* sql`create index webhook_delivery_failed on webhook_delivery (endpoint_id, created_at, place)
    where status = 'failed'`
  yield* sql`create index webhook_delivery_of_removed on webhook_delivery (account_id, place desc)
    where endpoint_id is null`
  yield* sql`create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, place desc)`

  // "request_headers" is JSON; null: nothing was sent. "response_body": its first kilobyte. What people may have
  // written has no statistics (0030_erasure.ts).
  yield* sql`
    create table webhook_attempt (
      attempt_id      bigint      primary key generated always as identity,
      delivery_id     uuid        not null references webhook_delivery on delete cascade,
      began_at        timestamptz not null,
      duration_ms     int         not null,
      url             text        not null,
      request_headers text,
      response_status int,
      response_body   text,
      failure         text
    )`
  for (const column of ["url", "request_headers", "response_body", "failure"])
    yield* sql.unsafe(`alter table webhook_attempt alter ${column} set statistics 0`)
  yield* sql`create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, attempt_id desc)`
})
