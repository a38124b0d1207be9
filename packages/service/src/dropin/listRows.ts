/**
 * Writes the results of a list as other services do: as JSON in one object, or as the original columns and theirs after
 * them. Rows are written while they are read.
 */
import { Effect, Stream } from "effect"

import { safeCell } from "../jobs/csv/resultColumns.ts"
import { answerOfRow } from "../jobs/csv/ResultRow.ts"
import { lineBy, padded } from "../jobs/csv/writeCsv.ts"
import type { ResultsRow, ResultsTable } from "../jobs/csv/writeCsv.ts"
import type { OwnWriter } from "../jobs/results/ownWriter.ts"
import type { Api, Refused } from "./DropIn.ts"
import type { Said } from "./outcome.ts"

/** `undefined`: a row without an address. It is in files only. */
const saidOf = (
  { cells, result }: ResultsRow,
  { mode, emailColumn }: Pick<ResultsTable, "mode"> & { readonly emailColumn: number }
): Said | undefined => {
  if (result === undefined) return undefined
  // How long the check of a row has taken is not kept, nor are its reasons.
  const {
    response_time_ms: _,
    reasons: __,
    ...said
  } = answerOfRow((cells[emailColumn] ?? "").trim(), result, mode)
  return said
}

export type Cell = string | number | boolean | null | undefined

interface Columns {
  /** Whether the columns of the upload come before. */
  readonly keepsOriginal: boolean
  readonly columns: Readonly<Record<string, (said: Said) => Cell>>
}

export const csvRows =
  ({ keepsOriginal, columns }: Columns): OwnWriter =>
  (table) =>
  (rows) => {
    const lineOf = lineBy(keepsOriginal ? table.format.delimiter : ",")
    const originals = (cells: ReadonlyArray<string>) =>
      keepsOriginal ? padded(cells, table.width) : []
    const values = Object.values(columns)
    const cell = (value: Cell): string => {
      const text = String(value ?? "")
      return typeof value === "string" ? safeCell(text) : text
    }
    const header = lineOf(originals(table.columns), Object.keys(columns))
    const lines = rows.pipe(
      Stream.map((row) => ({ row, said: saidOf(row, table) })),
      Stream.filter(({ said }) => keepsOriginal || said !== undefined),
      Stream.map(({ row, said }) =>
        lineOf(
          originals(row.cells),
          values.map((value) => (said === undefined ? "" : cell(value(said))))
        )
      )
    )
    // Without a byte order mark: programs read these files.
    const start = keepsOriginal ? table.format.preamble + header : header
    return Stream.make(start).pipe(Stream.concat(lines), Stream.encodeText)
  }

interface Objects {
  /** The fields before the rows. */
  readonly before: object
  /** The name of the field with the rows. */
  readonly rows: string
  /** `data`: the cells of the upload, by the names of their columns. */
  readonly row: (said: Said, data: () => Readonly<Record<string, string>>) => object
  readonly skip?: number | undefined
  readonly take?: number | undefined
  /** The fields after the rows, once all of them have been seen. */
  readonly after?: () => object
}

/** The inside of an object, without its braces. */
const fieldsIn = (value: object): string => JSON.stringify(value).slice(1, -1)

export const jsonRows =
  ({ before, rows: name, row, skip = 0, take = Infinity, after }: Objects): OwnWriter =>
  (table) =>
  (rows) => {
    let seen = 0
    const start = fieldsIn(before)
    const items = rows.pipe(
      Stream.map((each) => ({ each, said: saidOf(each, table) })),
      Stream.filter(
        (pair): pair is { each: ResultsRow; said: Said } =>
          pair.said !== undefined && ++seen > skip && seen <= skip + take
      ),
      Stream.map(({ each, said }, index) => {
        const data = () =>
          Object.fromEntries(table.columns.map((column, at) => [column, each.cells[at] ?? ""]))
        return `${index === 0 ? "" : ","}${JSON.stringify(row(said, data))}`
      })
    )
    const end = Stream.suspend(() => {
      const last = after === undefined ? "" : fieldsIn(after())
      return Stream.make(`]${last === "" ? "" : `,${last}`}}`)
    })
    return Stream.make(`{${start}${start === "" ? "" : ","}${JSON.stringify(name)}:[`).pipe(
      Stream.concat(items),
      Stream.concat(end),
      Stream.encodeText
    )
  }

type Counts = Readonly<Record<string, number>>

/** How many rows of a complete job have each word; a row may have several. */
export const countRows = (
  api: Api,
  id: string,
  wordsOf: (said: Said) => ReadonlyArray<string>
): Effect.Effect<Counts, Refused> =>
  api.results(id, tally(wordsOf)).pipe(
    Effect.flatMap((stream) => Effect.orDie(Stream.mkString(Stream.decodeText(stream)))),
    Effect.map((json): Counts => JSON.parse(json))
  )

const tally =
  (wordsOf: (said: Said) => ReadonlyArray<string>): OwnWriter =>
  (table) =>
  (rows) => {
    const counts: Record<string, number> = {}
    const counted = rows.pipe(
      Stream.map((row) => {
        const said = saidOf(row, table)
        for (const word of said === undefined ? [] : wordsOf(said))
          counts[word] = (counts[word] ?? 0) + 1
        return ""
      }),
      Stream.drain
    )
    return counted.pipe(
      Stream.concat(Stream.suspend(() => Stream.make(JSON.stringify(counts)))),
      Stream.encodeText
    )
  }
