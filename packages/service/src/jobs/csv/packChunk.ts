/**
 * The stored format of a chunk: cells and repeats as compressed JSON. The addresses are among the cells.
 *
 * Zstandard at its default level, measured 2026-11 on 1,000 records of 71 octets of JSON: 31 octets and
 * 0.35 µs per row (deflate level 1: 32 and 0.9). The column is `storage external`, so Postgres does not
 * compress it again.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"

import { emailOf } from "./CsvPart.ts"
import type { CsvChunk } from "./CsvPart.ts"
import { chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"

// Stored format: stored chunks outlive a deployment, as long as their job.
interface PackedChunk {
  readonly records: ReadonlyArray<CsvRecord>
  /** By index in the chunk: the first row with the same address, if that is another row. */
  readonly repeats: ReadonlyArray<readonly [at: number, firstRow: number]>
  /** By index in the chunk. */
  readonly erased?: ReadonlyArray<number>
}

export const packChunk = ({ number, records, firstRows, erased }: CsvChunk): Uint8Array => {
  const start = number * chunkRecordsMax
  const repeats = firstRows.flatMap((firstRow, at) =>
    firstRow === -1 || firstRow === start + at ? [] : [[at, firstRow] as const]
  )
  const packed: PackedChunk = { records, repeats, ...(erased && { erased }) }
  return zstdCompressSync(JSON.stringify(packed))
}

export const unpackChunk = (
  packed: Uint8Array,
  { number, emailColumn }: { readonly number: number; readonly emailColumn: number }
): CsvChunk => {
  const { records, repeats, erased }: PackedChunk = JSON.parse(
    zstdDecompressSync(packed).toString()
  )
  const start = number * chunkRecordsMax
  const emails = records.map((record) => emailOf(record, emailColumn))
  const firstRows = emails.map((email, at) => (email === "" ? -1 : start + at))
  for (const at of erased ?? []) firstRows[at] = start + at
  for (const [at, firstRow] of repeats) firstRows[at] = firstRow
  return { _tag: "Chunk", number, records, emails, firstRows, ...(erased && { erased }) }
}
