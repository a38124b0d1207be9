/** What API keys are limited to (domain/KeyTerms.ts), and what they have used of their credit limits. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "terms": as the events of the account say; null for a key that has none, as most. "networks": those that the terms
  // count. "public_key": a browser key itself, which everybody can read in the source of a page.
  yield* sql`
    alter table api_key add column terms jsonb, add column networks text[], add column public_key text`

  // The website of the last refusal that the row counts, as its browser has said.
  yield* sql`alter table account_refusal add column origin text`

  // Credits that a key has used on its last day and in its last month, UTC (ledger/keySpending.ts). A key without a
  // credit limit has no row, or one of lists alone.
  yield* sql`
    create table key_spending (
      key_id        uuid   primary key references api_key,
      day           date   not null,
      day_credits   bigint not null check (day_credits >= 0),
      month         date   not null,
      month_credits bigint not null check (month_credits >= 0)
    ) with (fillfactor = 50)`
})
