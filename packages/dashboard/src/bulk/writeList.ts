/** Writes a list as CSV (RFC 4180) in UTF-8. */

const special = /[",\r\n]/

const quoted = (cell: string): string =>
  special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A record of one empty cell would be a blank line, which is no record. */
export const csvLine = (record: ReadonlyArray<string>): string =>
  `${record.map(quoted).join(",") || '""'}\r\n`

/** The byte order mark says that it is UTF-8, whatever is in it. */
export const csvFile = (lines: ReadonlyArray<string>, name: string): File =>
  new File(["\uFEFF", ...lines], name, { type: "text/csv" })
