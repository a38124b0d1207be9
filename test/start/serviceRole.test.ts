/** The role of the service owns its database, and may nothing beyond. */
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@rcpt/service/platform/migrate"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Option, Redacted } from "effect"

import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { query } from "./world.ts"

const start = (dataDir: string) => EmbeddedPostgres.start({ dataDir, durable: false })

const migrated = (url: string) =>
  Effect.andThen(migrateStore, migrate).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  )

/** What is in the database and not of Postgres, by the role that owns it. */
const owners = (url: string) =>
  Effect.map(
    query(
      url,
      `select distinct owner::regrole::text from (
        select relowner from pg_class where relnamespace in (select oid from pg_namespace
          where nspname !~ '^pg_' and nspname <> 'information_schema')
        union select proowner from pg_proc where pronamespace in (select oid from pg_namespace
          where nspname !~ '^pg_' and nspname <> 'information_schema')
        union select nspowner from pg_namespace where nspname = 'es'
        union select datdba from pg_database where datname = current_database()) as o (owner)`
    ),
    (rows) => rows.map((row) => Object(row).owner)
  )

describe("The role of the service", () => {
  it.live("is no superuser, and owns everything that migrations make", function* () {
    const { url, superuserUrl } = yield* start(yield* tempFolder())
    yield* migrated(url)
    assert.deepStrictEqual(yield* owners(url), ["rcpt_service"])
    assert.deepStrictEqual(
      yield* query(
        url,
        `select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication
            or rolbypassrls as more from pg_roles where rolname = current_user`
      ),
      [{ name: "rcpt_service", more: false }]
    )
    assert.notStrictEqual(new URL(url).password, new URL(superuserUrl).password)
  })

  for (const [says, statement] of [
    ["read a file of the server", "select pg_read_file('/etc/hostname')"],
    ["start a program", "copy (select 1) to program 'cat'"],
    ["write past triggers", "set session_replication_role = replica"],
    ["change the server", "alter system set fsync = off"],
    ["make a role", "create role other superuser"],
    ["become the owner of the cluster", "set role rcpt"]
  ] as const)
    it.live(`may not ${says}`, function* () {
      const { url, superuserUrl } = yield* start(yield* tempFolder())
      const { reason } = yield* Effect.flip(query(url, statement))
      assert.match(String(Object(reason).cause), /permission denied|must be|privilege/i)
      if (!statement.includes("fsync")) yield* query(superuserUrl, statement)
    })

  it.live("is found by commands beside a running service", function* () {
    const dataDir = yield* tempFolder()
    const { url } = yield* start(dataDir)
    assert.deepStrictEqual(yield* EmbeddedPostgres.findRunning(dataDir), Option.some(url))
  })
})
