/** Turns the rows of an upload into its parts, with the first row of each address. */
import { severalIn } from "@rcpt/api/listCells"
import type { AddressOfRow } from "@rcpt/api/listRows"
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

/** What is counted of the rows so far. */
class RowTally {
  readonly totals = { records: 0, rows: 0, noData: 0, width: 0, longestCell: 0 }
  readonly several = { cells: 0, addresses: 0 }
  #blanks = 0
  #withAt = 0

  widen(cells: CsvRecord): void {
    this.totals.width = Math.max(this.totals.width, cells.length)
    this.totals.longestCell = longestCell(cells, this.totals.longestCell)
  }

  /** Adds rows by their addresses, and returns those that are no data, by index. */
  add(
    records: ReadonlyArray<CsvRecord>,
    emails: ReadonlyArray<string>,
    emailColumn: number
  ): ReadonlyArray<number> {
    const noData: Array<number> = []
    this.totals.records += records.length
    for (const record of records) this.widen(record)
    for (const [at, email] of emails.entries())
      if (email !== "") this.#addEmail(email)
      else if (!isBlank(records[at]![emailColumn] ?? "")) noData.push(at)
      else if (records[at]!.every(isBlank)) this.#blanks += 1
    this.totals.noData += noData.length
    return noData
  }

  #addEmail(email: string): void {
    this.totals.rows += 1
    if (!email.includes("@")) return
    this.#withAt += 1
    const addresses = severalIn(email)
    if (addresses === 0) return
    this.several.cells += 1
    this.several.addresses += addresses
  }

  /** Nobody is charged for a column that has no address. */
  refusal({ header, addressOf }: ListHead, isEnd: boolean): CsvRefused | undefined {
    const { rows, noData } = this.totals
    if (this.#blanks > blankRecordsMax) return tooManyBlanks
    if (addressOf === undefined) return isEnd && rows === 0 ? noRows : undefined
    const cells = rows + noData
    if (this.#withAt === 0 && (isEnd ? cells > 0 : cells >= cellsWithoutAtMax))
      return noAddress(header)
    if (!isEnd) return undefined
    if (cells === 0) return noRows
    return this.#withAt === this.several.cells ? onlySeveral(header, this.several) : undefined
  }
}

/** `findHead` gives the header once the first rows come; `undefined`: the file has none. */
export const toParts = (
  findHead: () => ListHead | undefined
): StreamStage<ReadonlyArray<CsvRecord>, CsvPart> => {
  const firstRows = new AddressIndex()
  const tally = new RowTally()
  let head: ListHead | undefined
  let pending: Array<CsvRecord> = []
  let chunks = 0

  const chunkOf = (
    records: ReadonlyArray<CsvRecord>,
    { header: { emailColumn }, addressOf }: ListHead
  ): CsvPart => {
    const emails = records.map(addressOf ?? ((record) => emailOf(record, emailColumn)))
    const start = tally.totals.records
    const noData = tally.add(records, emails, emailColumn)
    return {
      _tag: "Chunk",
      number: chunks++,
      records,
      emails,
      firstRows: emails.map((email, at) =>
        email === "" ? -1 : firstRows.firstRowOf(email, start + at)
      ),
      ...(noData.length > 0 && { noData })
    }
  }

  return {
    push: Effect.fnUntraced(function* (records) {
      const parts: Array<CsvPart> = []
      if (head === undefined) {
        head = findHead()
        if (head === undefined) return []
        parts.push(head.header)
        tally.widen(head.header.columns)
      }
      pending = pending.concat(records)
      const whole = pending.length - (pending.length % chunkRecordsMax)
      for (let at = 0; at < whole; at += chunkRecordsMax)
        parts.push(chunkOf(pending.slice(at, at + chunkRecordsMax), head))
      const refusal = tally.refusal(head, false)
      if (refusal !== undefined) return yield* refusal
      pending = pending.slice(whole)
      return parts
    }),
    end: Effect.suspend(() => {
      if (head === undefined) return Effect.fail(empty)
      const last = pending.length === 0 ? [] : [chunkOf(pending, head)]
      const refusal = tally.refusal(head, true)
      if (refusal !== undefined) return Effect.fail(refusal)
      return Effect.succeed([
        ...last,
        {
          _tag: "Totals",
          ...tally.totals,
          several: tally.several,
          chunks,
          distinct: firstRows.count
        } satisfies CsvPart
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
