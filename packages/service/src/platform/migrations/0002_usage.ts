/** Checks per account and month: rows of the projection `usage` (views/usage.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table usage_month (
      generation int  not null,
      account_id uuid not null,
      month      date not null check (extract(day from month) = 1),
      single     int  not null default 0 check (single >= 0),
      bulk       int  not null default 0 check (bulk >= 0),
      api        int  not null default 0 check (api >= 0),
      public     int  not null default 0 check (public >= 0),
      primary key (generation, account_id, month)
    ) with (fillfactor = 70)`
})
