/**
 * Corrects the addresses of a downloaded CSV that are probably mistyped: the rows that have a `did_you_mean`, with the
 * columns of the upload and the suggestion in place of the address.
 */
import { csvLineWith } from "@rcpt/api/csvFile"
import { csvRecords } from "@rcpt/api/csvRecords"
import { delimiters } from "@rcpt/api/listStart"

interface CorrectedRows {
  /** The header and the corrected rows, as lines of CSV. */
  readonly lines: ReadonlyArray<string>
  readonly corrections: ReadonlyArray<{ readonly before: string; readonly after: string }>
}

const none: CorrectedRows = { lines: [], corrections: [] }

/** The first of the columns that the service appends. It has a prefix where the upload has such a column itself. */
const firstResult = ["rcpt_verification_status", "verification_status"]

interface Download {
  readonly delimiter: string
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The number of columns of the upload. */
  readonly width: number
}

/** Reads a download. Lines before its header, such as notes of the program that wrote the upload, are left out. */
const readDownload = (csv: string): Download | undefined => {
  for (const delimiter of delimiters) {
    const records = Array.from(csvRecords(csv, delimiter, false), ({ cells }) => cells)
    for (const name of firstResult) {
      const at = records.findIndex((cells) => cells.includes(name))
      const header = records[at]
      if (header !== undefined)
        return {
          delimiter,
          header,
          rows: records.slice(at + 1),
          width: header.lastIndexOf(name)
        }
    }
  }
  return undefined
}

/** How surely a cell is the address of its row. The canonical form has the same domain, if there is one. */
const likeness = (cell: string, canonical: string): number => {
  if (!cell.includes("@")) return 0
  const domain = canonical.slice(canonical.lastIndexOf("@"))
  return domain !== "" && cell.trim().toLowerCase().endsWith(domain) ? 2 : 1
}

/** The service puts an apostrophe before a cell that a spreadsheet would run; an address has none of these. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, "")

export const correctRows = (csv: string): CorrectedRows => {
  const download = readDownload(csv)
  if (download === undefined) return none
  const { delimiter, header, rows, width } = download
  const resultAt = (name: string): number =>
    Math.max(header.lastIndexOf(`rcpt_${name}`), header.lastIndexOf(name))
  const [suggestion, canonical] = [resultAt("did_you_mean"), resultAt("normalized_email")]
  const mistyped = rows.filter((row) => (row[suggestion] ?? "") !== "")
  const sums = Array.from({ length: width }, (_, column) =>
    mistyped.reduce((sum, row) => sum + likeness(row[column] ?? "", row[canonical] ?? ""), 0)
  )
  const most = Math.max(0, ...sums)
  if (most === 0) return none
  const column = sums.indexOf(most)
  const line = csvLineWith(delimiter)
  const corrections = mistyped.map((row) => ({
    before: row[column] ?? "",
    after: withoutGuard(row[suggestion] ?? "")
  }))
  return {
    lines: [
      line(header.slice(0, width)),
      ...mistyped.map((row, at) => line(row.slice(0, width).with(column, corrections[at]!.after)))
    ],
    corrections
  }
}
