/**
 * Reads a sheet of a workbook (.xlsx or .ods) and writes it as CSV, in the browser and on the command line. zip.js reads
 * the archive. The sheet is read here, because libraries for spreadsheets put no limit on what comes out of an archive.
 */
import { columnsMax } from "@rcpt/domain/limits"
import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js"
import type { FileEntry } from "@zip.js/zip.js/lib/zip-core-native.js"

import { ListUnreadable } from "./ListUnreadable.ts"
import { odsSheets } from "./odsSheets.ts"
import { dateStyles, sharedStrings, xlsxRecords } from "./xlsxSheet.ts"
import type { Records } from "./xlsxSheet.ts"
import { attributeOf, xmlTokens } from "./xmlTokens.ts"

/** Bytes of XML per part. A list of 32 MB as CSV may have more, and is better saved as that. */
const partBytesMax = 64 * 1024 * 1024

/** A workbook has some dozens of entries; one of a thousand sheets has a few thousand. */
const entriesMax = 10_000

type Archive = ReadonlyMap<string, FileEntry>

/** The files of the archive by name. The page's policy forbids workers that are made of text, so none are used. */
const openArchive = async (file: File): Promise<Archive> => {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false })
  const entries = new Map<string, FileEntry>()
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.encrypted) throw new ListUnreadable("protected")
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
      if (bytes > partBytesMax) throw new ListUnreadable("tooLarge")
      pieces.push(decoder.decode(piece, { stream: true }))
    }
  })
  await entry.getData(text)
  return pieces.join("") + decoder.decode()
}

const partOf = async (archive: Archive, name: string): Promise<string | undefined> => {
  const entry = archive.get(name)
  return entry && (await textOf(entry))
}

interface Sheet {
  readonly name: string
  readonly read: () => Promise<Records>
}

const isBlank = (cells: ReadonlyArray<string>): boolean => cells.every((cell) => cell.trim() === "")

/** The filled rows. They all have the same number of cells, so that a header without a last name is not shorter. */
const even = (records: Records): Records => {
  const filled = records.filter((cells) => !isBlank(cells))
  const width = filled.reduce((most, { length }) => Math.max(most, length), 0)
  if (width > columnsMax) throw new ListUnreadable("tooManyColumns", columnsMax)
  return filled.map((cells) => [...cells, ...Array<string>(width - cells.length).fill("")])
}

const openTags = function* (xml: string, name: string) {
  for (const token of xmlTokens(xml))
    if (token._tag === "Open" && token.name === name) yield token.attributes
}

/** The entry of a target, which is `/xl/worksheets/sheet1.xml` or relative to `xl/`. */
const entryName = (target: string): string =>
  target.startsWith("/") ? target.slice(1) : `xl/${target}`

const xlsxSheets = async (archive: Archive, workbook: string): Promise<ReadonlyArray<Sheet>> => {
  const relations = (await partOf(archive, "xl/_rels/workbook.xml.rels")) ?? ""
  const targets = new Map(
    Array.from(openTags(relations, "Relationship"), (one) => [
      attributeOf(one, "Id"),
      attributeOf(one, "Target")
    ])
  )
  const [properties = ""] = openTags(workbook, "workbookPr")
  const system = attributeOf(properties, "date1904")
  const strings = sharedStrings((await partOf(archive, "xl/sharedStrings.xml")) ?? "")
  const isDate = dateStyles((await partOf(archive, "xl/styles.xml")) ?? "")
  const reader = {
    strings,
    isDate,
    isFrom1904: system === "1" || system === "true",
    columnsMax,
    onColumnBeyond: (): never => {
      throw new ListUnreadable("tooManyColumns", columnsMax)
    }
  }
  const all = Array.from(openTags(workbook, "sheet"), (attributes) => ({
    name: attributeOf(attributes, "name") ?? "",
    isVisible: (attributeOf(attributes, "state") ?? "visible") === "visible",
    read: async () => {
      const target = targets.get(attributeOf(attributes, "id")) ?? "worksheets/sheet1.xml"
      const xml = await partOf(archive, entryName(target))
      if (xml === undefined || !xml.includes("<")) throw new ListUnreadable("damaged")
      return xlsxRecords(xml, reader)
    }
  }))
  const visible = all.filter(({ isVisible }) => isVisible)
  return visible.length > 0 ? visible : all
}

const sheetsOf = async (archive: Archive): Promise<ReadonlyArray<Sheet>> => {
  const workbook = await partOf(archive, "xl/workbook.xml")
  if (workbook !== undefined) return xlsxSheets(archive, workbook)
  if ((await partOf(archive, "META-INF/manifest.xml"))?.includes("encryption-data"))
    throw new ListUnreadable("protected")
  const content = await partOf(archive, "content.xml")
  if (content === undefined) throw new ListUnreadable("damaged")
  return odsSheets(content).map(({ name, records }) => ({ name, read: async () => records }))
}

interface WorkbookList {
  readonly records: Records
  /** The sheet that was taken, and all that can be. */
  readonly sheet: string
  readonly sheets: ReadonlyArray<string>
}

const hasAddress = (records: Records): boolean =>
  records.some((cells) => cells.some((cell) => cell.includes("@")))

const readable = async (file: File, wish: string | undefined): Promise<WorkbookList> => {
  const all = await sheetsOf(await openArchive(file))
  const sheets = all.map(({ name }) => name)
  const asked = all.filter(({ name }) => wish === undefined || name === wish)
  if (asked.length === 0) throw new ListUnreadable("noSuchSheet", sheets.join(", "))
  let first: WorkbookList | undefined
  for (const { name, read } of asked) {
    const records = even(await read())
    if (records.length === 0) continue
    const list = { records, sheet: name, sheets }
    if (hasAddress(records)) return list
    first ??= list
  }
  if (first === undefined) throw new ListUnreadable("emptySheet")
  return first
}

/** The browser cannot read a file that has changed or gone since it was chosen. */
const isGone = (error: unknown): boolean => error instanceof DOMException

/**
 * The first visible sheet with an address, or else the first that is not empty; `sheet` names another. It fails with a
 * `ListUnreadable`, or with the browser's error about the file.
 */
export const readWorkbook = async (file: File, sheet?: string): Promise<WorkbookList> => {
  try {
    return await readable(file, sheet)
  } catch (error) {
    if (error instanceof ListUnreadable || isGone(error)) throw error
    throw new ListUnreadable("damaged")
  }
}
