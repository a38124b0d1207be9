/**
 * Security events of accounts: places of events (rows of the projection `security`,
 * views/security/securityView.ts), and counted refusals (accounts/security/Refusals.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Where an event stands, in the order of time. The event itself is in the store.
  yield* sql`
    create table security_event (
      generation int         not null,
      account_id uuid        not null,
      at         timestamptz not null,
      commit_id  bigint      not null,
      idx        int         not null,
      primary key (generation, account_id, at, commit_id, idx)
    )`

  // One row counts all of an account, minute and kind. "address" is an HMAC under the account's key.
  yield* sql`
    create table account_refusal (
      account_id uuid        not null references account on delete cascade,
      minute     timestamptz not null,
      kind       text        not null,
      count      int         not null check (count > 0),
      first_at   timestamptz not null,
      last_at    timestamptz not null,
      request_id uuid        not null,
      address    text        not null,
      agent      text        not null,
      key_id     uuid,
      primary key (account_id, minute, kind)
    ) with (fillfactor = 70)`
  yield* sql`create index account_refusal_age on account_refusal (minute)`
})
