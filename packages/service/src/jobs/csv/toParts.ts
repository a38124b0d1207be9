/** Records to the parts of an upload: which column has the addresses, and which rows repeat one. */
import { Effect, Result } from "effect"

import type { CsvHeader, CsvPart } from "./CsvPart.ts"
import { empty, noEmailColumn, noRows } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { emailOf, findEmailColumn } from "./emailColumn.ts"
import { FirstRows } from "./FirstRows.ts"
import { chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"
import type { Stage } from "./Stage.ts"

export const toParts = (): Stage<ReadonlyArray<CsvRecord>, CsvPart> => {
  const firstRows = new FirstRows()
  let header: CsvHeader | undefined
  let pending: Array<CsvRecord> = []
  const totals = { records: 0, rows: 0, chunks: 0, width: 0 }

  const chunkOf = (records: ReadonlyArray<CsvRecord>, emailColumn: number): CsvPart => {
    const emails = records.map((record) => emailOf(record, emailColumn))
    const start = totals.records
    totals.records += records.length
    for (const { length } of records) totals.width = Math.max(totals.width, length)
    for (const email of emails) totals.rows += email === "" ? 0 : 1
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
        const at = records.findIndex((record) => !isBlankLine(record))
        const columns = records[at]
        if (columns === undefined) return []
        header = yield* Effect.fromResult(headerOf(columns))
        parts.push(header)
        totals.width = columns.length
        pending = records.slice(at + 1)
      }
      const whole = pending.length - (pending.length % chunkRecordsMax)
      for (let at = 0; at < whole; at += chunkRecordsMax)
        parts.push(chunkOf(pending.slice(at, at + chunkRecordsMax), header.emailColumn))
      pending = pending.slice(whole)
      return parts
    }),
    end: Effect.suspend(() => {
      if (header === undefined) return Effect.fail(empty)
      const last = pending.length === 0 ? [] : [chunkOf(pending, header.emailColumn)]
      if (totals.rows === 0) return Effect.fail(noRows)
      return Effect.succeed([
        ...last,
        { _tag: "Totals", ...totals, distinct: firstRows.count } satisfies CsvPart
      ])
    })
  }
}

const headerOf = (columns: CsvRecord): Result.Result<CsvHeader, CsvRefused> => {
  const emailColumn = findEmailColumn(columns)
  return emailColumn === -1
    ? Result.fail(noEmailColumn)
    : Result.succeed({ _tag: "Header", columns, emailColumn })
}

/** Before the header such a line is no row: there is no table yet. */
const isBlankLine = (record: CsvRecord): boolean => record.length === 1 && record[0] === ""
