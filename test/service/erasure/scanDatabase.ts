/**
 * Looks for texts in every column of every table, as an intruder with the whole database would: in any case,
 * within JSON and arrays, within compressed octets, and in what Postgres samples for its planner.
 */
import { zstdDecompressSync } from "node:zlib"

import { PgClient } from "@effect/sql-pg"
import { tableFacts } from "@rcpt/service/operations/retention/tableFacts"
import { Effect, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../support/freshDatabase.ts"

/** Octets as they are, and what they hold if they are compressed. */
const textsIn = (octets: Uint8Array): ReadonlyArray<string> => {
  const plain = Buffer.from(octets)
  const unpacked = Result.try(() => zstdDecompressSync(plain).toString())
  const encodings = (["utf8", "utf16le", "hex", "base64"] as const).map((as) => plain.toString(as))
  return Result.isSuccess(unpacked) ? [...encodings, unpacked.success] : encodings
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (value instanceof Uint8Array) return textsIn(value).join("\n")
  if (value instanceof Date) return String(value)
  if (typeof value === "bigint") return String(value)
  if (Array.isArray(value)) return value.map(asText).join("\n")
  return typeof value === "string" ? value : JSON.stringify(value)
}

const tables = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly table: string }>`
    select nspname || '.' || relname as table from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition
      and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`
)

/** As its client reads them: it knows an array only of types that each database has. */
const columns = (table: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly column: string }>`
      select quote_ident(attname) || case when e.typtype = 'e' then '::text[] as ' || quote_ident(attname) else '' end
        as column
      from pg_attribute a join pg_type t on t.oid = atttypid left join pg_type e on e.oid = t.typelem
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`
  )

const samples = SqlClient.SqlClient.use(
  (sql) => sql`
    select schemaname || '.' || tablename || '.' || attname as place, most_common_vals::text as most,
      histogram_bounds::text as bounds, most_common_elems::text as elements
    from pg_stats where schemaname in ('public', 'es')`
)

/** `table.column` of each place where any of the texts stands, and of how many rows. */
export const placesOf = (databaseUrl: string, texts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wanted = texts.map((text) => text.toLowerCase())
    const found = new Map<string, number>()
    const look = (place: string, value: unknown) => {
      const text = asText(value).toLowerCase()
      if (wanted.some((one) => text.includes(one))) found.set(place, (found.get(place) ?? 0) + 1)
    }
    yield* sql`analyze`
    const names = (yield* tables).map(({ table }) => table)
    // A table that nobody has described cannot be forgotten here: the list is that of the database.
    const undescribed = names.filter((name) => !tableFacts.some(({ table }) => table === name))
    if (undescribed.length > 0) return yield* Effect.die(new Error(undescribed.join()))
    for (const table of names) {
      const list = (yield* columns(table)).map(({ column }) => column).join()
      for (const row of yield* sql.unsafe<Record<string, unknown>>(`select ${list} from ${table}`))
        for (const [column, value] of Object.entries(row)) look(`${table}.${column}`, value)
    }
    for (const { place, ...sampled } of yield* samples)
      look(`sample of ${String(place)}`, Object.values(sampled).map(asText))
    return found
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(asSuperuser(databaseUrl)) })))
