/**
 * Divides the rows of a chunk into tasks by domain: the first row of a domain waits for DNS, the others
 * use its cached answer.
 *
 * Small domains share a task. Starting a task costs more than verifying a row from the cache, and most
 * lists of companies have one or two rows per domain.
 */
import type { ClaimedChunk } from "../Chunks.ts"

type ChunkRow = ClaimedChunk["rows"][number]

/** A task is about a millisecond if the DNS answers are cached. */
export const rowsOfTaskMax = 50

/**
 * A domain with so many rows has tasks of its own. If the answers of all domains of a shared task are
 * slow, they are waited for one after the other.
 */
export const rowsOfSharedTask = 10

/** For grouping only: the verifier parses the address itself. */
const domainOf = ([, email]: ChunkRow): string =>
  email.slice(email.lastIndexOf("@") + 1).toLowerCase()

const tasksOf = (rows: ReadonlyArray<ChunkRow>): ReadonlyArray<ReadonlyArray<ChunkRow>> =>
  Array.from({ length: Math.ceil(rows.length / rowsOfTaskMax) }, (_, at) =>
    rows.slice(at * rowsOfTaskMax, (at + 1) * rowsOfTaskMax)
  )

/** Tasks of one array run one after the other. Domains and rows are mostly in the order of the file. */
export const groupByDomain = (
  rows: ReadonlyArray<ChunkRow>
): ReadonlyArray<ReadonlyArray<ReadonlyArray<ChunkRow>>> => {
  const groups: Array<ReadonlyArray<ReadonlyArray<ChunkRow>>> = []
  let shared: Array<ChunkRow> = []
  for (const ofDomain of Map.groupBy(rows, domainOf).values()) {
    if (ofDomain.length >= rowsOfSharedTask) groups.push(tasksOf(ofDomain))
    else shared.push(...ofDomain)
    if (shared.length < rowsOfSharedTask) continue
    groups.push([shared])
    shared = []
  }
  return shared.length === 0 ? groups : [...groups, [shared]]
}
