import { severalIn } from "@rcpt/api/listCells"
import type { AddressOfRow } from "@rcpt/api/listRows"
/** Turns the rows of an upload into its parts, with the first row of each address. */
import { Effect } from "effect"

import { AddressIndex } from "./AddressIndex.ts"
import { emailOf } from "./CsvPart.ts"
import type { CsvHeader, CsvPart } from "./CsvPart.ts"
import { empty, noAddress, noRows, onlySeveral, tooManyBlanks } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { blankRecordsMax, chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"
import type { StreamStage } from "./StreamStage.ts"

export interface ListHead {
  readonly header: CsvHeader
  /** `undefined`: each filled cell was an address before, as in rows that are copied from a list. */
  readonly addressOf?: AddressOfRow
}

/** Filled cells without `@` after which a column is none of addresses (decisions.md §2). */
const cellsWithoutAtMax = 1_000

/** `findHead` gives the header once the first rows come; `undefined`: the file has none. */
export const toParts = (
  findHead: () => ListHead | undefined
): StreamStage<ReadonlyArray<CsvRecord>, CsvPart> => {
  const firstRows = new AddressIndex()
  let head: ListHead | undefined
  let pending: Array<CsvRecord> = []
  const totals = { records: 0, rows: 0, noData: 0, chunks: 0, width: 0, longestCell: 0 }
  const several = { cells: 0, addresses: 0 }
  let blanks = 0
  let withAt = 0

  const chunkOf = (
    records: ReadonlyArray<CsvRecord>,
    { header: { emailColumn }, addressOf }: ListHead
  ): CsvPart => {
    const emails = records.map(addressOf ?? ((record) => emailOf(record, emailColumn)))
    const start = totals.records
    const noData: Array<number> = []
    totals.records += records.length
    for (const record of records) {
      totals.width = Math.max(totals.width, record.length)
      totals.longestCell = longestCell(record, totals.longestCell)
    }
    for (const [at, email] of emails.entries())
      if (email !== "") {
        totals.rows += 1
        if (!email.includes("@")) continue
        withAt += 1
        const addresses = severalIn(email)
        if (addresses === 0) continue
        several.cells += 1
        several.addresses += addresses
      } else if (!isBlank(records[at]![emailColumn] ?? "")) noData.push(at)
      else if (records[at]!.every(isBlank)) blanks += 1
    totals.noData += noData.length
    return {
      _tag: "Chunk",
      number: totals.chunks++,
      records,
      emails,
      firstRows: emails.map((email, at) =>
        email === "" ? -1 : firstRows.firstRowOf(email, start + at)
      ),
      ...(noData.length > 0 && { noData })
    }
  }

  /** Nobody is charged for a column that has no address. */
  const refusalNow = ({ header, addressOf }: ListHead, isEnd: boolean): CsvRefused | undefined => {
    if (blanks > blankRecordsMax) return tooManyBlanks
    if (addressOf === undefined) return isEnd && totals.rows === 0 ? noRows : undefined
    const cells = totals.rows + totals.noData
    if (withAt === 0 && (isEnd ? cells > 0 : cells >= cellsWithoutAtMax)) return noAddress(header)
    if (!isEnd) return undefined
    if (cells === 0) return noRows
    return withAt === several.cells ? onlySeveral(header, several) : undefined
  }

  return {
    push: Effect.fnUntraced(function* (records) {
      const parts: Array<CsvPart> = []
      if (head === undefined) {
        head = findHead()
        if (head === undefined) return []
        parts.push(head.header)
        totals.width = head.header.columns.length
        totals.longestCell = longestCell(head.header.columns, 0)
      }
      pending = pending.concat(records)
      const whole = pending.length - (pending.length % chunkRecordsMax)
      for (let at = 0; at < whole; at += chunkRecordsMax)
        parts.push(chunkOf(pending.slice(at, at + chunkRecordsMax), head))
      const refusal = refusalNow(head, false)
      if (refusal !== undefined) return yield* refusal
      pending = pending.slice(whole)
      return parts
    }),
    end: Effect.suspend(() => {
      if (head === undefined) return Effect.fail(empty)
      const last = pending.length === 0 ? [] : [chunkOf(pending, head)]
      const refusal = refusalNow(head, true)
      if (refusal !== undefined) return Effect.fail(refusal)
      return Effect.succeed([
        ...last,
        { _tag: "Totals", ...totals, several, distinct: firstRows.count } satisfies CsvPart
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
