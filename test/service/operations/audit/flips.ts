/** One octet of any column of the facts is changed: the cases are made from the catalogue. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert } from "../../../support/vitest.ts"

/**
 * SQL by the type of a column. A time that no hash covers is found when it is off by more than half a minute,
 * so one of its upper octets is changed; that of a commit is hashed.
 */
const flipped: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `${column} # 256`,
  integer: (column) => `${column} # 256`,
  smallint: (column) => `(${column} # 256::smallint)::smallint`,
  bytea: (column) => `set_byte(${column}, 7, get_byte(${column}, 7) # 1)`,
  text: (column) => `overlay(${column} placing '~' from length(${column}) - 2 for 1)`,
  json: (column) => `regexp_replace(${column}::text, '[0-9]', '7')::json`,
  uuid: (column) =>
    `(overlay(${column}::text placing case right(${column}::text, 1) when '0' then '1' else '0' end from 36))::uuid`,
  "timestamp with time zone": (column) => `${column} + interval '1 microsecond' * power(2, 40)`,
  "es.posting_kind": (column) =>
    `(case ${column} when 'charged' then 'refunded' else 'charged' end)::es.posting_kind`
}

/** Of an array, the first element is changed. */
const flipOf = (type: string): ((column: string) => string) | undefined => {
  if (!type.endsWith("[]")) return flipped[type]
  const flip = flipped[type.slice(0, -2)]
  return flip && ((column) => `array[${flip(`${column}[1]`)}] || ${column}[2:]`)
}

/** A row in the middle, with all its columns filled: a charge, its commit, its transfers, its number; a checkpoint. */
const charge = "select commit_id, idx from es.event where type = 'CreditsCharged' order by version"
const rowOf: Readonly<Record<string, string>> = {
  event: `(commit_id, idx) = (${charge} limit 1)`,
  commit: `commit_id = (select commit_id from (${charge}) e limit 1)`,
  journal: `commit_id = (select commit_id from (${charge}) e limit 1)`,
  sealed: `commit_id = (select commit_id from (${charge}) e limit 1)`,
  checkpoint: "size = (select min(size) from es.checkpoint)"
}

export interface Flip {
  readonly column: string
  readonly statement: string
}

export const flips: Effect.Effect<
  ReadonlyArray<Flip>,
  unknown,
  SqlClient.SqlClient
> = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly table: string; readonly name: string; readonly type: string }>`
      select relname as table, attname as name, format_type(atttypid, null) as type
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'es'::regnamespace and relname = any (${Object.keys(rowOf)}::text[])
        and attnum > 0 and not attisdropped
      order by relname, attnum`
).pipe(
  Effect.map((columns) =>
    columns.map(({ table, name, type }) => {
      const flip = flipOf(type)
      assert.isDefined(flip, `${table}.${name} is of type ${type}`)
      return {
        column: `${table}.${name}`,
        statement: `update es.${table} set ${name} = ${flip(name)} where ${rowOf[table]}`
      }
    })
  )
)
