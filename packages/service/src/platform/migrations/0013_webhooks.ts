/** Webhooks (webhooks/*): one per account, what is to be delivered to it, and what was. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The URL may hold a secret, so it is in no event. "secret" is encrypted (SecretBox.ts); the previous
  // one signs too, until "previous_until". "failing_since": since then it has accepted nothing.
  // "is_low": credits are below the threshold, so `credits.low` is not sent again.
  yield* sql`
    create table webhook (
      account_id      uuid        primary key references account,
      url             text        not null,
      secret          bytea       not null,
      previous_secret bytea,
      previous_until  timestamptz,
      is_low          boolean     not null,
      failing_since   timestamptz,
      disabled_at     timestamptz,
      disabled_why    text        check (disabled_why in ('gone', 'failing')),
      configured_at   timestamptz not null,
      check ((previous_secret is null) = (previous_until is null)),
      check ((disabled_at is null) = (disabled_why is null))
    )`

  // "body": the same bytes are sent at every attempt. "due_at" of a pending row is when it may be sent.
  // While a node sends it, "lease" identifies the attempt and "due_at" is the end of the lease.
  // "failure": the error of the last attempt, for people.
  yield* sql`
    create table webhook_delivery (
      delivery_id     uuid        primary key,
      place           bigint      not null generated always as identity unique,
      account_id      uuid        not null references account,
      type            text        not null,
      job_id          uuid,
      body            text        not null,
      status          text        not null default 'pending'
        check (status in ('pending', 'delivered', 'failed')),
      attempts        int         not null default 0,
      due_at          timestamptz not null default now(),
      lease           uuid,
      last_attempt_at timestamptz,
      response_status int,
      failure         text,
      created_at      timestamptz not null default now(),
      check (lease is null or status = 'pending')
    ) with (fillfactor = 70)`
  yield* sql`create index webhook_delivery_waiting on webhook_delivery (account_id, due_at, place)
    where status = 'pending'`
  yield* sql`create index webhook_delivery_in_order on webhook_delivery (job_id, place)
    where status = 'pending' and job_id is not null`
  yield* sql`create index webhook_delivery_of_account on webhook_delivery (account_id, place desc)`
  yield* sql`create index webhook_delivery_age on webhook_delivery (created_at)`
})
