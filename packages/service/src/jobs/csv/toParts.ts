/** Turns records into the parts of an upload: finds the email column and the first row of each address. */
import { Effect } from "effect"

import { AddressIndex } from "./AddressIndex.ts"
import { emailOf } from "./CsvPart.ts"
import type { CsvHeader, CsvPart } from "./CsvPart.ts"
import { empty, noRows, tooManyBlanks } from "./CsvRefused.ts"
import { byHeader, headerOf } from "./layout.ts"
import type { Layout } from "./layout.ts"
import { blankRecordsMax, chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"
import type { StreamStage } from "./StreamStage.ts"

export const toParts = (
  layout: Layout = byHeader
): StreamStage<ReadonlyArray<CsvRecord>, CsvPart> => {
  const firstRows = new AddressIndex()
  let header: CsvHeader | undefined
  let pending: Array<CsvRecord> = []
  const totals = { records: 0, rows: 0, chunks: 0, width: 0 }
  let blanks = 0

  const chunkOf = (records: ReadonlyArray<CsvRecord>, emailColumn: number): CsvPart => {
    const emails = records.map((record) => emailOf(record, emailColumn))
    const start = totals.records
    totals.records += records.length
    for (const { length } of records) totals.width = Math.max(totals.width, length)
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
      if (header) pending = pending.concat(records)
      else {
        const at = records.findIndex((record) => !isEmptyCell(record))
        const columns = records[at]
        if (columns === undefined) return []
        header = yield* Effect.fromResult(headerOf(columns, layout))
        parts.push(header)
        totals.width = columns.length
        pending = records.slice(layout.hasHeader ? at + 1 : at)
      }
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

/** An empty quoted cell alone on its line. Before the header it is skipped; after it, it is a row. */
const isEmptyCell = (record: CsvRecord): boolean => record.length === 1 && record[0] === ""
