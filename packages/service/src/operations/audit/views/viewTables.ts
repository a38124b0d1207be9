/**
 * The tables of the views, twice: as the service keeps them, and as the projections make them of the log during an
 * audit, in temporary tables. Each comparison answers the first row that differs.
 *
 * A projection names its tables without a schema. `search_path` has `pg_temp` in front, so it writes to the temporary
 * ones, and statements that the connection has prepared for the others are planned anew.
 */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import type { Checked } from "@rcpt/store/audit/readable"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { entriesOf } from "../../../views/ledger/entryRows.ts"
import { keysOf } from "../../../views/View.ts"
import type { Sums, View } from "../../../views/View.ts"

/** SQL: a table of the service by its name, with its schema. */
export type Kept = (table: string) => string

/** The first difference of a generation's rows, if there is one. */
type Comparison = (kept: Kept, part: Part) => Checked<Broken | undefined>

/** Which rows are those of one generation of a view. */
export interface Part {
  readonly generation: number
  /** SQL for the temporary tables of sums, where each page of the log has a generation of its own (`pageOf`). */
  readonly isOfPages: string
}

/**
 * The sums of each page of the log get a generation of their own and are added up in the end. Upserts of one row would
 * get slower with each: versions that one transaction replaces are not cleaned up before it ends. `index`: the place
 * of the view's generation among `count` that are compared.
 */
export const pageOf = (page: number, index: number, count: number): number => page * count + index

export const partOf = (generation: number, index: number, count: number): Part => ({
  generation,
  isOfPages: `generation % ${count} = ${index}`
})

const ask = <Row extends object>(query: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe<Row>(query).unprepared).pipe(
    Effect.map(([first]): Row | undefined => first)
  )

const rowsOf = (table: string, generation: number) =>
  `(select * from ${table} where generation = ${generation})`

/** SQL: what was made of the log as `e`, and what is kept as `k`. */
const bothOf = (kept: Kept, table: string, generation: number) =>
  `${rowsOf(`pg_temp.${table}`, generation)} e full join ${rowsOf(kept(table), generation)} k`

interface SumsRow {
  readonly account: string
  readonly date: string
  readonly by: ReadonlyArray<string>
  readonly expected: ReadonlyArray<string>
  readonly found: ReadonlyArray<string>
}

const sums =
  (all: Sums): Comparison =>
  (kept, { generation, isOfPages }) => {
    const { table, period, of: by, columns, folds = {} } = all
    const keys = keysOf(all).join(", ")
    const folded = columns.map((name) => `${folds[name] ?? "sum"}(${name}) as ${name}`).join(", ")
    const values = (row: string) => columns.map((name) => `coalesce(${row}.${name}, 0)`).join(", ")
    return Effect.map(
      ask<SumsRow>(`
        select account_id::text as account, ${period}::text as date,
          array[${by.join(", ")}]::text[] as by, array[${values("e")}]::text[] as expected, array[${values("k")}]::text[] as found
        from (
          select ${keys}, ${folded} from pg_temp.${table} where ${isOfPages} group by ${keys}
        ) e full join ${rowsOf(kept(table), generation)} k using (${keys})
        where (${values("e")}) is distinct from (${values("k")})
        order by ${keys} limit 1`),
      (row) => {
        if (row === undefined) return undefined
        const at = columns.findIndex((_, i) => row.expected[i] !== row.found[i])
        const when = [`${period} ${row.date}`, ...by.map((name, at) => `${name} '${row.by[at]}'`)]
        const place = `${table} of account ${row.account}, ${when.join(", ")}: ${columns[at]} `
        return { expected: place + row.expected[at], found: place + row.found[at] }
      }
    )
  }

interface EntryRow {
  readonly account: string
  readonly seq: bigint
  readonly commitId: bigint
  readonly expected: string | null
  readonly found: string | null
}

const entry = "(commit_id, type, credits, change, balance, hold_id)"
const entryIn = (row: string) => entry.replaceAll(/\w+/g, (name) => `${row}.${name}`)

/**
 * The entries of the ledger as their owners see them. Rows of commits are compared first, and the entries of the first
 * that differs then. Where these are the same, they are in another order.
 */
const entries: Comparison = (kept, { generation }) => {
  const row = (of: string) =>
    `(${of}.commit_id, ${of}.balance, ${of}.idxs, ${of}.types, ${of}.amounts, ${of}.holds)`
  const entriesIn = (table: string) => `(
    select * from ${entriesOf(table)} all_entries join first using (account_id, seq)
    where generation = ${generation})`
  return Effect.map(
    ask<EntryRow>(`
      with first as materialized (
        select account_id, seq, coalesce(k.commit_id, e.commit_id) as of_commit,
          e::text as expected, k::text as found
        from ${bothOf(kept, "ledger_commit", generation)} using (account_id, seq)
        where ${row("e")} is distinct from ${row("k")} order by seq, account_id limit 1
      ), entry as (
        select ${entryIn("e")}::text as expected, ${entryIn("k")}::text as found,
          e.idx is not null as is_expected, k.idx is not null as is_found
        from ${entriesIn("pg_temp.ledger_commit")} e full join ${entriesIn(kept("ledger_commit"))} k using (idx)
        where ${entryIn("e")} is distinct from ${entryIn("k")} order by idx limit 1
      )
      select account_id::text as account, seq, of_commit as "commitId",
        case when is_expected is null then first.expected when is_expected then entry.expected end as expected,
        case when is_found is null then first.found when is_found then entry.found end as found
      from first left join entry on true`),
    (first) => {
      if (first === undefined) return undefined
      const { account, seq, commitId, expected, found } = first
      const place = { commitId: Number(commitId), seq: Number(seq) }
      return expected === null
        ? { ...place, expected: "an event that it is of", found: `an entry of account ${account}` }
        : {
            ...place,
            expected: `an entry with commit, type, credits, change, balance, hold ${expected}`,
            found: found ?? "none"
          }
    }
  )
}

interface HoldRow {
  readonly seq: bigint | null
  readonly expected: string
  readonly found: string
}

/** Rows about holds: those that are missing or differ, each by its name, and how many there are too many. */
const holdRows =
  (table: string, differing: (both: string) => string): Comparison =>
  (kept, { generation }) =>
    Effect.gen(function* () {
      const first = yield* ask<HoldRow>(differing(bothOf(kept, table, generation)))
      if (first !== undefined) {
        const { seq, expected, found } = first
        return { ...(seq !== null && { seq: Number(seq) }), expected, found }
      }
      return yield* ask<Broken>(`
        select expected || ' rows of ${table}' as expected, found::text as found
        from (select count(*) as expected from ${rowsOf(`pg_temp.${table}`, generation)} e) e,
          (select count(*) as found from ${rowsOf(kept(table), generation)} k) k
        where expected <> found`)
    })

const jobs = holdRows(
  "ledger_job",
  (both) => `
    select null as seq, format('ledger_job: hold %s is of job %s', hold_id, e.job_id) as expected,
      coalesce('job ' || k.job_id, 'none') as found
    from ${both} using (hold_id) where e.job_id is not null and e.job_id is distinct from k.job_id
    order by hold_id limit 1`
)

/** Without its settlement a hold is not found by who looks for it. */
const settlements = holdRows(
  "ledger_settlement",
  (both) => `
    select seq, format('ledger_settlement: hold %s is settled here', hold_id) as expected, 'none' as found
    from ${both} using (hold_id, seq) where k.generation is null order by seq limit 1`
)

const rows: Readonly<Record<string, Comparison>> = {
  ledger_commit: entries,
  ledger_job: jobs,
  ledger_settlement: settlements
}

/** The comparisons of a view's tables. */
export const comparisonsOf = ({ tables }: View): ReadonlyArray<Comparison> =>
  tables.map((one) => ("period" in one ? sums(one) : rows[one.table]!))

/** Sums are found by `on conflict`, which wants a unique index. Other rows may be there twice after tampering. */
const indexOf = (one: View["tables"][number]): ReadonlyArray<string> => {
  const keys = keysOf(one)
  if (keys.includes("hold_id")) return []
  const kind = "period" in one ? "unique index" : "index"
  return [`create ${kind} on pg_temp.${one.table} (generation, ${keys.join(", ")})`]
}

/**
 * Creates the temporary tables, empty, for the rest of the transaction, and returns where the kept ones are. From now
 * on a table without a schema is a temporary one.
 */
export const makeTables = (views: ReadonlyArray<View>): Checked<Kept> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = views.flatMap((view) => view.tables)
    const places = yield* sql<{ readonly name: string; readonly place: string }>`
      select relname as name, format('%I.%I', nspname, relname) as place
      from unnest(${tables.map(({ table }) => table)}::text[]) as wanted (name)
        join pg_class c on c.oid = to_regclass(wanted.name) join pg_namespace n on n.oid = relnamespace`
    const placeOf = new Map(places.map(({ name, place }) => [name, place]))
    for (const one of tables) {
      yield* sql.unsafe(
        `create temp table ${one.table} (like ${placeOf.get(one.table)}) on commit drop`
      ).unprepared
      for (const index of indexOf(one)) yield* sql.unsafe(index).unprepared
    }
    yield* sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`
    return (table) => placeOf.get(table)!
  })

/** Tells the planner how many rows there are: it would compare millions as if they were a few. */
export const countRows = (views: ReadonlyArray<View>): Checked<void> =>
  SqlClient.SqlClient.use((sql) =>
    Effect.forEach(
      views.flatMap(({ tables }) => tables),
      ({ table }) => sql.unsafe(`analyze pg_temp.${table}`).unprepared,
      { discard: true }
    )
  )
