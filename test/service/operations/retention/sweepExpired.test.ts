import { PgClient } from "@effect/sql-pg"
import { expiringTables, sweepExpired } from "@rcpt/service/operations/retention/sweepExpired"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import { openAccount } from "../../../support/openAccount.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

/** By table: 2,500 rows of which all but one are past their time by a minute. */
const fill = {
  session: `insert into session (session_id, account_id, person_id, agent, expires_at)
    select gen_random_uuid(), account_id, account_id, '', case when n = 1 then now() + interval '1 minute'
      else now() - interval '1 minute' end
    from account cross join generate_series(1, 2500) n`,
  invitation: `insert into invitation
    select gen_random_uuid(), account_id, 'member', 'a', sha256(n::text::bytea), account_id, now(),
      case when n = 1 then now() + interval '1 minute' else now() - interval '1 minute' end
    from account cross join generate_series(1, 2500) n`,
  sign_up: `insert into sign_up
    select sha256(n::text::bytea), 'a', '', 'en', now(),
      case when n = 1 then now() + interval '1 minute' else now() - interval '1 minute' end
    from generate_series(1, 2500) n`,
  person_link: `with people as (
      insert into person (person_id, account_id, role, email, password_hash)
      select gen_random_uuid(), account_id, 'member', n || '@a.test', ''
      from account cross join generate_series(1, 2500) n returning person_id, email)
    insert into person_link
    select person_id, 'password', sha256(email::bytea), null, now(), case when email = '1@a.test'
      then now() + interval '1 minute' else now() - interval '1 minute' end
    from people`,
  mail_outbox: `insert into mail_outbox
    (mail_id, account_id, email, language, kind, facts, created_at)
    select gen_random_uuid(), account_id, 'a', 'en', 'credits_low', '[]',
      case when n = 1 then now() - interval '6 days' else now() - interval '7 days 1 minute' end
    from account cross join generate_series(1, 2500) n`,
  provider_logout: `insert into provider_logout select sha256(n::text::bytea), case when n = 1
      then now() + interval '1 minute' else now() - interval '1 minute' end
    from generate_series(1, 2500) n`,
  schedule_run: `with made as (
      insert into schedule (schedule_id, account_id, name, source, every, time_zone, mode, max_age)
      select gen_random_uuid(), account_id, 'a', '{}', '1d', 'UTC', 'fast', '30d' from account
      returning schedule_id)
    insert into schedule_run (run_id, schedule_id, planned_at, due_at, ended_at)
    select gen_random_uuid(), schedule_id, now() - n * interval '1 hour', now(), case when n = 1
      then now() - interval '399 days' else now() - interval '400 days 1 minute' end
    from made cross join generate_series(1, 2500) n`,
  inlet_seen: `insert into inlet_seen select gen_random_uuid(), sha256(n::text::bytea), case when n = 1
      then now() - interval '6 days' else now() - interval '7 days 1 minute' end
    from generate_series(1, 2500) n`,
  told_notice: `insert into told_notice select n::text, case when n = 1 then now() - interval '2 hours'
      else now() - interval '3 hours 1 minute' end from generate_series(1, 2500) n`,
  reported_mailbox: `insert into reported_mailbox
    select account_id, decode(md5(n::text), 'hex'), 'bounced', now() - interval '90 days', now(),
      case when n = 1 then now() + interval '1 minute' else now() - interval '1 minute' end
    from account cross join generate_series(1, 2500) n`,
  deferred_mail: `insert into deferred_mail
    select account_id, decode(md5(n::text), 'hex'), (case when n = 1 then now() - interval '365 days'
      else now() - interval '367 days' end)::date
    from account cross join generate_series(1, 2500) n`,
  checked_address: `insert into checked_address
    select 1, account_id, decode(md5(n::text), 'hex'), gen_random_uuid(), case when n = 1
      then now() - interval '89 days' else now() - interval '90 days 1 minute' end
    from account cross join generate_series(1, 2500) n`,
  account_refusal: `insert into account_refusal
    select account_id, case when n = 1 then now() - interval '89 days'
      else now() - interval '90 days' - n * interval '1 minute' end,
      'forbidden', 1, now(), now(), gen_random_uuid(), '', ''
    from account cross join generate_series(1, 2500) n`,
  domain_age: `insert into domain_age select n || '.test', null, case when n = 1
      then now() + interval '1 minute' else now() - interval '1 minute' end
    from generate_series(1, 2500) n`,
  domain_knowledge: `insert into domain_knowledge
    select n || '.test', 'tls', '{"needed":true}', 'mx', to_timestamp(0), case when n = 1
      then now() + interval '1 minute' else now() - interval '1 minute' end
    from generate_series(1, 2500) n`,
  mx_guard: `insert into mx_guard (mx_group, egress, shown_at)
    select n || '.test', 'direct', case when n = 1 then now() - interval '29 days'
      else now() - interval '30 days 1 minute' end
    from generate_series(1, 2500) n`
} as Readonly<Record<string, string>>

const database = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    yield* openAccount(url)
    const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })
    return Layer.effect(WriteSql, SqlClient.SqlClient).pipe(Layer.provideMerge(client))
  })
)

describe("Rows past their time", () => {
  for (const expiring of expiringTables)
    it.live(`of ${expiring.table} are deleted, by any number of nodes, and no others`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe(fill[expiring.table]!)
        const swept = yield* Effect.all([sweepExpired(expiring), sweepExpired(expiring)], {
          concurrency: "unbounded"
        })
        // One round may skip the rows that the other has locked.
        const rest = yield* sweepExpired(expiring)
        assert.strictEqual(swept[0] + swept[1] + rest, 2_499)
        const left = yield* sql`select 1 from ${sql(expiring.table)}`
        assert.lengthOf(left, 1)
      }).pipe(Effect.provide(database))
    )
})
