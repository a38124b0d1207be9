/** Groups the rows of a chunk by domain: the first row waits for DNS, the others use its cached answer. */
import type { ClaimedChunk } from "../Chunks.ts"

type ChunkRow = ClaimedChunk["rows"][number]

/** A slice of rows is one task: about a millisecond if the DNS answers are cached. */
export const rowsOfSliceMax = 50

/** For grouping only: the verifier parses the address itself. */
const domainOf = ([, email]: ChunkRow): string =>
  email.slice(email.lastIndexOf("@") + 1).toLowerCase()

const slices = (rows: ReadonlyArray<ChunkRow>): ReadonlyArray<ReadonlyArray<ChunkRow>> =>
  Array.from({ length: Math.ceil(rows.length / rowsOfSliceMax) }, (_, at) =>
    rows.slice(at * rowsOfSliceMax, (at + 1) * rowsOfSliceMax)
  )

/** By domain: its slices. Domains and rows are in the order of the file. */
export const groupByDomain = (
  rows: ReadonlyArray<ChunkRow>
): ReadonlyArray<ReadonlyArray<ReadonlyArray<ChunkRow>>> =>
  [...Map.groupBy(rows, domainOf).values()].map(slices)
