/**
 * What a view is, said once: its tables, what finds a row of them, and what is summed. Its writes, the removal of a
 * generation, the audit's comparison with the log and the sizes that operators see follow from it.
 */
import type { SealedCommit } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export type Written = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

/** A table whose rows are single facts. Each row is one of a generation. */
interface Rows {
  readonly table: string
  /** The columns that a row is found by, after its generation. */
  readonly by: ReadonlyArray<string>
}

/** A table of sums per account and day or month. A row that is missing counts as 0 in each column. */
export interface Sums<By extends string = string, Column extends string = string> {
  readonly table: string
  /** The column of the first day of the period. */
  readonly period: "day" | "month"
  /** Further columns that a row is found by. */
  readonly of: ReadonlyArray<By>
  readonly columns: ReadonlyArray<Column>
  /** How two values of a column become one; default: by their sum. */
  readonly folds?: Readonly<Partial<Record<Column, "min" | "max">>>
}

/** What an event adds to a row of sums. `date`: the first day of the period, `2026-11-01`. */
type Added<By extends string, Column extends string> = {
  readonly account: string
  readonly date: string
} & Readonly<Record<By, string> & Record<Column, number>>

export interface View extends Projection {
  readonly tables: ReadonlyArray<Rows | Sums>
}

/** A view whose rows follow from the log alone, so that an audit makes them again and compares. */
export interface ComparedView extends View {
  readonly claim: { readonly id: string; readonly says: string }
  /**
   * Writes to tables that no one else writes to. Sums are written as those of another generation: each page of the log has
   * one of its own, and they are folded in the end.
   */
  readonly applyAlone: (
    generation: number,
    commits: ReadonlyArray<SealedCommit>,
    ofSums: number
  ) => Written
}

/** The columns that find a row, after its generation. */
export const keysOf = (table: Rows | Sums): ReadonlyArray<string> =>
  "period" in table ? ["account_id", table.period, ...table.of] : table.by

const foldOf = { sum: (a: number, b: number) => a + b, min: Math.min, max: Math.max }
const sqlFoldOf = { sum: "+", min: "least", max: "greatest" }

/** One row for each key: a statement must not touch a row twice. */
const foldRows = <By extends string, Column extends string>(
  { of, columns, folds }: Sums<By, Column>,
  added: ReadonlyArray<Added<By, Column>>
): ReadonlyArray<object> => {
  const rows = new Map<string, Record<string, string | number>>()
  for (const one of added) {
    const key = [one.account, one.date, ...of.map((name) => one[name])].join("\n")
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { ...one })
    else
      for (const name of columns) {
        const fold = foldOf[folds?.[name] ?? "sum"]
        row[name] = fold(Number(row[name]), one[name])
      }
  }
  return [...rows.values()]
}

/** Adds to the rows of a generation. */
export const addTo = <By extends string, Column extends string>(
  sums: Sums<By, Column>,
  generation: number,
  added: ReadonlyArray<Added<By, Column>>
): Written =>
  Effect.suspend(() => {
    if (added.length === 0) return Effect.void
    const { table, of, columns, folds } = sums
    const keys = ["generation", ...keysOf(sums)].join(", ")
    const foldIn = (name: Column) => {
      const fold = sqlFoldOf[folds?.[name] ?? "sum"]
      return fold === "+"
        ? `${name} = t.${name} + excluded.${name}`
        : `${name} = ${fold}(t.${name}, excluded.${name})`
    }
    const types = [...of.map((name) => `${name} text`), ...columns.map((name) => `${name} bigint`)]
    return SqlClient.SqlClient.use((sql) =>
      sql.unsafe(
        `insert into ${table} as t (${[keys, ...columns].join(", ")})
        select $1::int, account, date, ${[...of, ...columns].join(", ")}
        from json_to_recordset($2::json) as added (account uuid, date date, ${types.join(", ")})
        on conflict (${keys}) do update set ${columns.map(foldIn).join(", ")}`,
        [generation, JSON.stringify(foldRows(sums, added))]
      )
    ).pipe(Effect.asVoid)
  })

/** A view that has one table of sums. The order of commits does not matter to it. */
export const sumsView = <By extends string, Column extends string>(view: {
  readonly name: string
  /** What the audit claims of it. */
  readonly says: string
  readonly sums: Sums<By, Column>
  readonly addedBy: (
    event: SealedCommit["events"][number]
  ) => ReadonlyArray<Added<NoInfer<By>, NoInfer<Column>>>
}): ComparedView => {
  const { name, says, sums, addedBy } = view
  const apply = (generation: number, commits: ReadonlyArray<SealedCommit>) =>
    Effect.suspend(() =>
      addTo(
        sums,
        generation,
        commits.flatMap(({ events }) => events.flatMap(addedBy))
      )
    )
  return {
    name,
    tables: [sums],
    claim: { id: name, says },
    apply,
    applyAlone: (_, commits, ofSums) => apply(ofSums, commits),
    drop: (generation) =>
      SqlClient.SqlClient.use(
        (sql) => sql`delete from ${sql(sums.table)} where generation = ${generation}`
      ).pipe(Effect.asVoid)
  }
}
