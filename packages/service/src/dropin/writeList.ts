/** Makes a list of the addresses of a request, as a file that is uploaded to our API. */
import { quoted } from "../jobs/csv/writeCsv.ts"
import { addressesIn, refuse, textOf } from "./DropIn.ts"
import type { List } from "./DropIn.ts"

const fileOf = (rows: ReadonlyArray<ReadonlyArray<string>>): Blob =>
  new Blob([rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("")], { type: "text/csv" })

/** `undefined`: no list of addresses. */
export const listOfAddresses = (name: string, value: unknown): List | undefined => {
  const emails = addressesIn(value)
  if (emails === undefined || emails.length === 0) return undefined
  return { name, content: fileOf([["email"], ...emails.map((email) => [email])]), column: "1" }
}

/** The refusal of such a field. */
export const noAddresses = (field: string) => refuse(`${field} must be a list of email addresses`)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const cellOf = (value: unknown): string =>
  textOf(value) ?? (value == null ? "" : JSON.stringify(value))

/** Rows with other columns: objects by the names of their fields, or arrays of cells without a header. */
export const listOfRows = (name: string, value: unknown): List | undefined => {
  if (!Array.isArray(value) || value.length === 0) return undefined
  if (value.every(isObject)) {
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))]
    const rows = value.map((row) => columns.map((column) => cellOf(row[column])))
    return { name, content: fileOf([columns, ...rows]) }
  }
  const rows = value.map((row: unknown) => (Array.isArray(row) ? row.map(cellOf) : [cellOf(row)]))
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0)
  const found = rows.map((row) => row.findIndex((cell) => cell.includes("@"))).find((at) => at >= 0)
  if (found === undefined) return undefined
  const header = Array.from({ length: width }, (_, at) =>
    at === found ? "email" : `column_${at + 1}`
  )
  return { name, content: fileOf([header, ...rows]), column: String(found + 1) }
}
