/**
 * Reads the first visible sheet of an Excel workbook (.xlsx, ECMA-376) in the browser and writes it as CSV.
 * Formulas have the value that was saved with them.
 */
import { csvFile, csvLine } from "../bulk/listFile.ts"
import { words } from "../words/workbook.tsx"
import { dateStyles, dateText } from "./cellFormats.ts"
import { notWorkbook, WorkbookError } from "./WorkbookError.ts"
import { openArchive } from "./zipArchive.ts"
import type { Archive } from "./zipArchive.ts"

/**
 * Bytes of XML per part. The parsed document takes, by estimate, ten times as much; a list of 32 MB as CSV may
 * have more, and is better saved as that.
 */
const partBytesMax = 64 * 1024 * 1024

/** The service's limit. */
const columnsMax = 1_000

const parse = async (archive: Archive, name: string): Promise<Document | undefined> => {
  const text = await archive.textOf(name, partBytesMax)
  if (text === undefined) return undefined
  const document = new DOMParser().parseFromString(text, "application/xml")
  if (document.querySelector("parsererror")) throw notWorkbook
  return document
}

/** ECMA-376 §18.4.8: without the phonetic runs, which repeat the text. */
const textIn = (element: Element): string =>
  Array.from(element.getElementsByTagName("t"))
    .filter((text) => text.parentElement?.localName !== "rPh")
    .map((text) => text.textContent ?? "")
    .join("")

const isVisible = (sheet: Element): boolean =>
  (sheet.getAttribute("state") ?? "visible") === "visible"

const relationId = /^(?:\w+:)?id$/

/** `/xl/worksheets/sheet1.xml` or relative to `xl/`. */
const entryName = (target: string): string =>
  target.startsWith("/") ? target.slice(1) : `xl/${target}`

const sheetName = async (archive: Archive, workbook: Document): Promise<string> => {
  const sheets = Array.from(workbook.getElementsByTagName("sheet"))
  const sheet = sheets.find(isVisible) ?? sheets[0]
  const attribute = Array.from(sheet?.attributes ?? []).find(({ name }) => relationId.test(name))
  const relations = await parse(archive, "xl/_rels/workbook.xml.rels")
  const relation = Array.from(relations?.getElementsByTagName("Relationship") ?? []).find(
    (one) => one.getAttribute("Id") === attribute?.value
  )
  return entryName(relation?.getAttribute("Target") ?? "worksheets/sheet1.xml")
}

const aCode = "A".charCodeAt(0)
const letters = 26

/** From 0: `C5` is 2. `undefined`: the cell follows the one before. */
const columnOf = (reference: string | null): number | undefined => {
  const name = /^[A-Z]+/.exec(reference ?? "")?.[0]
  if (name === undefined) return undefined
  const number = Array.from(name).reduce(
    (sum, letter) => sum * letters + letter.charCodeAt(0) - aCode + 1,
    0
  )
  return number - 1
}

interface CellReader {
  readonly strings: ReadonlyArray<string>
  readonly isDate: ReadonlyArray<boolean>
  readonly isFrom1904: boolean
}

const cellText = (cell: Element, { strings, isDate, isFrom1904 }: CellReader): string => {
  const type = cell.getAttribute("t") ?? "n"
  if (type === "inlineStr") return textIn(cell)
  const value = cell.getElementsByTagName("v")[0]?.textContent ?? ""
  if (type === "s") return strings[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type !== "n" || value === "") return value
  return isDate[Number(cell.getAttribute("s") ?? 0)] ? dateText(value, isFrom1904) : value
}

const rowCells = (row: Element, reader: CellReader): ReadonlyArray<string> => {
  const cells: Array<string> = []
  for (const cell of row.getElementsByTagName("c")) {
    const column = columnOf(cell.getAttribute("r")) ?? cells.length
    if (column >= columnsMax) throw new WorkbookError(words.tooManyColumns(columnsMax))
    while (cells.length < column) cells.push("")
    cells[column] = cellText(cell, reader)
  }
  return cells
}

const isBlank = (cells: ReadonlyArray<string>): boolean => cells.every((cell) => cell.trim() === "")

/** Rows have the same number of cells, so that a header without a last name is no shorter. */
const recordsOf = (sheet: Document, reader: CellReader): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = Array.from(sheet.getElementsByTagName("row"), (row) => rowCells(row, reader))
  const filled = rows.filter((cells) => !isBlank(cells))
  const width = filled.reduce((most, { length }) => Math.max(most, length), 0)
  return filled.map((cells) => [...cells, ...Array<string>(width - cells.length).fill("")])
}

export const readWorkbook = async (file: File): Promise<File> => {
  const archive = await openArchive(file)
  const workbook = await parse(archive, "xl/workbook.xml")
  if (workbook === undefined) throw notWorkbook
  const sheet = await parse(archive, await sheetName(archive, workbook))
  if (sheet === undefined) throw notWorkbook
  const shared = await parse(archive, "xl/sharedStrings.xml")
  const strings = Array.from(shared?.getElementsByTagName("si") ?? [], textIn)
  const system = workbook.getElementsByTagName("workbookPr")[0]?.getAttribute("date1904")
  const records = recordsOf(sheet, {
    strings,
    isDate: dateStyles(await parse(archive, "xl/styles.xml")),
    isFrom1904: system === "1" || system === "true"
  })
  if (records.length === 0) throw new WorkbookError(words.empty)
  return csvFile(records.map(csvLine), file.name.replace(/\.xlsx$/i, ".csv"))
}
