/**
 * The layout of a list: which column has the addresses, and whether the first row is a header. A guess by the rules
 * of the service, which it shares, and the parts of the form that say it.
 */
import { byHeader, readListStart, sampledRowsMax } from "./listStart.ts"
import type { ColumnReason, Layout } from "./listStart.ts"

export interface ListLayout {
  /** Counted from 0; -1 if none is chosen. */
  readonly column: number
  readonly hasHeader: boolean
}

/** The decoded start of a file. */
export interface ListText {
  readonly text: string
  readonly encoding: string
  /** True if the file goes on after the text. */
  readonly isCut: boolean
}

export interface FileStart {
  readonly delimiter: string
  /** The text before the header or the first row. */
  readonly preamble: string
  /** The names of the columns, which are generated if there is no header row. */
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The column that the service takes by itself, counted from 0; -1 if there is none. */
  readonly emailColumn: number
  /** Why the service takes it: several names promise addresses, or one does. */
  readonly because: ColumnReason
}

/** Rows in the preview: enough to recognize the list. */
const previewRows = 5

const read = (list: Pick<ListText, "text" | "isCut">, layout: Layout) =>
  readListStart({ ...list, layout })

export const startOf = (
  list: Pick<ListText, "text" | "isCut">,
  hasHeader: boolean
): FileStart | undefined => {
  const start = read(list, { ...byHeader, hasHeader })
  return (
    start && {
      delimiter: start.delimiter,
      preamble: start.preamble,
      header: start.columns,
      rows: start.rows.slice(0, previewRows),
      emailColumn: start.found._tag === "Column" ? start.found.column : -1,
      because: start.found._tag === "Column" ? start.found.because : "cells"
    }
  )
}

export interface FilledColumns {
  /** Those of whose cells one or more have an `@`. */
  readonly withAt: ReadonlyArray<number>
  /** Those that have cells, none with an `@`. The service refuses them, free. */
  readonly withoutAt: ReadonlyArray<number>
  /** Whether no further row could add to them. */
  readonly isWhole: boolean
}

export const filledColumns = (
  list: Pick<ListText, "text" | "isCut">,
  hasHeader: boolean
): FilledColumns => {
  const { columns = [], rows = [] } = read(list, { ...byHeader, hasHeader }) ?? {}
  const all = [...columns.keys()]
  const withAt = all.filter((column) => rows.some((row) => row[column]?.includes("@")))
  const isFilled = (column: number) => rows.some((row) => (row[column] ?? "").trim() !== "")
  return {
    withAt,
    withoutAt: all.filter((column) => !withAt.includes(column) && isFilled(column)),
    isWhole: !list.isCut && rows.length < sampledRowsMax
  }
}

/** The likely layout, or `undefined` if there is no row. */
export const guessLayout = (list: Pick<ListText, "text" | "isCut">): ListLayout | undefined => {
  const start = read(list, byHeader)
  if (start === undefined) return undefined
  const { found } = start
  if (found._tag === "Column") return { column: found.column, hasHeader: true }
  const likely = found._tag === "NotNamed" ? found.likely : undefined
  return likely === undefined
    ? { column: -1, hasHeader: true }
    : { column: likely.column, hasHeader: likely.hasHeader }
}

export type LayoutParts = Readonly<
  Partial<Record<"column" | "header" | "encoding" | "import_date", string>>
>

/**
 * The parts of the form that name the column. There are none if the service finds the same column by
 * itself.
 */
export const partsOf = (
  { column, hasHeader }: ListLayout,
  { emailColumn }: FileStart
): LayoutParts => {
  if (hasHeader && emailColumn === column) return {}
  return { column: String(column + 1), ...(!hasHeader && { header: "false" }) }
}
