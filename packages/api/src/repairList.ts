/**
 * Repairs the addresses of a whole list before it is sent, in the browser and on the command line. A file that
 * the service would refuse is left as it is, so that nothing of it is lost unnoticed.
 */
import { csvFile, csvLineWith } from "./csvFile.ts"
import { csvRecords } from "./csvRecords.ts"
import { decodeFile } from "./decodeStart.ts"
import { startOf } from "./listLayout.ts"
import type { ListLayout } from "./listLayout.ts"
import { repairCell } from "./repairCell.ts"

interface Repair {
  readonly before: string
  /** One address or several; the row is repeated for each. */
  readonly after: ReadonlyArray<string>
}

export interface RepairedList {
  readonly file: File
  /** The number of repaired cells. */
  readonly repaired: number
  /** The number of rows that were added. */
  readonly added: number
  /** The first repairs. */
  readonly examples: ReadonlyArray<Repair>
}

/** Repairs that are shown as examples. */
const examplesMax = 5

/** Milliseconds of work between two frames. */
const sliceMillis = 12

/** Records between two looks at the clock. */
const recordsPerLook = 500

const nextFrame = () => new Promise((resolve) => setTimeout(resolve))

/** Calls `onRecord` for each record. Returns false if the text ends within a quote. */
const eachRecord = async (
  text: string,
  delimiter: string,
  onRecord: (record: ReadonlyArray<string>) => void
): Promise<boolean> => {
  const records = csvRecords(text, delimiter, false)
  let end = performance.now() + sliceMillis
  for (let count = 1; ; count++) {
    const { done, value } = records.next()
    if (done) return value
    onRecord(value.cells)
    if (count % recordsPerLook !== 0 || performance.now() < end) continue
    await nextFrame()
    end = performance.now() + sliceMillis
  }
}

const rowsWith = (
  record: ReadonlyArray<string>,
  column: number,
  addresses: ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<string>> => addresses.map((address) => record.with(column, address))

/**
 * Repairs the addresses of a list. `undefined` if no cell needs a repair, or if the file cannot be read
 * here. `encoding`: by default the one that is found.
 */
export const repairList = async (
  file: File,
  { column, hasHeader }: ListLayout,
  encoding?: string
): Promise<RepairedList | undefined> => {
  const text = await decodeFile(new Uint8Array(await file.arrayBuffer()), encoding)
  const start = text === undefined ? undefined : startOf({ text, isCut: false }, hasHeader)
  if (text === undefined || start === undefined || column < 0) return undefined
  const examples: Array<Repair> = []
  // The results will have the delimiter of the upload, and what stands before its header.
  const csvLine = csvLineWith(start.delimiter)
  const lines: Array<string> = [start.preamble]
  let repaired = 0
  let added = 0
  let isHeader = hasHeader
  const records = text.slice(start.preamble.length)
  const isWhole = await eachRecord(records, start.delimiter, (record) => {
    const cell = record[column] ?? ""
    const after = isHeader ? [cell] : repairCell(cell)
    isHeader = false
    const isSame = after.length === 1 && after[0] === cell
    if (isSame) return void lines.push(csvLine(record))
    repaired += 1
    added += after.length - 1
    if (examples.length < examplesMax) examples.push({ before: cell, after })
    for (const row of rowsWith(record, column, after)) lines.push(csvLine(row))
  })
  if (!isWhole || repaired === 0) return undefined
  return { file: csvFile(lines, file.name), repaired, added, examples }
}
