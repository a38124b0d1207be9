/** Pages that are written by hand but for their tables. A test fails if a page is out of date. */
import { errorTable } from "./errorTable.ts"
import { sandboxTable } from "./sandboxTable.ts"
import { scoreTable, verdictTable } from "./verdictTables.ts"
import type { Tables } from "./withTables.ts"

export interface Page {
  /** Relative to this package's folder. */
  readonly path: string
  readonly tables: Tables
}

export const pages: ReadonlyArray<Page> = [
  { path: "sandbox.md", tables: { sandboxTable } },
  { path: "errors.md", tables: { errorTable } },
  { path: "verdict-and-score.md", tables: { verdictTable, scoreTable } }
]
