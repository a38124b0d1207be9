/** The sheets of an Excel workbook (.xlsx, ECMA-376), as records. Formulas have the value that was saved with them. */
import { attributeOf, xmlTokens } from "./xmlTokens.ts"

export type Records = ReadonlyArray<ReadonlyArray<string>>

/** A character that XML cannot hold, as in `ann@acme.test_x000D_` (ECMA-376 §22.9.2.19). */
const escapedCharacter = /_x([\da-f]{4})_/gi

const unescaped = (text: string): string =>
  text.replace(escapedCharacter, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16))
  )

/** The shared strings, without phonetic runs, which repeat them (ECMA-376 §18.4.8). */
export const sharedStrings = (xml: string): ReadonlyArray<string> => {
  const strings: Array<string> = []
  let text = ""
  let isText = false
  let isPhonetic = false
  for (const token of xmlTokens(xml)) {
    if (token._tag === "Text") {
      if (isText && !isPhonetic) text += token.text
      continue
    }
    const isOpen = token._tag === "Open"
    if (token.name === "t") isText = isOpen
    else if (token.name === "rPh") isPhonetic = isOpen
    else if (token.name === "si" && isOpen) text = ""
    else if (token.name === "si") strings.push(unescaped(text))
  }
  return strings
}

/** The numbers of the date formats that every workbook has (ECMA-376 §18.8.30). */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Text in quotes and in brackets (colours, currencies) is not part of a date. */
const literals = /"[^"]*"|\[[^\]]*\]|\\./g

const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replace(literals, ""))

/** Whether each style of cells is a date, by the index that cells have as `s`. */
export const dateStyles = (xml: string): ReadonlyArray<boolean> => {
  const own = new Map<number, boolean>()
  const styles: Array<boolean> = []
  let isCellFormat = false
  for (const token of xmlTokens(xml)) {
    if (token._tag === "Text") continue
    if (token.name === "cellXfs") isCellFormat = token._tag === "Open"
    if (token._tag === "Close") continue
    const id = Number(attributeOf(token.attributes, "numFmtId"))
    if (token.name === "numFmt")
      own.set(id, isDateCode(attributeOf(token.attributes, "formatCode") ?? ""))
    else if (token.name === "xf" && isCellFormat) styles.push(own.get(id) ?? isBuiltInDate(id))
  }
  return styles
}

const dayMillis = 86_400_000

/** Day 0 of the two date systems. The first counts 29 February 1900, which did not exist. */
const epochs = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) }

/** Days: 31 December 9999, the last that Excel knows. */
const serialMax = 2_958_466

/** The text of a date, such as `2026-01-31`, or with its time; the number itself if it is not a date. */
const dateText = (serial: string, isFrom1904: boolean): string => {
  const days = Number(serial)
  if (!(days >= 0 && days < serialMax)) return serial
  const epoch = isFrom1904 ? epochs.from1904 : epochs.from1900
  // The time is rounded to a second, because days are fractions that are not exact.
  const millis = Math.round((days * dayMillis) / 1_000) * 1_000
  const text = new Date(epoch + millis).toISOString()
  if (days < 1) return text.slice(11, 19)
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ")
}

const aCode = "A".charCodeAt(0)
const letters = 26

/** The column of a cell, counted from 0: 2 for `C5`. `undefined` if the cell follows the one before. */
const columnOf = (reference: string | undefined): number | undefined => {
  const name = /^[A-Z]+/.exec(reference ?? "")?.[0]
  if (name === undefined) return undefined
  return Array.from(name).reduce((sum, one) => sum * letters + one.charCodeAt(0) - aCode + 1, 0) - 1
}

interface CellReader {
  readonly strings: ReadonlyArray<string>
  readonly isDate: ReadonlyArray<boolean>
  readonly isFrom1904: boolean
  /** Called for a column that is not read. */
  readonly onColumnBeyond: () => never
  readonly columnsMax: number
}

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: string | undefined
  value: string
}

const cellText = (
  { type, style, value }: OpenCell,
  { strings, isDate, isFrom1904 }: CellReader
): string => {
  if (type === "inlineStr") return unescaped(value)
  if (type === "s") return strings[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type !== "n" || value === "") return value
  return isDate[Number(style ?? 0)] ? dateText(value, isFrom1904) : value
}

export const xlsxRecords = (xml: string, reader: CellReader): Records => {
  const records: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let cell: OpenCell | undefined
  let isValue = false
  let isPhonetic = false
  for (const token of xmlTokens(xml)) {
    if (token._tag === "Text") {
      if (cell !== undefined && isValue && !isPhonetic) cell.value += token.text
      continue
    }
    const isOpen = token._tag === "Open"
    switch (token.name) {
      case "row":
        if (isOpen) row = []
        else records.push(row)
        break
      case "c": {
        if (isOpen) {
          const column = columnOf(attributeOf(token.attributes, "r")) ?? row.length
          if (column >= reader.columnsMax) reader.onColumnBeyond()
          const type = attributeOf(token.attributes, "t") ?? "n"
          cell = { column, type, style: attributeOf(token.attributes, "s"), value: "" }
        } else if (cell !== undefined) {
          while (row.length < cell.column) row.push("")
          row[cell.column] = cellText(cell, reader)
          cell = undefined
        }
        break
      }
      case "v":
      case "t":
        isValue = isOpen && (token.name === "v") !== (cell?.type === "inlineStr")
        break
      case "rPh":
        isPhonetic = isOpen
        break
    }
  }
  return records
}
