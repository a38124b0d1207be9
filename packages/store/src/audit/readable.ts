/**
 * The finding of a check that cannot read its rows: a page with a flipped bit, a missing file, or a value that cannot be
 * decoded. The check ends there, and the others go on.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Broken, Location } from "./AuditFinding.ts"

export type Checked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

interface NamedFile {
  readonly table: string | null
  readonly index: string | null
}

/** The relation of a file as in "base/5/16432.1": the last number, without the segment's. */
const fromMessage = (message: string): Checked<Location | undefined> =>
  Effect.gen(function* () {
    const [, file] = /(?:base|global|PG_\w+)\/(?:\d+\/)?(\d+)/.exec(message) ?? []
    if (file === undefined) return undefined
    const sql = yield* SqlClient.SqlClient
    const [named] = yield* sql<NamedFile>`
      select coalesce(indrelid, t.oid, c.oid)::regclass::text as table,
        case when indexrelid is not null or t.oid is not null then c.oid::regclass::text end as index
      from pg_class c left join pg_index on indexrelid = c.oid
        left join pg_class t on t.reltoastrelid = c.oid
      where pg_relation_filenode(c.oid) = ${file}::oid`
    if (named === undefined || named.table === null) return undefined
    const [, block] = /blocks? (\d+)/.exec(message) ?? []
    const { table, index } = named
    return {
      table: index === null ? table : `${table} (${index})`,
      ...(block !== undefined && { block: Number(block) })
    }
  })

/** Whether the rows of blocks can be read, with what is stored outside of them. */
const canRead = (table: string, from: number, to: number): Checked<boolean> =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      sql.unsafe(
        `select count(t::text) from ${table} t where ctid >= '(${from},0)' and ctid < '(${to},0)'`
      )
    )
  ).pipe(
    Effect.as(true),
    Effect.catch(() => Effect.succeed(false))
  )

interface Table {
  readonly name: string
  readonly blocks: number
}

const inTable = ({ name, blocks }: Table): Checked<Location | undefined> =>
  Effect.gen(function* () {
    if (blocks === 0 || (yield* canRead(name, 0, blocks))) return undefined
    let [low, high] = [0, blocks]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (yield* canRead(name, low, middle)) low = middle
      else high = middle
    }
    return { table: name, block: low }
  })

const byReading: Checked<Location> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<Table>`
    select c.oid::regclass::text as name, (pg_relation_size(c.oid) / 8192)::int4 as blocks
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('es', current_schema()) and relkind = 'r' order by nspname <> 'es', c.oid`
  for (const table of tables) {
    const place = yield* inTable(table)
    if (place !== undefined) return place
  }
  return {}
})

/**
 * Where damaged data is: the table and the block, which an operator needs to restore it. A field that could not be found
 * is left out.
 *
 * Postgres mostly names the file and the block. Where it does not, the tables are read in halves until one block is left.
 * That takes about as long as reading all of them twice.
 */
export const locateDamage = (message: string): Checked<Location> =>
  Effect.flatMap(fromMessage(message), (place) =>
    place === undefined ? byReading : Effect.succeed(place)
  )

interface PostgresError {
  readonly code: string
  readonly message: string
}

const postgresError = ({ reason }: SqlError.SqlError): PostgresError => {
  const { code, message } = Object(reason.cause)
  return { code: String(code), message: String(message) }
}

/**
 * PostgreSQL appendix A: class 22, "data exception"; XX, "internal error", of which XX001 and XX002 say
 * that data or an index is corrupted; 58, "system error": files that cannot be read.
 */
const isUnreadable = (error: SqlError.SqlError): boolean =>
  /^(?:22|XX|58)/.test(postgresError(error).code)

const brokenBy = (error: SqlError.SqlError): Checked<Broken> =>
  Effect.gen(function* () {
    const { code, message } = postgresError(error)
    if (code.startsWith("22"))
      return { expected: "values that can be read", found: `a row that cannot be read: ${message}` }
    const place = yield* locateDamage(message)
    return { ...place, expected: "data that can be read", found: `damaged data: ${message}` }
  })

/** The answer of a check, or why it has none. */
export type Answer<A> =
  | { readonly _tag: "Read"; readonly value: A }
  | { readonly _tag: "Unreadable"; readonly broken: Broken }

/** Runs a check in a savepoint of the snapshot, so that the snapshot survives its failure. */
export const readable = <A>(check: Checked<A>): Checked<Answer<A>> =>
  SqlClient.SqlClient.use((sql) => sql.withTransaction(check)).pipe(
    Effect.map((value): Answer<A> => ({ _tag: "Read", value })),
    Effect.catchIf(isUnreadable, (error) =>
      Effect.map(brokenBy(error), (broken): Answer<A> => ({ _tag: "Unreadable", broken }))
    )
  )
