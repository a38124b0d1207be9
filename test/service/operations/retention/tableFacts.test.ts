import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { overdueQuery, tableFacts } from "@rcpt/service/operations/retention/tableFacts"
import { Effect, Layer, Redacted } from "effect"
import { ShardingConfig, SqlRunnerStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import { openAccount } from "../../../support/openAccount.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const packages = join(import.meta.dirname, "../../../../packages")

/** A migrated database with one account, and the tables of a cluster. */
const database = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    yield* openAccount(url)
    const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })
    return SqlRunnerStorage.layer.pipe(
      Layer.provide(ShardingConfig.layerDefaults),
      Layer.provideMerge(client)
    )
  })
)

/** Partitions are the table that they are of. */
const existing = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly table: string }>`
    select nspname || '.' || relname as table from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition
      and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`
).pipe(Effect.map((rows) => rows.map(({ table }) => table)))

const overdue = SqlClient.SqlClient.use((sql) =>
  sql.unsafe<{ readonly table: string }>(overdueQuery({ retentionDays: 30, activityDays: 30 }))
).pipe(Effect.map((rows) => rows.map(({ table }) => table)))

const listed = tableFacts.map(({ table }) => table as string)

describe("The list of tables", () => {
  it.live("has every table of the database, once, and no other", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(listed.toSorted(), [...(yield* existing)])
      yield* SqlClient.SqlClient.use((sql) => sql`create table es.surprise (n int)`)
      const missing = (yield* existing).filter((table) => !listed.includes(table))
      assert.deepStrictEqual(missing, ["es.surprise"])
    }).pipe(Effect.provide(database))
  )

  it("names modules that exist, the owner one that writes the table", () => {
    for (const { table, owner, kept } of tableFacts) {
      const code = readFileSync(join(packages, owner), "utf8")
      if (!table.startsWith("public.cluster_") && !table.endsWith("_migrations"))
        assert.match(code, new RegExp(`\\b${table.split(".")[1]}|lease_tokens`), table)
      for (const [, module] of kept.matchAll(/by `([^`]+)`/g))
        assert.isTrue(existsSync(join(packages, "service/src", module!)), `${table}: ${module}`)
    }
  })

  it("has an alarm for each table whose rows go", () => {
    for (const { table, kept, alarm } of tableFacts)
      if (/\bby `/.test(kept)) assert.strictEqual(alarm, "overdue", table)
  })
})

/** A UUIDv7 of so long ago. */
const idAt = (
  ago: string
) => `(lpad(to_hex((extract(epoch from now() - interval '${ago}') * 1000)::bigint), 12, '0')
  || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid`

/** By table: one row that is overdue since `days` days ago. */
const madeSchedule = (removed: string): string => `with made as (
    insert into schedule (schedule_id, account_id, name, source, every, time_zone, mode, max_age, removed_at)
    select gen_random_uuid(), account_id, 'a', '{}', '1d', 'UTC', 'fast', '30d', ${removed} from account
    returning schedule_id)`

const overdueRows: Readonly<Record<string, (days: number) => string>> = {
  "es.hold": (days) => `insert into es.hold (hold_id, account_id, credits, expires_at)
    select gen_random_uuid(), account_id, 1, now() - interval '${days} days' from account`,
  "public.job_scraps": (days) => `insert into job_scraps (job_id, due_at, is_all)
    values (gen_random_uuid(), now() - interval '${days} days', true)`,
  "public.session": (
    days
  ) => `insert into session (session_id, account_id, person_id, agent, expires_at)
    select gen_random_uuid(), account_id, account_id, '', now() - interval '${days} days' from account`,
  "public.invitation": (days) => `insert into invitation
    select gen_random_uuid(), account_id, 'member', 'a', sha256(gen_random_uuid()::text::bytea), account_id, now(),
      now() - interval '${days} days' from account`,
  "public.sign_up": (days) => `insert into sign_up
    values (sha256(gen_random_uuid()::text::bytea), 'a', '', 'en', now(), now() - interval '${days} days')`,
  "public.person_link": (days) => `insert into person_link
    select person_id, 'password', sha256(gen_random_uuid()::text::bytea), null, now(),
      now() - interval '${days} days' from person
    on conflict (person_id, purpose) where purpose <> 'take_back' do update set expires_at = excluded.expires_at`,
  "public.account_refusal": (days) => `insert into account_refusal
    select account_id, now() - interval '${days + 90} days', 'forbidden', 1, now(), now(), gen_random_uuid(), '', ''
    from account`,
  "public.checked_address": (days) => `insert into checked_address
    select 1, account_id, decode(md5(random()::text), 'hex'), gen_random_uuid(), now() - interval '${days + 90} days'
    from account`,
  "public.reported_mailbox": (days) => `insert into reported_mailbox
    select account_id, decode(md5(random()::text), 'hex'), 'bounced', now() - interval '${days + 90} days', now(),
      now() - interval '${days} days' from account`,
  "public.deferred_mail": (days) => `insert into deferred_mail
    select account_id, decode(md5(random()::text), 'hex'), 
      (now() at time zone 'utc')::date - ${366 + Math.ceil(days)} from account`,
  "public.idempotency": (days) => `insert into idempotency
    select account_id, sha256(gen_random_uuid()::text::bytea), sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), gen_random_uuid(),
      now() - interval '${days + 1} days' from account`,
  "public.webhook_delivery": (days) => `insert into webhook_delivery
    (delivery_id, account_id, type, body, created_at)
    select gen_random_uuid(), account_id, '', '', now() - interval '${days + 30} days' from account`,
  "public.webhook_attempt": (days) => `insert into webhook_attempt
    (delivery_id, began_at, duration_ms, url)
    select delivery_id, now() - interval '${days + 30} days', 1, '' from webhook_delivery limit 1`,
  "public.account_message": (days) => `insert into account_message
    (account_id, number, message_id, type, body, created_at)
    select account_id, round(${days} * 1000), gen_random_uuid(), '', '', now() - interval '${days + 30} days'
    from account`,
  "public.mail_outbox": (days) => `insert into mail_outbox
    (mail_id, account_id, email, language, kind, facts, created_at)
    select gen_random_uuid(), account_id, 'a', 'en', 'credits_low', '[]', now() - interval '${days + 7} days'
    from account`,
  "public.provider_logout": (days) => `insert into provider_logout
    values (sha256(gen_random_uuid()::text::bytea), now() - interval '${days} days')`,
  "public.inlet_event": (days) => `with made as (
      insert into inlet (inlet_id, account_id, kind, name, secret_hash)
      select gen_random_uuid(), account_id, 'postmark', 'a', sha256(gen_random_uuid()::text::bytea) from account
      returning inlet_id)
    insert into inlet_event (inlet_id, type, outcome, occurred_at, received_at)
    select inlet_id, '', 'bounced', now(), now() - interval '${days} days' from made`,
  "public.schedule_run": (days) => `${madeSchedule("null")}
    insert into schedule_run (run_id, schedule_id, planned_at, due_at, ended_at)
    select gen_random_uuid(), schedule_id, now(), now(), now() - interval '${days + 400} days' from made`,
  "public.schedule_contact": (days) => `${madeSchedule(`now() - interval '${days} days'`)}
    insert into schedule_contact select schedule_id, '', '', 'valid', null, now(), gen_random_uuid() from made`,
  "public.schedule_change": (days) => `${madeSchedule("null")}
    insert into schedule_change (schedule_id, run_id, key, email, status, recommendation, checked_at, created_at)
    select schedule_id, gen_random_uuid(), '', '', 'valid', 'send', now(), now() - interval '${days + 30} days' from made`,
  "public.inlet_seen": (days) => `insert into inlet_seen
    values (gen_random_uuid(), '', now() - interval '${days + 7} days')`,
  "public.told_notice": (days) => `insert into told_notice
    values (gen_random_uuid()::text, now() - interval '${days} days 3 hours')`,
  "public.domain_age": (days) => `insert into domain_age
    values ('a.test', null, now() - interval '${days} days')`,
  "public.domain_knowledge": (days) => `insert into domain_knowledge
    values ('a.test', 'tls', '{}', 'mx', to_timestamp(0), now() - interval '${days} days')`,
  "public.mx_guard": (days) => `insert into mx_guard (mx_group, egress, shown_at)
    values ('a', 'direct', now() - interval '${days + 30} days')`,
  "public.node_lease": (days) => `insert into node_lease (holder, held_until)
    values (gen_random_uuid()::text, now() - interval '${days} days')`,
  "public.node": (days) => `insert into node (name, started_at, seen_at)
    values ('a', now() - interval '9 days', now() - interval '${days + 1} days')`,
  "public.activity": (days) => `insert into activity
    (account_id, id, request_id, millis, credits, is_replay, is_loose, what)
    select account_id, ${idAt(`${days + 30} days`)}, gen_random_uuid(), 0, 0, false, false, 'check' from account`,
  "public.activity_answers": (days) => `insert into activity_answers
    select account_id, ${idAt(`${days + 30} days`)}, '' from account`,
  "public.activity_hour": (days) => `insert into activity_hour
    select account_id, now() - interval '${days + 30} days', null, 'fast', 1, 0, 0, 0, 1 from account`,
  "public.job": (days) => `insert into job (job_id, account_id, hold_id, version, filename, mode,
      status, columns, email_column, width, records, chunks, total_rows, distinct_rows, credits,
      created_at, started_at, completed_at)
    select gen_random_uuid(), account_id, gen_random_uuid(), 1, 'a.csv', 'fast', 'complete',
      '{email}', 0, 1, 1, 1, 1, 1, 1, now() - interval '99 days', now() - interval '99 days',
      now() - interval '${days + 30} days' from account`
}

describe("Overdue rows", () => {
  it("are looked for in each table that has a time", () => {
    const tables = tableFacts.flatMap((fact) => (fact.overdue === undefined ? [] : [fact.table]))
    assert.deepStrictEqual(tables.toSorted(), Object.keys(overdueRows).toSorted() as never)
  })

  it.live("are found after a day, in their table, and not before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* overdue, [])
      for (const insert of Object.values(overdueRows)) yield* sql.unsafe(insert(0.9))
      assert.deepStrictEqual(yield* overdue, [])
      const found: Array<string> = []
      for (const [table, insert] of Object.entries(overdueRows)) {
        if (table.endsWith("domain_age") || table.endsWith("node") || /knowledge|mx_/.test(table))
          yield* sql.unsafe(`delete from ${table}`)
        yield* sql.unsafe(insert(1.1))
        found.push(table)
        assert.sameMembers([...(yield* overdue)], found)
      }
    }).pipe(Effect.provide(database))
  )
})
