/**
 * What accounts report about mail to addresses that they had verified (feedback/*, reports/*). The reports are events in
 * `feedback-<account>`; addresses are here, as there, only as an HMAC under the account's key.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Rows of the projection `checked` (views/checkedAddresses.ts): the last check of an address, alone or in a batch.
  // Those of lists are found in the list.
  yield* sql`
    create table checked_address (
      generation int         not null,
      account_id uuid        not null,
      digest     bytea       not null check (length(digest) = 16),
      hold_id    uuid        not null,
      checked_at timestamptz not null,
      primary key (generation, account_id, digest)
    ) with (fillfactor = 80)`
  yield* sql`create index checked_address_age on checked_address (checked_at)`

  // The last report about a mailbox, for the account's own later answers.
  yield* sql`
    create table reported_mailbox (
      account_id  uuid        not null references account on delete cascade,
      mailbox     bytea       not null check (length(mailbox) = 16),
      outcome     text        not null check (outcome in ('delivered', 'bounced')),
      at          timestamptz not null,
      reported_at timestamptz not null,
      expires_at  timestamptz not null check (expires_at > at),
      primary key (account_id, mailbox)
    )`
  yield* sql`create index reported_mailbox_expires_at on reported_mailbox (expires_at)`

  // Whether there can be any: every request reads the account, so that most need no look-up more.
  yield* sql`alter table account add column feedback_until timestamptz`

  // Reports per account and month: rows of the projection `outcomes` (views/outcomes.ts).
  yield* sql`
    create table outcome_month (
      generation int  not null,
      account_id uuid not null,
      month      date not null check (extract(day from month) = 1),
      delivered  int  not null check (delivered >= 0),
      bounced    int  not null check (bounced >= 0),
      correct    int  not null check (correct >= 0),
      wrong      int  not null check (wrong >= 0),
      primary key (generation, account_id, month)
    ) with (fillfactor = 70)`
})
