/**
 * The layout of a list: which column has the addresses, and whether the first row is a header. A guess,
 * and the parts of the form that say it.
 */
import { findEmailColumn } from "@rcpt/api/emailColumn"

import { parseStart } from "./parseStart.ts"
import type { FileStart } from "./parseStart.ts"

export interface ListLayout {
  /** Counted from 0; -1 if none is chosen. */
  readonly column: number
  readonly hasHeader: boolean
}

/** The decoded start of a file. */
export interface ListText {
  readonly text: string
  /** True if the file goes on after the text. */
  readonly isCut: boolean
}

/** Rows in the preview: enough to recognize the list. */
const previewRows = 5

export const startOf = ({ text, isCut }: ListText, hasHeader: boolean): FileStart | undefined =>
  parseStart(text, { rows: previewRows, isCut, hasHeader })

/** The index of the column with the most cells that have an @, or -1 if there is none. */
const columnWithAddresses = ({ header, rows }: FileStart): number => {
  const counts = header.map((_, column) => rows.filter((row) => row[column]?.includes("@")).length)
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

const hasAddress = ({ rows }: FileStart, column: number): boolean =>
  rows.some((row) => row[column]?.includes("@"))

/** The likely layout, or `undefined` if there is no row. */
export const guessLayout = (list: ListText): ListLayout | undefined => {
  const start = startOf(list, true)
  if (start === undefined) return undefined
  const { header, emailColumn } = start
  const fullest = columnWithAddresses(start)
  // "info@emailshop.example" is not the name of a column, and an "email opt-in" has no addresses.
  const isNamed = emailColumn !== -1 && !header[emailColumn]?.includes("@")
  if (isNamed && (hasAddress(start, emailColumn) || fullest === -1))
    return { column: emailColumn, hasHeader: true }
  if (!header.some((cell) => cell.includes("@"))) return { column: fullest, hasHeader: true }
  return { column: columnWithAddresses(startOf(list, false) ?? start), hasHeader: false }
}

export type LayoutParts = Readonly<Partial<Record<"column" | "header", string>>>

/**
 * The parts of the form that name the column. There are none if the service finds the same column by
 * itself.
 */
export const partsOf = ({ column, hasHeader }: ListLayout, { header }: FileStart): LayoutParts => {
  if (hasHeader && findEmailColumn(header) === column) return {}
  return { column: String(column + 1), ...(!hasHeader && { header: "false" }) }
}
