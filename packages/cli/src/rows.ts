/**
 * Rows for people and for programs: a table as wide as the terminal, or one line of JSON for each in a
 * pipe and with `--json`.
 */
import { Console, Effect } from "effect"

import { printable } from "./report.ts"

/** A cell that is narrower says nothing. */
const cellMin = 8
const gap = "  "

export type Column<A> = readonly [title: string, text: (row: A) => string]

/** The last character says that there is more. */
const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`

/** The widest column gives way until all fit. */
const fitted = (wanted: ReadonlyArray<number>, width: number): ReadonlyArray<number> => {
  const widths = [...wanted]
  const total = () => widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1))
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest]! <= cellMin) break
    widths[widest] = widths[widest]! - 1
  }
  return widths
}

export const tableText = <A>(
  rows: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>,
  width: number
): string => {
  const lines = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, text]) => printable(text(row))))
  ]
  const wanted = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]!.length)))
  const widths = fitted(wanted, width)
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => cut(cell, widths[at]!).padEnd(widths[at]!))
        .join(gap)
        .trimEnd()
    )
    .join("\n")
}

export const isForPeople = (json: boolean): boolean => !json && process.stdout.isTTY

export const columnsOf = (): number => process.stdout.columns

/** For a program. */
export const printLines = (rows: ReadonlyArray<unknown>): Effect.Effect<void> =>
  Effect.forEach(rows, (row) => Console.log(JSON.stringify(row)), { discard: true })

export const printRows = <A>(
  rows: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>,
  json: boolean
): Effect.Effect<void> => {
  if (isForPeople(json)) return Console.log(tableText(rows, columns, columnsOf()))
  return printLines(rows)
}
