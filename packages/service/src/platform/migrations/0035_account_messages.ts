/**
 * What webhooks are told of an account (webhooks/messageRows.ts), also where it has none: `GET /events/stream`
 * and `rcpt listen` read it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "last_number" numbers the messages of an account without gaps, in the order of their commits: the row is
  // locked until then. "is_low": credits are below the threshold, so `credits.low` is not sent again; null:
  // nobody has looked yet.
  yield* sql`
    create table message_feed (
      account_id  uuid   primary key references account,
      last_number bigint not null default 0,
      is_low      boolean
    ) with (fillfactor = 70)`

  // "message_id" and "body" are those of the deliveries. A body may hold the name of a file.
  yield* sql`
    create table account_message (
      account_id uuid        not null references account,
      number     bigint      not null,
      message_id uuid        not null unique,
      type       text        not null,
      body       text        not null,
      created_at timestamptz not null default now(),
      primary key (account_id, number)
    )`
  yield* sql`create index account_message_age on account_message (created_at)`
  yield* sql`alter table account_message alter body set statistics 0`

  // What webhooks know is kept. Their own column is read only by older programs beside this one.
  yield* sql`
    insert into message_feed (account_id, is_low)
    select account_id, bool_or(is_low) from webhook group by account_id`
  yield* sql`alter table webhook alter is_low set default false`
})
