/** The tables of a database, in the order in which they can be filled, and its sequences. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export interface Table {
  /** The name with its schema, quoted where necessary: `es.event`. */
  readonly name: string
  /** The columns without those that Postgres computes from others. */
  readonly columns: ReadonlyArray<string>
}

/**
 * Not kept: what says which processes live. Effect's cluster makes tables and a sequence of its own when it starts, and
 * a node's row is of a process that is not there after a restore.
 */
const passing = /^(?:public\.)?(?:cluster_\w+|node)$/

/** Whether a table or sequence, by the name that Postgres gives it, comes back by a restore. */
export const isKept = (name: string): boolean => !passing.test(name)

const learn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const tables = yield* sql<Table>`
    select c.oid::regclass::text as name, (
      select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'es') and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`
  const references = yield* sql<{ readonly from: string; readonly to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and conrelid <> confrelid and conparentid = 0`
  return { tables: tables.filter(({ name }) => isKept(name)), references }
})

/** Puts a table after those that it refers to. */
export const inOrder = (
  names: ReadonlyArray<string>,
  references: ReadonlyArray<{ readonly from: string; readonly to: string }>
): ReadonlyArray<string> => {
  const ordered = new Set<string>()
  const visit = (name: string): void => {
    if (ordered.has(name)) return
    for (const { from, to } of references) if (from === name && names.includes(to)) visit(to)
    ordered.add(name)
  }
  names.forEach(visit)
  return [...ordered]
}

export const tablesInOrder: Effect.Effect<
  ReadonlyArray<Table>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const { tables, references } = yield* learn(yield* SqlClient.SqlClient)
  const names = tables.map(({ name }) => name)
  return inOrder(names, references).map((name) => tables.find((table) => table.name === name)!)
})

export interface SequenceState {
  readonly last: string
  readonly isCalled: boolean
}

/**
 * Sequences are of no snapshot: while a large database is read, commits go on. Numbers that no commit of the
 * snapshot has would be gaps, and the sealer stops where there are too many.
 */
const commitNumbers = "es.commit_commit_id_seq"

const lastCommit = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* sql<SequenceState>`
    select greatest(1, max_seen, (select max(commit_id) from es.commit))::text as last,
      greatest(max_seen, (select max(commit_id) from es.commit), 0) > 0 as "isCalled" from es.head`
  return row!
})

export const sequences: Effect.Effect<
  Readonly<Record<string, SequenceState>>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = yield* sql<{ readonly name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'es') and c.relkind = 'S' order by 1`
  const kept = names.filter(({ name }) => isKept(name))
  const states = yield* Effect.forEach(kept, ({ name }) =>
    Effect.map(
      sql.unsafe<SequenceState>(
        `select last_value::text as last, is_called as "isCalled" from ${name}`
      ),
      ([state]) => [name, state!] as const
    )
  )
  return { ...Object.fromEntries(states), [commitNumbers]: yield* lastCommit(sql) }
})

/** Settings by which values are written as text and read again, whatever those of the server are. */
export const textSettings = [
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "extra_float_digits = 1",
  "bytea_output = 'hex'",
  "xmlbinary = 'base64'"
]
