/** CSV files in several encodings and pieces, and what the reader parses from them. */
import { textOf } from "@rcpt/api/errors/Sentence"
import type { CsvChunk, CsvHeader, CsvTotals } from "@rcpt/service/jobs/csv/CsvPart"
import type { CsvRefused } from "@rcpt/service/jobs/csv/CsvRefused"
import { readCsv } from "@rcpt/service/jobs/csv/readCsv"
import type { ReadOptions } from "@rcpt/service/jobs/csv/readCsv"
import type { CsvRecord } from "@rcpt/service/jobs/csv/RecordParser"
import { Effect, Stream } from "effect"

export interface Upload {
  readonly header: CsvHeader
  readonly chunks: ReadonlyArray<CsvChunk>
  readonly totals: CsvTotals
  readonly records: ReadonlyArray<CsvRecord>
}

type File = string | Uint8Array | ReadonlyArray<Uint8Array>

const piecesOf = (file: File): ReadonlyArray<Uint8Array> => {
  if (typeof file === "string") return [Buffer.from(file)]
  return file instanceof Uint8Array ? [file] : file
}

/** A file that arrives in these pieces. */
export const streamOf = (file: File): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(piecesOf(file), { chunkSize: 1 })

export const upload = (file: File, options?: ReadOptions): Effect.Effect<Upload, CsvRefused> =>
  readCsv(streamOf(file), options).pipe(
    Stream.runCollect,
    Effect.map((parts) => {
      const chunks = parts.filter((part) => part._tag === "Chunk")
      return {
        header: parts.find((part) => part._tag === "Header")!,
        chunks,
        totals: parts.find((part) => part._tag === "Totals")!,
        records: chunks.flatMap(({ records }) => records)
      }
    })
  )

/** The sentence of the 400. */
export const refusalOf = (file: File): Effect.Effect<string, Upload> =>
  upload(file).pipe(
    Effect.flip,
    Effect.map(({ sentence }) => textOf(sentence))
  )

export const cut = (file: Uint8Array, at: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const offsets = [...new Set(at.map((offset) => offset % (file.length + 1)))].toSorted(
    (a, b) => a - b
  )
  return [0, ...offsets].map((from, n) => file.subarray(from, offsets[n] ?? file.length))
}

export const eachOctet = (file: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from(file, (octet) => Uint8Array.of(octet))

/** Quotes only where necessary, like most programs. A record of one empty cell would be a blank line. */
export const csvOf = (
  records: ReadonlyArray<CsvRecord>,
  { delimiter = ",", lineEnd = "\n" }: { delimiter?: string; lineEnd?: string } = {}
): string =>
  records
    .map(
      (cells) => (cells.map((cell) => quoted(cell, delimiter)).join(delimiter) || '""') + lineEnd
    )
    .join("")

const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

const octets = Array.from({ length: 256 }, (_, octet) => octet)

/** Each character that an encoding of the platform has in one or two octets, with the octets. */
const tableOf = (label: string): ReadonlyMap<string, ReadonlyArray<number>> => {
  const decoder = new TextDecoder(label, { fatal: true })
  const table = new Map<string, ReadonlyArray<number>>()
  const add = (...sequence: ReadonlyArray<number>): boolean => {
    try {
      const character = decoder.decode(Uint8Array.from(sequence))
      // Some characters have two sequences: the first one that is found is written.
      if (Array.from(character).length === 1 && !table.has(character))
        table.set(character, sequence)
      return true
    } catch {
      return false
    }
  }
  for (const octet of octets)
    if (!add(octet)) for (const next of octets) if (next >= 0x30) add(octet, next)
  return table
}

const tables = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()

const legacyTable = (label: string) => {
  const table = tables.get(label) ?? tableOf(label)
  tables.set(label, table)
  return table
}

/** Text in an encoding of the platform, which itself only decodes. */
export const encoded = (label: string, text: string): Buffer =>
  Buffer.from(Array.from(text).flatMap((character) => legacyTable(label).get(character)!))

export const charactersOf = (label: string): ReadonlyArray<string> =>
  [...legacyTable(label).keys()].filter((character) => character > "\u001a")

const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16()

export const encodings = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with byte order mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16 LE": (text) => Buffer.from(text, "utf16le"),
  "UTF-16 LE with byte order mark": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "UTF-16 BE": utf16be,
  "UTF-16 BE with byte order mark": (text) => utf16be(`\ufeff${text}`),
  "Windows-1252": (text) => encoded("windows-1252", text)
} satisfies Record<string, (text: string) => Buffer>
export type Encoding = keyof typeof encodings
