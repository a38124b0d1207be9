/** What accounts report about mail, counted by what the verification had said. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What the verification said, for a later report on the same mail, and for its erasure. Null in older rows.
  yield* sql`alter table reported_mailbox add column status text, add column facts jsonb`

  // Rows of the projection `accuracy` (views/accuracy.ts). "": not known, or there is none. A count may be below zero: a
  // report that replaces an earlier one takes from it, and its commit may be applied before that of the other.
  yield* sql`
    create table accuracy_day (
      generation           int  not null,
      account_id           uuid not null,
      day                  date not null,
      mode                 text not null,
      status               text not null,
      sub_status           text not null,
      score                text not null,
      provider             text not null,
      catch_all_confidence text not null,
      delivered            int  not null,
      bounced              int  not null,
      complained           int  not null,
      primary key (generation, account_id, day, mode, status, sub_status, score, provider,
        catch_all_confidence)
    ) with (fillfactor = 80)`
})
