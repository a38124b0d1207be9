/**
 * Reads the first visible sheet of an Excel workbook (.xlsx, ECMA-376) in the browser and writes it as CSV.
 * Formulas have the value that was saved with them. zip.js reads the archive. The sheet is read here, because
 * the libraries for spreadsheets put no limit on what comes out of an archive.
 */
import { csvFile, csvLine } from "@rcpt/api/csvFile"
import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js"
import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-native.js"

import { words } from "../words/bulk.tsx"

const { workbook: said } = words

/** The reason why a workbook cannot be read here. The message is a sentence for people. */
class WorkbookError extends Error {
  override readonly name = "WorkbookError"
}

/**
 * Bytes of XML per part. The parsed document takes, by estimate, ten times as much; a list of 32 MB as CSV may
 * have more, and is better saved as that.
 */
const partBytesMax = 64 * 1024 * 1024

/** A workbook has some dozens of entries; one of a thousand sheets has a few thousand. */
const entriesMax = 10_000

/** Columns: the service's limit. */
const columnsMax = 1_000

type Archive = ReadonlyMap<string, FileEntry>

/** The files of the archive by name. The page's policy forbids workers that are made of text, so none are used. */
const openArchive = async (file: File): Promise<Archive> => {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false })
  const entries = new Map<string, FileEntry>()
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.encrypted) throw new WorkbookError(said.protected)
    if (!entry.directory) entries.set(entry.filename, entry)
    if (entries.size >= entriesMax) break
  }
  return entries
}

/** The text of an entry. Reading stops at the limit, whatever size the archive states. */
const textOf = async (entry: FileEntry): Promise<string> => {
  const decoder = new TextDecoder()
  const pieces: Array<string> = []
  let bytes = 0
  const text = new WritableStream<Uint8Array>({
    write: (piece) => {
      bytes += piece.length
      if (bytes > partBytesMax) throw new WorkbookError(said.tooLarge)
      pieces.push(decoder.decode(piece, { stream: true }))
    }
  })
  await entry.getData(text)
  return pieces.join("") + decoder.decode()
}

/** The parsed part of that name, or `undefined` if there is none. */
const parse = async (archive: Archive, name: string): Promise<Document | undefined> => {
  const entry = archive.get(name)
  if (entry === undefined) return undefined
  const document = new DOMParser().parseFromString(await textOf(entry), "application/xml")
  if (document.querySelector("parsererror")) throw new WorkbookError(said.notWorkbook)
  return document
}

/** The elements of that name, with any namespace prefix. */
const all = (within: Document | Element, name: string): ReadonlyArray<Element> =>
  Array.from(within.getElementsByTagNameNS("*", name))

/** A character that XML cannot hold, as in `ann@acme.test_x000D_` (ECMA-376 §22.9.2.19). */
const escapedCharacter = /_x([\da-f]{4})_/gi

/** The text of a cell without its phonetic runs, which repeat it (ECMA-376 §18.4.8). */
const textIn = (element: Element): string =>
  all(element, "t")
    .filter((text) => text.parentElement?.localName !== "rPh")
    .map((text) => text.textContent ?? "")
    .join("")
    .replace(escapedCharacter, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const isVisible = (sheet: Element): boolean =>
  (sheet.getAttribute("state") ?? "visible") === "visible"

const relationId = /^(?:\w+:)?id$/

/** The entry of a target, which is `/xl/worksheets/sheet1.xml` or relative to `xl/`. */
const entryName = (target: string): string =>
  target.startsWith("/") ? target.slice(1) : `xl/${target}`

const sheetName = async (archive: Archive, workbook: Document): Promise<string> => {
  const sheets = all(workbook, "sheet")
  const sheet = sheets.find(isVisible) ?? sheets[0]
  const attribute = Array.from(sheet?.attributes ?? []).find(({ name }) => relationId.test(name))
  const relations = await parse(archive, "xl/_rels/workbook.xml.rels")
  const relation = (relations ? all(relations, "Relationship") : []).find(
    (one) => one.getAttribute("Id") === attribute?.value
  )
  return entryName(relation?.getAttribute("Target") ?? "worksheets/sheet1.xml")
}

const aCode = "A".charCodeAt(0)
const letters = 26

/** The column of a cell, counted from 0: 2 for `C5`. `undefined` if the cell follows the one before. */
const columnOf = (reference: string | null): number | undefined => {
  const name = /^[A-Z]+/.exec(reference ?? "")?.[0]
  if (name === undefined) return undefined
  const number = Array.from(name).reduce(
    (sum, letter) => sum * letters + letter.charCodeAt(0) - aCode + 1,
    0
  )
  return number - 1
}

/** The numbers of the date formats that every workbook has (ECMA-376 §18.8.30). */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Text in quotes and in brackets (colours, currencies) is not part of a date. */
const literals = /"[^"]*"|\[[^\]]*\]|\\./g

const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replace(literals, ""))

/** Whether each style of cells is a date, by the index that cells have as `s`. */
const dateStyles = (styles: Document | undefined): ReadonlyArray<boolean> => {
  if (styles === undefined) return []
  const own = new Map(
    all(styles, "numFmt").map((format) => [
      Number(format.getAttribute("numFmtId")),
      isDateCode(format.getAttribute("formatCode") ?? "")
    ])
  )
  const [formats] = all(styles, "cellXfs")
  return (formats ? all(formats, "xf") : []).map((format) => {
    const id = Number(format.getAttribute("numFmtId"))
    return own.get(id) ?? isBuiltInDate(id)
  })
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

interface CellReader {
  readonly strings: ReadonlyArray<string>
  readonly isDate: ReadonlyArray<boolean>
  readonly isFrom1904: boolean
}

const cellText = (cell: Element, { strings, isDate, isFrom1904 }: CellReader): string => {
  const type = cell.getAttribute("t") ?? "n"
  if (type === "inlineStr") return textIn(cell)
  const value = all(cell, "v")[0]?.textContent ?? ""
  if (type === "s") return strings[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type !== "n" || value === "") return value
  return isDate[Number(cell.getAttribute("s") ?? 0)] ? dateText(value, isFrom1904) : value
}

const rowCells = (row: Element, reader: CellReader): ReadonlyArray<string> => {
  const cells: Array<string> = []
  for (const cell of all(row, "c")) {
    const column = columnOf(cell.getAttribute("r")) ?? cells.length
    if (column >= columnsMax) throw new WorkbookError(said.tooManyColumns(columnsMax))
    while (cells.length < column) cells.push("")
    cells[column] = cellText(cell, reader)
  }
  return cells
}

const isBlank = (cells: ReadonlyArray<string>): boolean => cells.every((cell) => cell.trim() === "")

/** The filled rows. They all have the same number of cells, so that a header without a last name is not shorter. */
const recordsOf = (sheet: Document, reader: CellReader): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = all(sheet, "row").map((row) => rowCells(row, reader))
  const filled = rows.filter((cells) => !isBlank(cells))
  const width = filled.reduce((most, { length }) => Math.max(most, length), 0)
  return filled.map((cells) => [...cells, ...Array<string>(width - cells.length).fill("")])
}

/** A workbook with a password is no archive but a compound file that holds one (MS-OFFCRYPTO §1.3.2). */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

const isProtected = async (file: File): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, compoundFile.length).arrayBuffer())
  return compoundFile.every((byte, at) => start[at] === byte)
}

const csvOf = async (file: File): Promise<File> => {
  if (await isProtected(file)) throw new WorkbookError(said.protected)
  const archive = await openArchive(file)
  const workbook = await parse(archive, "xl/workbook.xml")
  if (workbook === undefined) throw new WorkbookError(said.notWorkbook)
  const sheet = await parse(archive, await sheetName(archive, workbook))
  if (sheet === undefined) throw new WorkbookError(said.notWorkbook)
  const shared = await parse(archive, "xl/sharedStrings.xml")
  const system = all(workbook, "workbookPr")[0]?.getAttribute("date1904")
  const records = recordsOf(sheet, {
    strings: (shared ? all(shared, "si") : []).map(textIn),
    isDate: dateStyles(await parse(archive, "xl/styles.xml")),
    isFrom1904: system === "1" || system === "true"
  })
  if (records.length === 0) throw new WorkbookError(said.empty)
  return csvFile(records.map(csvLine), file.name.replace(/\.xlsx$/i, ".csv"))
}

/** The browser cannot read a file that has changed or gone since it was chosen. */
const isUnreadable = (error: unknown): boolean => error instanceof DOMException

/** The workbook as a CSV file. It fails with a `WorkbookError`, or with the browser's error about the file. */
export const readWorkbook = async (file: File): Promise<File> => {
  try {
    return await csvOf(file)
  } catch (error) {
    if (error instanceof WorkbookError || isUnreadable(error)) throw error
    throw new WorkbookError(said.notWorkbook)
  }
}
