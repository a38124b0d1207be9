import { readdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { backUpIfDue } from "@rcpt/cli/keepBackups"
import { checkCatalogue } from "@rcpt/service/operations/audit/catalogue/checkCatalogue"
import { checkArchive } from "@rcpt/service/operations/backup/archive"
import { backUp } from "@rcpt/service/operations/backup/backUp"
import { restoreArchive } from "@rcpt/service/operations/backup/restoreArchive"
import { judgeBackups } from "@rcpt/service/operations/doctor/backups"
import { Config, load } from "@rcpt/service/platform/Config"
import { joinDatabase } from "@rcpt/service/platform/joining/joinDatabase"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { emptyDatabase, freshDatabase } from "../support/freshDatabase.ts"
import { openAccount } from "../support/openAccount.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { key } from "./support/backups.ts"
import { asNextRelease, latest } from "./support/nextRelease.ts"

describe("Backups by the clock", () => {
  it.live(
    "are made when they are due, and the oldest goes",
    function* () {
      const dataDir = join(yield* tempFolder(), "data")
      yield* service.start({ dataDir, env: { RCPT_LEDGER_KEY: key } })
      const { config } = yield* load({
        RCPT_DATA_DIR: dataDir,
        RCPT_BACKUP_KEEP: "1",
        RCPT_LEDGER_KEY: key
      })
      const folder = join(dataDir, "backups")
      yield* backUpIfDue(config)
      const [first] = readdirSync(folder)
      assert.match(first!, /^rcpt-.*Z\.rcpt-backup$/)
      yield* backUpIfDue(config)
      assert.deepStrictEqual(readdirSync(folder), [first])

      const old = "rcpt-2026-01-01T000000Z.rcpt-backup"
      renameSync(join(folder, first!), join(folder, old))
      writeFileSync(join(folder, "of-somebody-else"), "")
      yield* backUpIfDue(config)
      const left = readdirSync(folder).toSorted()
      assert.strictEqual(left.length, 2)
      assert.notInclude(left, old)
      assert.include(left, "of-somebody-else")
    },
    { timeout: 120_000 }
  )

  it("are warned about when the newest is old", () => {
    const dayMillis = 86_400_000
    const now = Date.parse("2026-11-24T00:00:00Z")
    const learnt = { folder: "/b", every: dayMillis, newest: now - dayMillis, now }
    const severities = [
      learnt,
      { ...learnt, newest: now - 3 * dayMillis },
      { ...learnt, newest: undefined },
      { ...learnt, every: undefined }
    ].map((one) => judgeBackups(one)[0]!.severity)
    assert.deepStrictEqual(severities, ["ok", "warning", "note", "note"])
    assert.deepStrictEqual(judgeBackups(undefined), [])
  })
})

/** A database of this release with one account, and a backup of it at `path`. */
const backedUp = Effect.fnUntraced(function* (
  folder: string,
  before: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient> = Effect.void
) {
  const path = join(folder, "old.rcpt-backup")
  const { config } = yield* load({ RCPT_DATA_DIR: folder })
  const url = yield* freshDatabase()
  const { account } = yield* openAccount(url)
  yield* Effect.andThen(before, backUp({ path, withKeys: false })).pipe(
    Effect.provide(on(url)),
    Effect.provideService(Config, config)
  )
  return { path, account }
})

const on = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })

const restored = (path: string) => Effect.flatMap(checkArchive(path), restoreArchive)

const accounts = SqlClient.SqlClient.use(
  (sql) => sql`
    select account_id as account, (select max(migration_id) from service_migrations) as service,
      (select max(migration_id) from store_migrations) as store from account`
)

describe("A restore that was broken off", () => {
  it.live("is begun again", function* () {
    const { path, account } = yield* backedUp(yield* tempFolder())
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* restored(path)
      yield* sql`create table restore_unfinished (began_at timestamptz)`
      yield* restored(path)
      assert.deepStrictEqual(yield* accounts, [{ account, service: latest, store: 1 }])
    }).pipe(Effect.provide(on(yield* emptyDatabase())))
  })
})

describe("A backup of older tables", () => {
  it.live("is restored as they were, and then brought up to date", function* () {
    const { path, account } = yield* backedUp(yield* tempFolder())
    const [to, back] = [yield* emptyDatabase(), yield* emptyDatabase()]
    yield* Effect.gen(function* () {
      yield* asNextRelease(restored(path))
      assert.deepStrictEqual(yield* accounts, [{ account, service: latest + 1, store: 1 }])
      const sql = yield* SqlClient.SqlClient
      // The migration has seen the rows of the backup, and the functions those of the migration.
      assert.deepStrictEqual(yield* sql`select motto_of(account_id) as motto from account`, [
        { motto: "from before" }
      ])
      assert.isUndefined((yield* asNextRelease(checkCatalogue)).broken)
    }).pipe(Effect.provide(on(to)))

    const newer = join(yield* tempFolder(), "newer.rcpt-backup")
    const { config } = yield* load({})
    yield* backUp({ path: newer, withKeys: false }).pipe(
      Effect.provide(on(to)),
      Effect.provideService(Config, config)
    )
    yield* Effect.provide(asNextRelease(restored(newer)), on(back))
    const { message } = yield* Effect.flip(
      Effect.provide(restored(newer), on(yield* emptyDatabase()))
    )
    assert.match(message, /^The backup is of a newer program/)
  })
})

/** The numbers of the last commit before 1.0.0, whose tables were those of the baseline but for a column. */
const numberedAsBefore = (service: number) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      yield* sql`alter table webhook add column is_low boolean not null default false`
      // What came with later migrations.
      yield* sql`drop table account_rule`
      yield* sql`alter table account drop column rules_id`
      yield* sql`alter table job drop column format, drop column is_finishing, drop column known_since`
      yield* sql`drop index probe_queue_put_off`
      yield* sql`alter table job_result drop column address`
      yield* sql`drop table key_spending`
      yield* sql`
        alter table api_key drop column terms, drop column networks, drop column public_key,
          drop column made_by_key`
      yield* sql`alter table invitation drop column by_mail`
      yield* sql`alter table outcome_month drop column complained`
      yield* sql`alter table reported_mailbox drop column status, drop column facts, drop column domain`
      yield* sql`drop table accuracy_day, bounce_mailbox, deferred_mail`
      yield* sql`alter table account_refusal drop column origin`
      yield* sql`drop table schedule_change, schedule_contact, schedule_run, schedule`
      yield* sql`alter table job drop column schedule_id`
      yield* sql`drop table inlet_event, inlet_seen, inlet`
      yield* sql`drop table provider_session, provider_identity, provider_logout`
      yield* sql`alter table person alter password_hash set not null`
      yield* sql`drop index mx_guard_blocked`
      yield* sql`drop table mail_outbox, told_notice, sign_up, person_link`
      yield* sql`alter table person drop column browsers, drop column language, drop column list_mail`
      yield* sql`delete from service_migrations where migration_id > 1`
      yield* sql`update service_migrations set name = 'accounts'`
      yield* sql`update store_migrations set name = 'event_store'`
      yield* sql`insert into service_migrations (migration_id, name) values (${service}, 'last')`
      yield* sql`insert into store_migrations (migration_id, name) values (16, 'journal')`
      yield* sql`update oldest_program set service = 38, store = 8`
    })
  )

describe("A backup from before 1.0.0", () => {
  it.live("of the last tables becomes a database of this program", function* () {
    const { path, account } = yield* backedUp(yield* tempFolder(), numberedAsBefore(39))
    const url = yield* emptyDatabase()
    const { config } = yield* load({}, {})
    yield* Effect.gen(function* () {
      yield* restored(path)
      assert.deepStrictEqual(yield* accounts, [{ account, service: latest, store: 1 }])
      assert.isUndefined((yield* checkCatalogue).broken)
    }).pipe(Effect.provide(on(url)))
    yield* Effect.scoped(joinDatabase(Redacted.make(url))).pipe(
      Effect.provideService(Config, config)
    )
  })

  it.live("of older tables is refused, and names the commit that reads it", function* () {
    const { path } = yield* backedUp(yield* tempFolder(), numberedAsBefore(38))
    const { message } = yield* Effect.flip(
      Effect.provide(restored(path), on(yield* emptyDatabase()))
    )
    assert.match(message, /^The backup is of a program from before 1\.0\.0: .* commit 7634075,/)
  })
})
