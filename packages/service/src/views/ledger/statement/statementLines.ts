/** Sums up the entries of a month in the lines of its statement. */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { ownLinesMax } from "@rcpt/api/LedgerStatement"
import type { StatementLine } from "@rcpt/api/LedgerStatement"

type Line = { -readonly [key in keyof StatementLine]: StatementLine[key] }

type Sums = Pick<Line, "entries" | "held" | "charged" | "refunded" | "change">

const nothing: Sums = { entries: 0, held: 0, charged: 0, refunded: 0, change: 0 }

/** Which column an entry of this type is added to, besides `change`. */
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

/** Each may have lines of its own, or a line a day where there are too many of its kind. */
const kinds: ReadonlyArray<(line: Line) => boolean> = [
  ({ what }) => what === "job",
  ({ what }) => what === "grant" || what === "adjustment"
]

export interface StatementLines {
  /** Entries newest first, each once. */
  readonly add: (entries: ReadonlyArray<LedgerEntry>) => void
  /** Oldest first. */
  readonly lines: () => ReadonlyArray<StatementLine>
}

export const make = (): StatementLines => {
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
