/**
 * A chunk as it is stored: cells and repeats as JSON, compressed. The addresses are among the
 * cells.
 *
 * Zstandard at its default level, measured 2026-11 on 1,000 records of 71 octets of JSON: 31 octets
 * and 0.35 µs a row (deflate level 1: 32 and 0.9). So Postgres has nothing to compress: the column
 * is `storage external`.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"

import type { CsvChunk } from "./CsvPart.ts"
import { emailOf } from "./emailColumn.ts"
import { chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"

// Stored format: it outlives every deployment, as long as a job is kept.
interface Packed {
  readonly records: ReadonlyArray<CsvRecord>
  /** Place in the chunk → row that has the address first, where that is another row. */
  readonly repeats: ReadonlyArray<readonly [at: number, firstRow: number]>
}

export const packChunk = ({ number, records, firstRows }: CsvChunk): Uint8Array => {
  const start = number * chunkRecordsMax
  const repeats = firstRows.flatMap((firstRow, at) =>
    firstRow === -1 || firstRow === start + at ? [] : [[at, firstRow] as const]
  )
  return zstdCompressSync(JSON.stringify({ records, repeats } satisfies Packed))
}

export const unpackChunk = (
  packed: Uint8Array,
  { number, emailColumn }: { readonly number: number; readonly emailColumn: number }
): CsvChunk => {
  const { records, repeats }: Packed = JSON.parse(zstdDecompressSync(packed).toString())
  const start = number * chunkRecordsMax
  const emails = records.map((record) => emailOf(record, emailColumn))
  const firstRows = emails.map((email, at) => (email === "" ? -1 : start + at))
  for (const [at, firstRow] of repeats) firstRows[at] = firstRow
  return { _tag: "Chunk", number, records, emails, firstRows }
}
