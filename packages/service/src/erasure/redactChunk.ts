/**
 * A thousand records of an upload without a person. A record that is about their address loses all of its
 * cells, because names stand beside addresses, and keeps its result; in other records only the cells that
 * mention it are emptied.
 */
import type { CsvChunk } from "../jobs/csv/CsvPart.ts"
import type { Subject } from "./Subject.ts"

export interface RedactedChunk {
  readonly chunk: CsvChunk
  /** Records that lost all cells, by index. */
  readonly rows: ReadonlyArray<number>
  /** Cells of other records. */
  readonly cells: number
}

/** `undefined`: nothing in it is about the person. */
export const redactChunk = (chunk: CsvChunk, subject: Subject): RedactedChunk | undefined => {
  const rows = chunk.emails.flatMap((email, at) => (subject.isNamedBy(email) ? [at] : []))
  const isErased = new Set(rows)
  let cells = 0
  const records = chunk.records.map((record, at) => {
    if (isErased.has(at)) return []
    if (!record.some(subject.isIn)) return record
    return record.map((cell) => {
      if (!subject.isIn(cell)) return cell
      cells += 1
      return ""
    })
  })
  if (rows.length + cells === 0) return undefined
  const emails = chunk.emails.map((email, at) => (isErased.has(at) ? "" : email))
  const erased = [...new Set([...(chunk.erased ?? []), ...rows])]
  return { chunk: { ...chunk, records, emails, ...(erased.length > 0 && { erased }) }, rows, cells }
}
