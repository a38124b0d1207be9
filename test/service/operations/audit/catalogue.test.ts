import { join } from "node:path"

import { checkCatalogue } from "@rcpt/service/operations/audit/catalogue/checkCatalogue"
import { describeCatalogue } from "@rcpt/service/operations/audit/catalogue/describeCatalogue"
import { extendPartitions } from "@rcpt/store/partitions"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { superuserSqlLayer } from "../../../support/storeDatabase.ts"
import { assert, expect, layer } from "../../../support/vitest.ts"

const list = join(
  import.meta.dirname,
  "../../../../packages/service/src/operations/audit/catalogue/catalogue.json"
)

/** What the migrations note of themselves is not theirs to guard. */
const isMigrations = (key: string) => /^(?:store|service)_migrations /.test(key)

/** They are like the first. */
const isLaterPartition = (key: string) => /es\.\w+_[1-9]\d+(?: |$)/.test(key)

/** How guards are taken away, and what the audit says. */
const tamperings: ReadonlyArray<readonly [statement: string, found: RegExp, expected?: RegExp]> = [
  [
    `alter table es.event disable trigger append_only`,
    /, disabled$/,
    /^es\.event trigger append_only: CREATE/
  ],
  [`drop trigger append_only on es.sealed`, /^none$/, /^es\.sealed trigger append_only/],
  [`alter table es.journal disable trigger all`, /, disabled$/],
  [
    `drop trigger append_only on es.event_0`,
    /^none$/,
    /^es\.event_0 trigger append_only: CREATE TRIGGER .* ON es\.event_0/
  ],
  [
    `alter table es.event_50000000 disable trigger append_only`,
    /ON es\.event_50000000 .*, disabled$/,
    /^es\.event_50000000 trigger append_only: CREATE TRIGGER/
  ],
  [
    `drop index es.event_50000000_stream_version`,
    /^none$/,
    /CREATE UNIQUE INDEX event_50000000_stream_version ON es\.event_50000000 .*hashtextextended/
  ],
  [`alter table es.commit drop constraint commit_events_check`, /^none$/],
  [
    `create table es.event_evil (like es.event including all);; alter table es.event attach partition es.event_evil for values from (900000000) to (900000001)`,
    /^es\.event child es\.event_evil/
  ],
  [
    `create table es.event_900000000 (like es.event including all);; alter table es.event attach partition es.event_900000000 for values from (900000000) to (900000001)`,
    /^none$/,
    /^es\.event_900000000 /
  ],
  [`alter table api_key disable trigger all`, /^api_key trigger RI_.*disabled$/],
  [
    `create or replace function es.refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    /^[0-9a-f]{64}$/,
    /^es\.refuse_change\(\) function/
  ],
  [
    `create or replace function es.known_commands(p_commands uuid[]) returns json language sql return '[]'::json`,
    /^[0-9a-f]{64}$/,
    /^es\.known_commands/
  ],
  [
    `create or replace view es.transfer as select commit_id, 1 as idx, 1 as event_idx, 'sys:issued' as debit, 'avail:me' as credit, 5::bigint as amount, null::uuid as hold_id from es.journal`,
    /avail:me/,
    /^es\.transfer rule _RETURN: .*\n.* SELECT j\.commit_id/
  ],
  [
    `create or replace function es.credit_of(kind es.posting_kind, account_id uuid, hold_id uuid) returns text language sql return 'avail:me'`,
    /^[0-9a-f]{64}$/,
    /^es\.credit_of/
  ],
  [`alter table es.account drop constraint account_available_check`, /^none$/],
  [
    `alter table es.hold drop constraint hold_check;; alter table es.hold add constraint hold_check check (charged + refunded <= credits) not valid`,
    /NOT VALID$/
  ],
  [`alter table es.command drop constraint command_pkey`, /^none$/],
  [`alter table job_result drop constraint job_result_credits_check`, /^none$/],
  [`alter table es.event alter hash drop not null`, /^bytea$/],
  [`drop index es.hold_expiry`, /^none$/],
  [`alter table es.reply set unlogged`, /^unlogged$/],
  [
    `create function gift() returns trigger language plpgsql as 'begin new.available := new.available + 1; return new; end';; create trigger gift before update on es.account for each row execute function gift()`,
    /^es\.account trigger gift/
  ],
  [`create rule keep as on update to es.hold do instead nothing`, /^es\.hold rule keep/],
  [`alter table es.hold enable row level security`, /^permanent, row security$/],
  [`create policy hidden on es.hold`, /^es\.hold policy hidden/],
  [`create table es.more () inherits (es.hold)`, /^es\.hold child es\.more/],
  [`alter table es.hold alter refunded set default 1`, /^bigint not null default '?1/],
  [
    `do $$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $$`,
    /^role .* setting session_replication_role=replica/
  ],
  [
    `do $$ begin execute format('alter role %I set zero_damaged_pages = on', current_user); end $$`,
    /^role .* setting zero_damaged_pages=on/
  ]
]

layer(superuserSqlLayer)("An audit of the catalogue", (it) => {
  it.effect(
    "knows all that the migrations make (vitest --update writes the list anew)",
    function* () {
      const found = Object.entries(yield* describeCatalogue).filter(
        ([key]) => !isMigrations(key) && !isLaterPartition(key)
      )
      const text = `${JSON.stringify(Object.fromEntries(found), undefined, 2)}\n`
      yield* Effect.promise(() => expect(text).toMatchFileSnapshot(list))
      for (const table of ["event", "event_0", "commit", "journal_0", "command", "sealed"])
        assert.include(text, `"es.${table} trigger append_only"`)
    }
  )

  it.effect("finds nothing in a migrated database", function* () {
    const { broken, examined } = yield* checkCatalogue
    assert.isUndefined(broken)
    assert.isAbove(examined!, 300)
  })

  it.effect("does not mind tables and indexes of an operator", function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* Effect.gen(function* () {
      yield* sql`create table notes (text text)`
      yield* sql`create index event_type on es.event (type)`
      yield* sql`select setval('es.commit_commit_id_seq', 200000000)`
      yield* extendPartitions()
      return yield* Effect.flatMap(checkCatalogue, Effect.fail)
    }).pipe(sql.withTransaction, Effect.flip)
    assert.notProperty(found, "reason")
    assert.isUndefined((found as { readonly broken?: object }).broken)
  })

  for (const [statements, found, expected = /./] of tamperings)
    it.effect(`reports: ${statements}`, function* () {
      const sql = yield* SqlClient.SqlClient
      const finding = yield* Effect.gen(function* () {
        for (const statement of statements.split(";; ")) yield* sql.unsafe(statement)
        return yield* Effect.flatMap(checkCatalogue, Effect.fail)
      }).pipe(sql.withTransaction, Effect.flip)
      expect(finding).toMatchObject({
        broken: { found: expect.stringMatching(found), expected: expect.stringMatching(expected) }
      })
    })

  it.effect("compares the guards of every release where tables are of another one", function* () {
    const sql = yield* SqlClient.SqlClient
    const findings = yield* Effect.gen(function* () {
      yield* sql`delete from service_migrations`
      yield* sql`drop index es.hold_expiry`
      const before = yield* checkCatalogue
      yield* sql`drop trigger append_only on es.event`
      return yield* Effect.fail([before, yield* checkCatalogue])
    }).pipe(sql.withTransaction, Effect.flip)
    expect(findings).toMatchObject([{ broken: undefined }, { broken: { found: "none" } }])
  })
})
