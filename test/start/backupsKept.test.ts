import { randomUUIDv7 } from "node:crypto"
import { readdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { backUpIfDue } from "@rcpt/cli/keepBackups"
import { backUp } from "@rcpt/service/operations/backup/backUp"
import { checkArchive } from "@rcpt/service/operations/backup/readArchive"
import { restore } from "@rcpt/service/operations/backup/restore"
import { judgeBackups } from "@rcpt/service/operations/doctor/backups"
import { Config, load } from "@rcpt/service/platform/Config"
import { latestMigrations } from "@rcpt/service/platform/latestMigrations"
import { migrateUpTo } from "@rcpt/service/platform/migrate"
import { migrateUpTo as migrateStoreUpTo } from "@rcpt/store/migrate"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { emptyDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { key } from "./support/backups.ts"

describe("Backups by the clock", () => {
  it.live(
    "are made when they are due, and the oldest goes",
    () =>
      Effect.gen(function* () {
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
      }),
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

describe("A backup of older tables", () => {
  it.live("is restored as they were, and then brought up to date", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const path = join(folder, "old.rcpt-backup")
      const [from, to] = [yield* emptyDatabase(), yield* emptyDatabase()]
      const on = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
      const { config } = yield* load({ RCPT_DATA_DIR: folder })
      const account = randomUUIDv7()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* migrateStoreUpTo(9)
        yield* migrateUpTo(28)
        yield* sql`insert into account (account_id, email, password_hash, owner, address_key)
          values (${account}, 'old@rcpt.test', 'x', false, decode(repeat('00', 32), 'hex'))`
        yield* backUp({ path, withKeys: false })
      }).pipe(Effect.provide(on(from)), Effect.provideService(Config, config))
      const [row] = yield* Effect.gen(function* () {
        yield* restore(yield* checkArchive(path))
        const sql = yield* SqlClient.SqlClient
        return yield* sql`select (select email from person) as email, (select count(*)::int from es.checkpoint) as checkpoints,
          (select max(migration_id) from store_migrations) as store from account`
      }).pipe(Effect.provide(on(to)))
      const { store } = latestMigrations()
      assert.deepStrictEqual(row, { email: "old@rcpt.test", checkpoints: 0, store })
    })
  )
})
