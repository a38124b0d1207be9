/**
 * Statements of an account's months. A month is read from end to end, some 20 µs per entry, and kept: it
 * is read again only if it got new entries.
 */
import { createHash } from "node:crypto"

import type { LedgerEntry } from "@rcpt/api/Ledger"
import type { LedgerStatements, MonthTotals, StatementLine } from "@rcpt/api/LedgerStatement"
import { ownLinesMax, statementsMax } from "@rcpt/api/LedgerStatement"
import { Context, Effect, Layer, Stream, Struct, Clock, Schema } from "effect"
import { SqlClient } from "effect/sql"

import * as BoundedMap from "../../../platform/BoundedMap.ts"
import { decodeRows, Int8 } from "../../../platform/decodeRows.ts"
import { awaitAccount } from "../../awaitAccount.ts"
import type { ViewReader } from "../../awaitAccount.ts"
import { liveGeneration } from "../entryRows.ts"
import { csvHeader, csvLines, entryPages } from "../exportEntries.ts"
import { monthTotals } from "../findEntries.ts"
import { ledgerView } from "../ledgerView.ts"

// The months in which an account has entries, newest first: one statement, one row a month.

const decodeMonths = decodeRows(
  Schema.Struct({
    month: Schema.String,
    granted: Int8,
    adjusted: Int8,
    held: Int8,
    charged: Int8,
    refunded: Int8,
    closing: Int8
  })
)

/** Later than every month there is. */
const lastMonth = "2999-12"

/** `2026-11` */
export const monthOf = (epochMillis: number): string =>
  new Date(epochMillis).toISOString().slice(0, "2026-11".length)

const monthsBefore = (account: string, before: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select to_char(month, 'YYYY-MM') as month, granted, adjusted, held, charged, refunded, closing
      from (
        select *, (sum(granted + adjusted - held + refunded) over (order by month))::bigint as closing
        from ledger_month
        where generation = ${liveGeneration(sql)} and account_id = ${account}
      ) months
      where month < ${`${before}-01`}::date
      order by month desc limit ${statementsMax + 1}`
  ).pipe(decodeMonths, Effect.orDie)

export const listStatements = Effect.fnUntraced(function* (
  account: string,
  before: string = lastMonth
): Effect.fn.Return<LedgerStatements, never, ViewReader> {
  yield* awaitAccount(ledgerView, account)
  const current = monthOf(yield* Clock.currentTimeMillis)
  const found = yield* monthsBefore(account, before)
  const page = found.slice(0, statementsMax)
  return {
    statements: page.map(({ month, closing, ...sums }) => {
      const change = sums.granted + sums.adjusted - sums.held + sums.refunded
      const totals = { month, balance_before: closing - change, ...sums, balance_after: closing }
      return { month, is_over: month < current, totals }
    }),
    next: found.length > page.length ? page.at(-1)!.month : null
  }
})

// Sums up the entries of a month in the lines of its statement.

type Line = { -readonly [key in keyof StatementLine]: StatementLine[key] }

type Sums = Pick<Line, "entries" | "held" | "charged" | "refunded" | "change">

const nothing: Sums = { entries: 0, held: 0, charged: 0, refunded: 0, change: 0 }

/** The column to which an entry of this type is added, besides `change`. */
const columnOf: Readonly<Record<LedgerEntry["type"], "held" | "charged" | "refunded" | undefined>> =
  { grant: undefined, adjust: undefined, hold: "held", charge: "charged", refund: "refunded" }

const dayOf = ({ created_at }: LedgerEntry): string => created_at.slice(0, "2026-11-24".length)

type About = Pick<Line, "what" | "mode" | "job" | "reason">

const aboutOf = (entry: LedgerEntry): About => {
  if (entry.type === "grant" || entry.type === "adjust") {
    const what = entry.type === "grant" ? "grant" : "adjustment"
    return { what, ...(entry.reason !== undefined && { reason: entry.reason }) }
  }
  // Holds, charges and refunds have a purpose.
  const { kind, mode, job } = entry.for!
  return { what: kind, mode, ...(job !== undefined && { job }) }
}

/** Entries with the same key share a line. */
const keyOf = (entry: LedgerEntry, { what, mode, job }: About): string => {
  if (entry.for === undefined) return entry.id
  return job ?? `${dayOf(entry)} ${what} ${mode}`
}

const add = (line: Sums, more: Sums): void => {
  for (const column of ["entries", "held", "charged", "refunded", "change"] as const)
    line[column] += more[column]
}

/** Oldest first; the later in the map, the older is the line's first entry. */
const byDate = (lines: Iterable<Line>): ReadonlyArray<Line> =>
  [...lines]
    .toReversed()
    .toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)))

/** The lines that `isOne` chooses, one a day and mode; the others as they are. */
const dayByDay = (lines: ReadonlyArray<Line>, isOne: (line: Line) => boolean) => {
  const days = new Map<string, Line>()
  const merged: Array<Line> = []
  for (const line of lines) {
    const { date, what, mode } = line
    const key = `${date} ${what} ${mode}`
    const day = days.get(key)
    if (!isOne(line)) merged.push(line)
    else if (day !== undefined) add(day, line)
    else {
      const { job: _, reason: __, ...first } = line
      days.set(key, first)
      merged.push(first)
    }
  }
  return merged
}

/** Each kind may have its own lines, or a line a day where there are too many of its kind. */
const kinds: ReadonlyArray<(line: Line) => boolean> = [
  ({ what }) => what === "job",
  ({ what }) => what === "grant" || what === "adjustment"
]

interface StatementLines {
  /** Entries newest first, each once. */
  readonly add: (entries: ReadonlyArray<LedgerEntry>) => void
  /** Oldest first. */
  readonly lines: () => ReadonlyArray<StatementLine>
}

export const makeStatementLines = (): StatementLines => {
  const found = new Map<string, Line>()
  const addEntry = (entry: LedgerEntry): void => {
    const about = aboutOf(entry)
    const key = keyOf(entry, about)
    const line: Line = found.get(key) ?? { date: "", ...about, ...nothing }
    // Put at the end again: its first entry is this one, for now.
    found.delete(key)
    found.set(key, line)
    line.date = dayOf(entry)
    const column = columnOf[entry.type]
    add(line, { ...nothing, entries: 1, change: entry.change })
    if (column !== undefined) line[column] += entry.credits
  }
  return {
    add: (entries) => entries.forEach(addEntry),
    lines: () =>
      kinds.reduce(
        (lines, isOne) =>
          lines.filter(isOne).length > ownLinesMax ? dayByDay(lines, isOne) : lines,
        byDate(found.values())
      )
  }
}

/** Whether the lines have all that the month's totals have. */
export const isWhole = (
  lines: ReadonlyArray<StatementLine>,
  totals: { readonly held: number; readonly charged: number; readonly refunded: number } & {
    readonly balance_before: number
    readonly balance_after: number
  }
): boolean => {
  const sums = { ...nothing }
  for (const line of lines) add(sums, line)
  return (
    sums.held === totals.held &&
    sums.charged === totals.charged &&
    sums.refunded === totals.refunded &&
    sums.change === totals.balance_after - totals.balance_before
  )
}

interface MonthRead {
  readonly totals: MonthTotals
  readonly lines: ReadonlyArray<StatementLine>
  /** SHA-256 of the very bytes that `GET /ledger.csv?month=` has, in hex. */
  readonly digest: string
  /** Place in the log of its last entry; null: it has none. */
  readonly lastSeq: string | null
}

/** Months kept by each process, of some 100 kB at most. */
const monthsKept = 256

/** A parked commit may come to an earlier place while a month is read: it is read again then. */
const readingsMax = 3

/** Reads only the entries that the totals include: later ones are left to the next reading. */
const readEntries = Effect.fnUntraced(function* (account: string, month: string, upTo: string) {
  const hash = createHash("sha256").update(csvHeader)
  const summed = makeStatementLines()
  const pages = yield* entryPages(account, { month, upTo })
  yield* Stream.runForEach(pages, (entries) =>
    Effect.sync(() => {
      hash.update(csvLines(entries))
      summed.add(entries)
    })
  )
  return { digest: hash.digest("hex"), lines: summed.lines() }
}, Effect.orDie)

const readMonth = Effect.fnUntraced(function* (account: string, month: string) {
  for (let reading = 1; reading <= readingsMax; reading++) {
    const { shown: totals, lastSeq } = yield* monthTotals(account, month)
    const found = yield* readEntries(account, month, lastSeq ?? "0")
    if (isWhole(found.lines, totals)) return { totals, lastSeq, ...found }
  }
  return yield* Effect.die(new Error("The entries of a month are not what its totals say"))
})

const isSame = (one: MonthTotals, other: MonthTotals): boolean =>
  Struct.keys(one).every((key) => one[key] === other[key])

export class Statements extends Context.Service<
  Statements,
  {
    /** Reads what a month has; a month that goes on: up to now. */
    readonly read: (account: string, month: string) => Effect.Effect<MonthRead, never, ViewReader>
  }
>()("@rcpt/service/views/ledger/statement/Statements") {
  static readonly layer: Layer.Layer<Statements> = Layer.sync(Statements, () => {
    const kept = BoundedMap.make<string, MonthRead>(monthsKept)
    return Statements.of({
      read: Effect.fnUntraced(function* (account, month) {
        yield* awaitAccount(ledgerView, account)
        const key = `${account} ${month}`
        const known = kept.get(key)
        // Every entry adds to these, also one that was parked and stands before others.
        const { shown, lastSeq } = yield* monthTotals(account, month)
        if (known !== undefined && known.lastSeq === lastSeq && isSame(known.totals, shown))
          return known
        const read = yield* readMonth(account, month)
        kept.set(key, read)
        return read
      })
    })
  })
}
