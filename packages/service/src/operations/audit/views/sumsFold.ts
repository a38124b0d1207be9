/**
 * Views that are sums per account and day or month. They are compared as a whole at the end: an account
 * has a row for each of its days, not for each of its checks.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as days from "../../../views/days.ts"
import type { EntryType } from "../../../views/ledger/Entry.ts"
import * as outcomes from "../../../views/outcomes.ts"
import * as usage from "../../../views/usage.ts"
import type { AuditedEvent, AuditedLogCommit } from "../AuditedEvent.ts"
import { effectsIn } from "./effectsIn.ts"
import type { MakeFold } from "./ViewFold.ts"

/** The sums of an account in a day or month, in the order of the columns. */
type RowOf = (account: string, period: string) => Array<number>

interface Sums {
  readonly table: string
  /** The column of the day or month. */
  readonly period: string
  /** Where a row is missing, each counts as 0. */
  readonly columns: ReadonlyArray<string>
  readonly add: (commits: ReadonlyArray<AuditedLogCommit>, rowOf: RowOf) => void
}

const eachEvent =
  (add: (event: AuditedEvent, rowOf: RowOf) => void): Sums["add"] =>
  (commits, rowOf) => {
    for (const { events } of commits) for (const event of events) add(event, rowOf)
  }

const addTo = (row: Array<number>, place: number, count: number): void => {
  row[place] = row[place]! + count
}

const origins = ["single", "bulk", "api", "public"] as const

export const usageSums: Sums = {
  table: "usage_month",
  period: "month",
  columns: origins,
  add: eachEvent(({ billing, stored }, rowOf) => {
    const checks = billing && usage.checksIn(billing, stored.atMicros)
    if (checks === undefined) return
    const { account, month, origin, count } = checks
    addTo(rowOf(account, month), origins.indexOf(origin), count)
  })
}

export const outcomeSums: Sums = {
  table: "outcome_month",
  period: "month",
  columns: ["delivered", "bounced", "correct", "wrong"],
  add: eachEvent(({ stored }, rowOf) => {
    for (const { account, month, delivered, bounced, correct, wrong } of outcomes.reportsOf(
      stored
    )) {
      const row = rowOf(account, month)
      for (const [place, count] of [delivered, bounced, correct, wrong].entries())
        addTo(row, place, count)
    }
  })
}

export const daySums: Sums = {
  table: "account_day",
  period: "day",
  columns: ["valid", "risky", "invalid", "unknown", "spent"],
  add: eachEvent(({ billing, stored }, rowOf) => {
    if (billing === undefined) return
    const { account, day, valid, risky, invalid, unknown, spent } = days.checksIn(
      billing,
      stored.atMicros
    )
    const row = rowOf(account, day)
    addTo(row, 0, valid)
    addTo(row, 1, risky)
    addTo(row, 2, invalid)
    addTo(row, 3, unknown)
    addTo(row, 4, spent)
  })
}

const placeOf: Readonly<Record<EntryType, number>> = {
  grant: 0,
  adjust: 1,
  hold: 2,
  charge: 3,
  refund: 4
}
const [firstSeq, lastSeq] = [5, 6]

export const monthSums: Sums = {
  table: "ledger_month",
  period: "month",
  columns: ["granted", "adjusted", "held", "charged", "refunded", "first_seq", "last_seq"],
  add: (commits, rowOf) => {
    for (const { account, month, type, credits, change, seq } of effectsIn(commits).entries) {
      const row = rowOf(account, month)
      addTo(row, placeOf[type], type === "adjust" ? change : credits)
      row[firstSeq] = row[firstSeq] === 0 ? seq : Math.min(row[firstSeq]!, seq)
      row[lastSeq] = Math.max(row[lastSeq]!, seq)
    }
  }
}

/** By period, which is mostly that of the row before, and by account. */
class Rows {
  readonly #periods = new Map<string, Map<string, Array<number>>>()
  readonly #columns: number
  #last = { period: "", rows: new Map<string, Array<number>>() }

  constructor(columns: number) {
    this.#columns = columns
  }

  of(account: string, period: string): Array<number> {
    if (period !== this.#last.period) this.#last = { period, rows: this.#in(period) }
    const known = this.#last.rows.get(account)
    if (known !== undefined) return known
    const row = Array.from({ length: this.#columns }, () => 0)
    this.#last.rows.set(account, row)
    return row
  }

  /** Removes it. */
  take(account: string, period: string): ReadonlyArray<number> | undefined {
    const rows = this.#periods.get(period)
    const row = rows?.get(account)
    rows?.delete(account)
    return row
  }

  *left(): Iterable<readonly [account: string, period: string, row: ReadonlyArray<number>]> {
    for (const [period, rows] of this.#periods)
      for (const [account, row] of rows) yield [account, period, row]
  }

  #in(period: string): Map<string, Array<number>> {
    const rows = this.#periods.get(period) ?? new Map<string, Array<number>>()
    this.#periods.set(period, rows)
    return rows
  }
}

interface SumsRow {
  readonly account: string
  readonly period: string
  readonly values: ReadonlyArray<string>
}

export const sumsFold =
  ({ table, period, columns, add }: Sums): MakeFold =>
  (generation) => {
    const expected = new Rows(columns.length)
    const none: ReadonlyArray<number> = columns.map(() => 0)
    const rowOf: RowOf = (account, date) => expected.of(account, date)

    const difference = (
      account: string,
      date: string,
      sums: ReadonlyArray<number>,
      kept: ReadonlyArray<number>
    ) => {
      const at = columns.findIndex((_, i) => sums[i] !== kept[i])
      if (at < 0) return undefined
      const place = `${table} of account ${account}, ${period} ${date}: ${columns[at]} `
      return { expected: place + sums[at], found: place + kept[at] }
    }

    return {
      add: (commits) =>
        Effect.sync(() => {
          add(commits, rowOf)
          return undefined
        }),
      finish: Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<SumsRow>`
          select account_id::text as account, ${sql(period)}::text as period,
            array[${sql.csv(columns.map((name) => sql`${sql(name)}::text`))}] as values
          from ${sql(table)} where generation = ${generation} order by account_id, ${sql(period)}`
        for (const { account, period, values } of rows) {
          const sums = expected.take(account, period) ?? none
          const broken = difference(account, period, sums, values.map(Number))
          if (broken !== undefined) return broken
        }
        for (const [account, period, sums] of expected.left()) {
          const broken = difference(account, period, sums, none)
          if (broken !== undefined) return broken
        }
        return undefined
      })
    }
  }
