/**
 * Reads any file that is a list as a CSV file, before it is sent: workbooks, vCards, LDIF, JSON, lines of addresses. A
 * CSV stays as it is, and what cannot be read fails with a `ListUnreadable`.
 */
import { csvFile, csvLine } from "./csvFile.ts"
import { decodeFile, decodeStart } from "./decodeStart.ts"
import { binaryKind, textKind } from "./fileKind.ts"
import type { FileKind } from "./fileKind.ts"
import { ListUnreadable } from "./ListUnreadable.ts"
import { areMembers, jsonRecords, ldifRecords, memberRecords, vcardRecords } from "./textLists.ts"
import type { Records } from "./xlsxSheet.ts"

export interface ReadList {
  readonly file: File
  /** What it was; absent for a CSV. */
  readonly kind?: FileKind
  /** The sheet that was taken, and all that can be. */
  readonly sheet?: string
  readonly sheets?: ReadonlyArray<string>
}

/** Octets from which a file is told. */
const startOctets = 64 * 1024

const asCsv = ({ name }: File, records: Records): File =>
  csvFile(records.map(csvLine), `${name.replace(/\.[^.]*$/, "")}.csv`)

const withAddresses = (records: Records | undefined): Records => {
  if (records === undefined) throw new ListUnreadable("damaged")
  if (!records.some((cells) => cells.some((cell) => cell.includes("@"))))
    throw new ListUnreadable("noAddress")
  return records
}

const textReaders = { vcard: vcardRecords, ldif: ldifRecords, json: jsonRecords }

const readText = async (file: File): Promise<ReadList> => {
  const start = new Uint8Array(await file.slice(0, startOctets).arrayBuffer())
  const text = (await decodeStart(start, file.size > startOctets))?.text
  const kind = text === undefined ? undefined : textKind(text)
  if (kind === "webPage" || kind === "message" || kind === "database")
    throw new ListUnreadable(kind)
  const isCut = file.size > startOctets
  if (kind === undefined && !areMembers(text ?? "", isCut)) return { file }
  const all = (await decodeFile(new Uint8Array(await file.arrayBuffer()))) ?? ""
  if (kind === undefined) {
    const records = memberRecords(all)
    return records === undefined ? { file } : { file: asCsv(file, records), kind: "members" }
  }
  return { file: asCsv(file, withAddresses(textReaders[kind](all))), kind }
}

/** `sheet`: of a workbook, the sheet to take. */
export const readListFile = async (file: File, sheet?: string): Promise<ReadList> => {
  const start = new Uint8Array(await file.slice(0, startOctets).arrayBuffer())
  const kind = binaryKind(start)
  switch (kind) {
    case undefined:
      return readText(file)
    case "workbook":
    case "openDocument":
    case "archive": {
      // The names of an archive are told at its end.
      const { readWorkbook } = await import("./readWorkbook.ts")
      const { records, ...sheets } = await readWorkbook(file, sheet).catch((error: unknown) => {
        if (kind === "archive" && error instanceof ListUnreadable && error.reason === "damaged")
          throw new ListUnreadable("archive")
        throw error
      })
      return { file: asCsv(file, records), kind, ...sheets }
    }
    case "vcard":
    case "ldif":
    case "json":
    case "members":
      return readText(file)
    default:
      throw new ListUnreadable(kind)
  }
}
