/** A backup of the tables after each migration comes back as if the database itself had been brought up to date. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"

import { PgClient } from "@effect/sql-pg"
import { checkCatalogue } from "@rcpt/service/operations/audit/catalogue/checkCatalogue"
import { checkArchive } from "@rcpt/service/operations/backup/archive"
import { backUp } from "@rcpt/service/operations/backup/backUp"
import { restoreArchive } from "@rcpt/service/operations/backup/restoreArchive"
import { tablesInOrder } from "@rcpt/service/operations/backup/tables"
import { Config, load } from "@rcpt/service/platform/Config"
import { migrate, migrateUpTo } from "@rcpt/service/platform/migrate"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { rcpt } from "../cli/rcpt.ts"
import { emptyDatabase, freshDatabase } from "../support/freshDatabase.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { ok } from "./support/backups.ts"
import { latest } from "./support/nextRelease.ts"
import { releases, restored } from "./support/released.ts"

const on = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })

const backedUp = (url: string) =>
  Effect.gen(function* () {
    const path = join(yield* tempFolder(), "a.rcpt-backup")
    const { config } = yield* load({})
    yield* backUp({ path, withKeys: false }).pipe(
      Effect.provide(on(url)),
      Effect.provideService(Config, config)
    )
    return path
  })

/** Changed by a restore: when migrations were applied, and what is only true of one server. */
const ofServer = ["service_migrations", "store_migrations", "es.gap"]

/** A hash of all rows of each table that is kept, and the state of each sequence. */
const contents = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    const names = (yield* tablesInOrder).map(({ name }) => name)
    return yield* Effect.forEach(
      names.filter((name) => !ofServer.includes(name)),
      (name) =>
        Effect.map(
          sql.unsafe<{ readonly rows: number; readonly hash: string }>(
            `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`
          ),
          ([found]) => ({ name, ...found! })
        )
    )
  })
)

describe("A backup of a released database", () => {
  for (const release of releases)
    for (const level of Array.from({ length: latest }, (_, index) => index + 1))
      it.live(
        `${release} after migration ${level} is restored and brought up to date`,
        function* () {
          const url = yield* restored(release)
          yield* Effect.provide(migrateUpTo(level), on(url))
          const path = yield* backedUp(url)
          const expected = yield* Effect.andThen(
            Effect.andThen(migrateStore, migrate),
            contents
          ).pipe(Effect.provide(on(url)))
          yield* Effect.gen(function* () {
            const { foreign } = yield* restoreArchive(yield* checkArchive(path))
            assert.deepStrictEqual(foreign, [])
            assert.deepStrictEqual(yield* contents, expected)
            assert.isUndefined((yield* checkCatalogue).broken)
          }).pipe(Effect.provide(on(yield* emptyDatabase())))
        }
      )
})

/** The file with other sequences, as another program has written it. */
const withSequence = (path: string, name: string) => {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n")
  const changed = lines.map((line) => {
    if (!line.startsWith('{"sequences":')) return line
    const { sequences } = JSON.parse(line)
    return JSON.stringify({ sequences: { ...sequences, [name]: { last: "3", isCalled: true } } })
  })
  writeFileSync(path, gzipSync(changed.join("\n")))
}

describe("A restore", () => {
  it.live("takes a backup that 1.0.0 has made of a node in a cluster", function* () {
    const path = yield* backedUp(yield* freshDatabase())
    withSequence(path, "cluster_runners_machine_id_seq")
    assert.match(yield* ok(["backup", "--check", path], {}), /\nRestorable: /)
    yield* ok(["restore", path], { RCPT_DATABASE_URL: yield* emptyDatabase() })
  })

  it.live("names the table of another program, which it leaves out", function* () {
    const url = yield* freshDatabase()
    yield* Effect.provide(
      SqlClient.SqlClient.use((sql) =>
        Effect.andThen(
          sql`create table listmonk_things (id serial primary key, name text)`,
          sql`insert into listmonk_things (name) values ('a')`
        )
      ),
      on(url)
    )
    const path = yield* backedUp(url)
    for (const [args, env] of [
      [["backup", "--check", path], {}],
      [["restore", path], { RCPT_DATABASE_URL: yield* emptyDatabase() }]
    ] as const) {
      const { code, stderr } = yield* rcpt(args, env)
      assert.strictEqual(code, 0, stderr)
      assert.include(stderr, "Left out: table listmonk_things, which is not rcpt's.")
    }
  })

  it.live(
    "that Postgres refuses says so in the words of Postgres, as does the check before it",
    function* () {
      const path = yield* backedUp(yield* freshDatabase())
      withSequence(path, "es.commit_commit_id_sequence")
      const words = /relation "es\.commit_commit_id_sequence" does not exist/
      const checked = yield* rcpt(["backup", "--check", path])
      assert.strictEqual(checked.code, 69)
      assert.match(checked.stderr, words)
      const { code, stderr } = yield* rcpt(["restore", path], {
        RCPT_DATABASE_URL: yield* emptyDatabase()
      })
      assert.strictEqual(code, 69)
      assert.match(stderr, words)
      yield* ok(["backup", "--check", path, "--quick"], {})
    }
  )
})
