/** Writes lists as CSV files, in a browser and on the command line. */

const special = /["\r\n]/

/** A record as a line of CSV (RFC 4180). A single empty cell is quoted, because a blank line is no record. */
export const csvLineWith =
  (delimiter: string) =>
  (record: ReadonlyArray<string>): string => {
    const quoted = (cell: string): string =>
      special.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
    return `${record.map(quoted).join(delimiter) || '""'}\r\n`
  }

export const csvLine = csvLineWith(",")

/** A CSV file in UTF-8. The byte order mark names the encoding, whatever is in the file. */
export const csvFile = (lines: ReadonlyArray<string>, name: string): File =>
  new File(["\uFEFF", ...lines], name, { type: "text/csv" })
