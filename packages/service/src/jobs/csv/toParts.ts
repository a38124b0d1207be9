/** Turns the rows of an upload into its parts, with the first row of each address. */
import { Effect } from "effect"

import { AddressIndex } from "./AddressIndex.ts"
import { emailOf } from "./CsvPart.ts"
import type { CsvHeader, CsvPart } from "./CsvPart.ts"
import { empty, noRows, tooManyBlanks } from "./CsvRefused.ts"
import { blankRecordsMax, chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"
import type { StreamStage } from "./StreamStage.ts"

/** `findHeader` gives the header once the first rows come; `undefined`: the file has none. */
export const toParts = (
  findHeader: () => CsvHeader | undefined
): StreamStage<ReadonlyArray<CsvRecord>, CsvPart> => {
  const firstRows = new AddressIndex()
  let header: CsvHeader | undefined
  let pending: Array<CsvRecord> = []
  const totals = { records: 0, rows: 0, chunks: 0, width: 0, longestCell: 0 }
  let blanks = 0

  const chunkOf = (records: ReadonlyArray<CsvRecord>, emailColumn: number): CsvPart => {
    const emails = records.map((record) => emailOf(record, emailColumn))
    const start = totals.records
    totals.records += records.length
    for (const record of records) {
      totals.width = Math.max(totals.width, record.length)
      totals.longestCell = longestCell(record, totals.longestCell)
    }
    for (const [at, email] of emails.entries())
      if (email !== "") totals.rows += 1
      else if (records[at]!.every(isBlank)) blanks += 1
    return {
      _tag: "Chunk",
      number: totals.chunks++,
      records,
      emails,
      firstRows: emails.map((email, at) =>
        email === "" ? -1 : firstRows.firstRowOf(email, start + at)
      )
    }
  }

  return {
    push: Effect.fnUntraced(function* (records) {
      const parts: Array<CsvPart> = []
      if (header === undefined) {
        header = findHeader()
        if (header === undefined) return []
        parts.push(header)
        totals.width = header.columns.length
        totals.longestCell = longestCell(header.columns, 0)
      }
      pending = pending.concat(records)
      const whole = pending.length - (pending.length % chunkRecordsMax)
      for (let at = 0; at < whole; at += chunkRecordsMax)
        parts.push(chunkOf(pending.slice(at, at + chunkRecordsMax), header.emailColumn))
      if (blanks > blankRecordsMax) return yield* tooManyBlanks
      pending = pending.slice(whole)
      return parts
    }),
    end: Effect.suspend(() => {
      if (header === undefined) return Effect.fail(empty)
      const last = pending.length === 0 ? [] : [chunkOf(pending, header.emailColumn)]
      if (blanks > blankRecordsMax) return Effect.fail(tooManyBlanks)
      if (totals.rows === 0) return Effect.fail(noRows)
      return Effect.succeed([
        ...last,
        { _tag: "Totals", ...totals, distinct: firstRows.count } satisfies CsvPart
      ])
    })
  }
}

const isBlank = (cell: string): boolean => cell.trim() === ""

const longestCell = (record: CsvRecord, atLeast: number): number => {
  let longest = atLeast
  for (const { length } of record) if (length > longest) longest = length
  return longest
}
