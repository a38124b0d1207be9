/**
 * Fills a database from a backup: that of `RCPT_DATABASE_URL`, else the embedded one. An embedded database that is there
 * is never deleted: it can be moved aside, and comes back if the restore fails.
 *
 * The tables are made as the program of that time had them; then one transaction puts all rows in; then the tables are
 * brought up to date. A restore that is killed leaves a database which says so (`unfinishedTable`), and can be begun
 * again.
 */
import { existsSync } from "node:fs"
import { rename } from "node:fs/promises"
import { join, resolve } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { migrateUpTo as migrateStoreUpTo } from "@rcpt/store/migrate"
import * as partitions from "@rcpt/store/partitions"
import { Clock, Effect, Exit, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { Migrator, SqlError } from "effect/sql"

import { memberLock } from "../../platform/advisoryKeys.ts"
import { Config } from "../../platform/Config.ts"
import { connectionTo } from "../../platform/databaseLine.ts"
import { unfinishedTable } from "../../platform/joining/joinDatabase.ts"
import { lastOfOldNumbering } from "../../platform/joining/mayJoin.ts"
import type { Level } from "../../platform/joining/mayJoin.ts"
import { latestMigrations, migrateUpTo } from "../../platform/migrate.ts"
import { lockData } from "../../platform/postgres/dataLock.ts"
import * as EmbeddedPostgres from "../../platform/postgres/EmbeddedPostgres.ts"
import { because } from "../../platform/postgres/PostgresNotStarted.ts"
import type { StartRefused } from "../../platform/StartRefused.ts"
import { failed, oldFormat, readArchive } from "./archive.ts"
import type { Archive, BackupFailed, Manifest } from "./archive.ts"
import { isKept, tablesInOrder, textSettings } from "./tables.ts"
import type { SequenceState } from "./tables.ts"

const clusterOf = (dataDir: string): string => join(resolve(dataDir), "postgres")

const move = (from: string, to: string) =>
  Effect.tryPromise({
    try: () => rename(from, to),
    catch: (error) => failed(`${from} cannot be moved to ${to}: ${because(error)}`)
  })

/** The time without colons, because file names may not have one everywhere. */
const timeText = Effect.map(Clock.currentTimeMillis, (now) =>
  new Date(now).toISOString().replace(/:|\.\d+/g, "")
)

/** Until the restore has succeeded, the database that was there can come back. */
const moveAside = Effect.fnUntraced(function* (dataDir: string) {
  const cluster = clusterOf(dataDir)
  if (!existsSync(cluster)) return
  yield* Effect.scoped(lockData(dataDir)).pipe(Effect.mapError(({ message }) => failed(message)))
  const time = yield* timeText
  const aside = `${cluster}.replaced-${time}`
  yield* move(cluster, aside)
  yield* Effect.addFinalizer((exit) =>
    Exit.isSuccess(exit)
      ? Effect.logInfo(
          `The database that was there is in ${aside}. Delete it when you need it no more.`
        )
      : Effect.gen(function* () {
          if (existsSync(cluster)) yield* move(cluster, `${cluster}.failed-${time}`)
          yield* move(aside, cluster)
        }).pipe(Effect.ignore)
  )
})

const embedded = (
  dataDir: string,
  replace: boolean
): Effect.Effect<string, BackupFailed, Scope.Scope> =>
  Effect.gen(function* () {
    if (replace) yield* moveAside(dataDir)
    const { url } = yield* EmbeddedPostgres.start({ dataDir })
    return url
  }).pipe(Effect.catchTag("PostgresNotStarted", ({ message }) => Effect.fail(failed(message))))

export const targetLayer = (
  replace: boolean
): Layer.Layer<SqlClient.SqlClient, BackupFailed, Config> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { databaseUrl, dataDir } = yield* Config
      if (databaseUrl !== undefined && replace)
        return yield* failed(
          "--replace is for the embedded database: give RCPT_DATABASE_URL the name of a new one."
        )
      const url = databaseUrl ?? Redacted.make(yield* embedded(dataDir, replace))
      const options = { applicationName: "rcpt restore", maxConnections: 1 }
      const client = PgClient.layer({ ...connectionTo(url), ...options })
      return yield* Effect.catchTag(Layer.build(client), "SqlError", (error) =>
        Effect.fail(failed(`The database cannot be reached: ${because(error)}`))
      )
    })
  )

type RestoreError = BackupFailed | SqlError.SqlError | Migrator.MigrationError | StartRefused

/** The last migrations from before 1.0.0: their tables are those of its baseline, but for `webhook.is_low`. */
const lastOld: Level = { service: 39, store: 16 }
const baseline: Level = { service: 1, store: 1 }

const isSame = (one: Level, other: Level): boolean =>
  one.service === other.service && one.store === other.store

const isOldNumbering = ({ format }: Manifest): boolean => format === oldFormat

/** The migrations of this program that make the tables of a backup. */
const levelOf = (manifest: Manifest): Level =>
  isOldNumbering(manifest) ? baseline : manifest.migrations

interface Found {
  readonly isUnfinished: boolean
  readonly isUsed: boolean
  readonly isAlone: boolean
}

const look = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [found] = yield* sql.unsafe<Found>(`
    select to_regclass('public.${unfinishedTable}') is not null as "isUnfinished",
      to_regclass('public.account') is not null or to_regclass('es.commit') is not null
        or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> '${unfinishedTable}') as "isUsed",
      pg_try_advisory_lock(${memberLock.join(", ")}) as "isAlone"`)
  return found!
})

/** Fails unless no service works on the database and it is empty or was left by a restore. */
const refuseUnfit = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, manifest: Manifest) {
  const [level, latest] = [levelOf(manifest), yield* latestMigrations]
  if (level.service > latest.service || level.store > latest.store)
    return yield* failed(
      `The backup is of a newer program (${manifest.program}): restore it with that one.`
    )
  if (isOldNumbering(manifest) && !isSame(manifest.migrations, lastOld))
    return yield* failed(
      `The backup is of a program from before 1.0.0: restore it with commit ${lastOfOldNumbering}, start the ` +
        "service there once, and write another backup."
    )
  const { isAlone, isUnfinished, isUsed } = yield* look(sql)
  if (!isAlone) return yield* failed("A service works on this database: stop it first.")
  if (isUsed && !isUnfinished)
    return yield* failed("The database is not empty: a backup is restored into a new one.")
})

/** Removes what an earlier attempt has made, and sets the mark of this one. */
const begin = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`set client_min_messages = warning`
  yield* sql`drop schema if exists es cascade`
  const made = yield* sql<{ readonly what: string }>`
    select 'table ' || oid::regclass as what from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    union all
    select 'type ' || oid::regtype from pg_type
    where typnamespace = 'public'::regnamespace and typtype = 'e'`
  for (const { what } of made) yield* sql.unsafe(`drop ${what} cascade`)
  yield* sql.unsafe(`create table ${unfinishedTable} (began_at timestamptz default now())`)
})

/** A migration may have put rows in, which the backup has too. */
const empty = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const [row] = yield* sql.unsafe<{ readonly found: boolean }>(
    `select exists (select from ${table}) as found`
  )
  if (!row!.found) return
  yield* sql.unsafe(`alter table ${table} disable trigger user`)
  yield* sql.unsafe(`delete from ${table}`)
  yield* sql.unsafe(`alter table ${table} enable trigger user`)
})

/**
 * A table in `public` that this program's migrations have not made is another program's, such as an extension's. The
 * backup has its rows but not its definition. In `es` every table is ours, and one that is missing is an error.
 */
const isForeign = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, name: string) {
  const [found] = yield* sql<{ readonly isThere: boolean }>`
    select to_regclass(${name}) is not null as "isThere"`
  return !found!.isThere && !name.startsWith("es.")
})

interface Target {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** The columns in the order of the file, with the types that they have here. */
const makeRowType = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { table, columns }: Target
) {
  const found = yield* sql<{ readonly name: string; readonly type: string }>`
    select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  const typeOf = new Map(found.map(({ name, type }) => [name, type]))
  const missing = columns.find((column) => !typeOf.has(column))
  if (missing !== undefined)
    return yield* failed(`${table}.${missing} of the backup is not in this program's tables.`)
  const fields = columns.map((column) => `${column} ${typeOf.get(column)}`).join(", ")
  yield* sql.unsafe(`drop type if exists pg_temp.backup_row`)
  yield* sql.unsafe(`create type pg_temp.backup_row as (${fields})`)
})

const insertText = ({ table, columns }: Target): string => `
  insert into ${table} (${columns.join(", ")}) overriding system value
  select (given.record).* from (
    select text::pg_temp.backup_row as record from unnest($1::text[]) as text offset 0) as given`

/** A backup of a node in a cluster may have, from 1.0.0, the sequence of a table that is not kept. */
const setSequences = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  states: Readonly<Record<string, SequenceState>>
) {
  for (const [name, { last, isCalled }] of Object.entries(states))
    if (isKept(name) && !(yield* isForeign(sql, name)))
      yield* sql`select setval(${name}::regclass, ${last}::bigint, ${isCalled})`
})

/** Gives the rows of an old backup, in the transaction that is open, the numbers of this program. */
const renumber = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`alter table webhook drop column is_low`
  yield* sql`update oldest_program set service = ${baseline.service}, store = ${baseline.store}`
  for (const table of ["service_migrations", "store_migrations"]) {
    yield* sql`delete from ${sql(table)} where migration_id > 1`
    yield* sql`update ${sql(table)} set name = 'baseline'`
  }
})

/** Resets what is only true of the server that the backup was made of. */
const forgetServer = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  // Numbers of transactions begin anew: the sealer looks again which of the gaps will stay.
  yield* sql`update es.gap set fence = null`
})

/** Writes all rows in the transaction that is open. */
const fill = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, archive: Archive) {
  yield* sql`set local statement_timeout = 0`
  for (const setting of textSettings) yield* sql.unsafe(`set local ${setting}`)
  for (const { name } of (yield* tablesInOrder).toReversed())
    if (name !== unfinishedTable) yield* empty(sql, name)
  if (isOldNumbering(archive.manifest)) yield* sql`alter table webhook add column is_low boolean`
  yield* setSequences(sql, archive.sequences)
  yield* Effect.repeat(partitions.extendPartitions(), { until: (made) => made === 0 })
  const run = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient>())
  const foreign: Array<string> = []
  let insert: string | undefined
  yield* readArchive(archive.path, {
    table: async (table, columns) => {
      if (await run(isForeign(sql, table))) {
        foreign.push(table)
        insert = undefined
      } else {
        await run(makeRowType(sql, { table, columns }))
        insert = insertText({ table, columns })
      }
    },
    rows: async (rows) => void (insert && (await run(sql.unsafe(insert, [rows]))))
  })
  yield* forgetServer(sql)
  if (isOldNumbering(archive.manifest)) yield* renumber(sql)
  yield* sql.unsafe(`drop table ${unfinishedTable}`)
  return { foreign }
})

export interface Restored {
  /** Tables of other programs in the same database, whose rows have no table here and were left out. */
  readonly foreign: ReadonlyArray<string>
}

/** The rows are in the database, which is as the program of the backup left it. */
const notUpToDate =
  ({ program }: Manifest) =>
  (error: Exclude<RestoreError, BackupFailed>) =>
    failed(
      `All rows are restored, but the tables cannot be brought up to date: ${because(error)}. The database is as rcpt ` +
        `${program} left it: correct that there, then start this program.`
    )

/** `archive` was read to its end before (`checkArchive`): nothing is touched for a file that is damaged. */
export const restoreArchive = (
  archive: Archive
): Effect.Effect<Restored, RestoreError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const level = levelOf(archive.manifest)
    const sql = yield* SqlClient.SqlClient
    yield* refuseUnfit(sql, archive.manifest)
    yield* begin(sql)
    yield* migrateStoreUpTo(level.store)
    yield* migrateUpTo(level.service)
    const restored = yield* sql.withTransaction(fill(sql, archive))
    yield* Effect.andThen(migrateStoreUpTo(Infinity), migrateUpTo(Infinity)).pipe(
      Effect.mapError(notUpToDate(archive.manifest))
    )
    return restored
  })
