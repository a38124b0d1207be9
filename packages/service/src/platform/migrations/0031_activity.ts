/**
 * What an account checked and asked in the last days (activity/*). A row of `activity` has no address in clear,
 * only an HMAC of its mailbox under the account's key; addresses and answers are encrypted in groups, each a row
 * of `activity_answers`, since alike answers take a tenth of the space together. Written in groups; lost in a crash.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "id" is a UUIDv7, by whose time rows are listed and deleted: that of the hold for a check, so that ledger
  // and activity name it alike, and of the request for others.
  yield* sql`
    create table activity (
      account_id  uuid     not null,
      id          uuid     not null,
      request_id  uuid     not null,
      key_id      uuid,
      answers_id  uuid,
      millis      int      not null check (millis >= 0),
      credits     int      not null check (credits >= 0),
      http_status smallint,
      place       smallint,
      score       smallint,
      is_replay   boolean  not null,
      is_loose    boolean  not null,
      what        text     not null check (what in ('check', 'batch', 'batch_item', 'request')),
      method      text,
      route       text,
      mode        text,
      status      text,
      sub_status  text,
      code        text,
      mailbox     bytea    check (length(mailbox) = 16),
      suggested   bytea    check (length(suggested) = 16),
      primary key (account_id, id)
    )`
  yield* sql`create index activity_request on activity (request_id)`
  yield* sql`create index activity_mailbox on activity (mailbox) where mailbox is not null`
  yield* sql`create index activity_suggested on activity (suggested) where suggested is not null`
  // Texts that are no plain address: who is erased may stand within one.
  yield* sql`create index activity_loose on activity (account_id, id) where is_loose`

  yield* sql`
    create table activity_answers (
      account_id uuid  not null,
      id         uuid  not null,
      sealed     bytea not null,
      primary key (account_id, id)
    )`
  // Octets that look random: nothing is gained by compressing them, or by samples for the planner.
  yield* sql`
    alter table activity_answers alter sealed set storage external, alter sealed set statistics 0`
})
