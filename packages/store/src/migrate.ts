/**
 * Makes tables and functions, and brings them up to date: those of the store, and by the same means those of a service.
 * Safe on several nodes at once: one migrates, the others wait.
 *
 * Numbered migrations have DDL and data alone. Functions live once, as they are now: all of them are defined again, in
 * the transaction of the migrations, whenever a hash of their text differs from the one that the database notes. A
 * function that is removed, or whose arguments or result get other types, is dropped by a numbered migration.
 */
import { createHash } from "node:crypto"

import { Context, Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { orderFunctions } from "./functions/orderFunctions.ts"
import { tableFunctions } from "./functions/tableFunctions.ts"
import { writeFunctions } from "./functions/writeFunctions.ts"
import baseline from "./migrations/0001_baseline.ts"

export interface Migrations {
  /** The table that notes which migrations were applied. */
  readonly table: string
  /** The migrations by their number and name, as in `0001_baseline`. */
  readonly numbered: Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>>
  /** Each is a statement `create or replace function`. */
  readonly functions: ReadonlyArray<string>
}

/** The migrations of the store. A test replaces them by those of an invented release. */
export const StoreMigrations = Context.Reference<Migrations>("@rcpt/store/Migrations", {
  defaultValue: () => ({
    table: "store_migrations",
    numbered: { "0001_baseline": baseline },
    functions: [...tableFunctions, ...writeFunctions, ...orderFunctions]
  })
})

type Migrate<A = void> = Effect.Effect<
  A,
  Migrator.MigrationError | SqlError.SqlError,
  SqlClient.SqlClient
>

const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The number of the last migration. */
export const latestOf = ({ numbered }: Migrations): number =>
  Math.max(...Object.keys(numbered).map(numberOf))

/** The comment on the table of migrations that names the functions which were defined last. */
const noteOf = ({ functions }: Migrations): string =>
  `functions ${createHash("sha256").update(functions.join("\n")).digest("hex")}`

interface Applied {
  readonly latest: number
  readonly note: string | null
}

const appliedIn = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [applied] = yield* sql<Applied>`
    select coalesce(max(migration_id), 0)::int4 as latest,
      obj_description(to_regclass(${table}), 'pg_class') as note from ${sql(table)}`
  return applied!
})

/** Whether the tables and functions of a database are exactly those of these migrations. */
export const areCurrent = (
  migrations: Migrations
): Effect.Effect<boolean, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [table] = yield* sql<{ readonly exists: boolean }>`
      select to_regclass(${migrations.table}) is not null as exists`
    if (!table!.exists) return false
    const { latest, note } = yield* appliedIn(migrations.table)
    return latest === latestOf(migrations) && note === noteOf(migrations)
  })

/** A program beside newer tables leaves their functions alone: a newer program has defined them. */
const defineFunctions = Effect.fnUntraced(function* (migrations: Migrations) {
  const sql = yield* SqlClient.SqlClient
  const { latest, note } = yield* appliedIn(migrations.table)
  if (latest > latestOf(migrations) || note === noteOf(migrations)) return
  for (const definition of migrations.functions) yield* sql.unsafe(definition)
  yield* sql.unsafe(`comment on table ${migrations.table} is '${noteOf(migrations)}'`)
})

/**
 * Up to a migration, as a backup of that time needs the tables. Functions are defined only with the last migration, since
 * they may name tables that came later; those that the tables rest on are there from the baseline on.
 */
export const migrateTables = (migrations: Migrations, upTo = Infinity): Migrate =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { table, numbered } = migrations
    const wanted = Object.entries(numbered).filter(([name]) => numberOf(name) <= upTo)
    // Until the end of the transaction. The migrator locks its table too, but makes it before.
    yield* sql`select pg_advisory_xact_lock(hashtextextended(${table}, 0))`
    yield* Migrator.make({})({
      loader: Migrator.fromRecord(Object.fromEntries(wanted)),
      table
    })
    if (upTo >= latestOf(migrations)) yield* defineFunctions(migrations)
  }).pipe((work) => SqlClient.SqlClient.use((sql) => sql.withTransaction(work)))

export const migrateUpTo = (upTo: number): Migrate =>
  Effect.flatMap(StoreMigrations, (migrations) => migrateTables(migrations, upTo))

export const migrate: Migrate = migrateUpTo(Infinity)
