/** Rules of accounts about verdicts (rules/changeRules.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "rules_id": names the rules that the account has at present, and is null if it has none. Every request reads it, so
  // that an account without rules costs no further look-up, and each change makes a new one, so that a node may keep
  // rules under it for ever.
  yield* sql`alter table account add column rules_id uuid`

  // What the events of `rules-<account>` say, with the addresses and notes that no event may hold.
  yield* sql`
    create table account_rule (
      account_id uuid        not null references account on delete cascade,
      rule_id    uuid        not null,
      action     text        not null check (action in ('allow', 'block')),
      match      text        not null check (match in ('address', 'domain', 'mail_host', 'tld')),
      value      text        not null,
      subdomains boolean     not null,
      note       text        not null,
      created_at timestamptz not null default now(),
      primary key (account_id, rule_id),
      unique (account_id, match, value)
    )`
  // Texts of people: Postgres would keep samples of them beyond the life of their rows.
  yield* sql`alter table account_rule alter value set statistics 0`
  yield* sql`alter table account_rule alter note set statistics 0`
})
