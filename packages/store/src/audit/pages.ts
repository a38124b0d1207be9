/** The rows of one query, page by page, so that a table of any size takes no memory. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Checked } from "./readable.ts"

/** Events of 300 octets: some two megabytes. */
export const pageMax = 5_000

export interface Pages<Row> {
  readonly open: Checked<void>
  /** The next rows; an empty page is the end. */
  readonly next: Checked<ReadonlyArray<Row>>
  readonly close: Checked<void>
}

const run = (statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe(statement)).pipe(Effect.asVoid)

/** Runs within the transaction of the snapshot, where `cursor` is its name. */
export const pagesOf = <Row extends object>(cursor: string, query: string): Pages<Row> => ({
  open: run(`declare ${cursor} no scroll cursor for ${query}`),
  // Not prepared: its columns are those of the cursor, which is another one next time.
  next: SqlClient.SqlClient.use(
    (sql) => sql.unsafe<Row>(`fetch ${pageMax} from ${cursor}`).unprepared
  ),
  close: run(`close ${cursor}`)
})
