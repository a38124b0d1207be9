/**
 * A thousand records of an upload without a person. A record that is about their address loses all of its
 * cells, because names stand beside addresses, and keeps its result; in other records only the cells that
 * mention it are emptied.
 */
import type { CsvChunk } from "../jobs/csv/CsvPart.ts"
import type { ErasedPerson } from "./ErasedPerson.ts"

export interface RedactedChunk {
  readonly chunk: CsvChunk
  /** Records that lost all cells, by index. */
  readonly rows: ReadonlyArray<number>
  /** The number of cells that other records lost. */
  readonly cells: number
}

/** Removes the person from a chunk. `undefined`: nothing in it is about them. */
export const redactChunk = (chunk: CsvChunk, person: ErasedPerson): RedactedChunk | undefined => {
  const rows = chunk.emails.flatMap((email, at) => (person.isNamedBy(email) ? [at] : []))
  const isErased = new Set(rows)
  let cells = 0
  const records = chunk.records.map((record, at) => {
    if (isErased.has(at)) return []
    if (!record.some(person.isIn)) return record
    return record.map((cell) => {
      if (!person.isIn(cell)) return cell
      cells += 1
      return ""
    })
  })
  if (rows.length + cells === 0) return undefined
  const emails = chunk.emails.map((email, at) => (isErased.has(at) ? "" : email))
  const erased = [...new Set([...(chunk.erased ?? []), ...rows])]
  return { chunk: { ...chunk, records, emails, ...(erased.length > 0 && { erased }) }, rows, cells }
}
