/**
 * Views that are sums per account and day or month. They are compared as a whole at the end: an account
 * has a row for each of its days, not for each of its checks.
 */
import type { SealedCommit } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as days from "../../../views/days.ts"
import { effectsOf } from "../../../views/ledger/Entry.ts"
import type { Entry, EntryType } from "../../../views/ledger/Entry.ts"
import * as outcomes from "../../../views/outcomes.ts"
import * as usage from "../../../views/usage.ts"
import type { MakeFold } from "./ViewFold.ts"

type Merge = (one: number, other: number) => number

const sum: Merge = (one, other) => one + other

interface Sums {
  readonly table: string
  /** The column of the day or month. */
  readonly period: string
  /** By column; where a row is missing, it counts as 0. */
  readonly columns: Readonly<Record<string, Merge>>
  readonly partsOf: (commit: SealedCommit) => ReadonlyArray<Part>
}

interface Part {
  readonly account: string
  /** `2026-11-21` */
  readonly period: string
  readonly values: Readonly<Partial<Record<string, number>>>
}

export const usageSums: Sums = {
  table: "usage_month",
  period: "month",
  columns: { single: sum, bulk: sum, api: sum, public: sum },
  partsOf: ({ events }) =>
    events.flatMap((event) =>
      usage.checksOf(event).map(({ account, month, origin, count }) => {
        return { account, period: month, values: { [origin]: count } }
      })
    )
}

export const outcomeSums: Sums = {
  table: "outcome_month",
  period: "month",
  columns: { delivered: sum, bounced: sum, correct: sum, wrong: sum },
  partsOf: ({ events }) =>
    events.flatMap((event) =>
      outcomes.reportsOf(event).map(({ account, month, ...counts }) => {
        return { account, period: month, values: counts }
      })
    )
}

export const daySums: Sums = {
  table: "account_day",
  period: "day",
  columns: { valid: sum, risky: sum, invalid: sum, unknown: sum, spent: sum },
  partsOf: ({ events }) =>
    events.flatMap((event) =>
      days.checksOf(event).map(({ account, day, ...values }) => ({ account, period: day, values }))
    )
}

const columnOf: Readonly<Record<EntryType, string>> = {
  grant: "granted",
  adjust: "adjusted",
  hold: "held",
  charge: "charged",
  refund: "refunded"
}

const monthPart = ({ account, month, type, credits, change, seq }: Entry): Part => {
  const moved = type === "adjust" ? change : credits
  const values = { [columnOf[type]]: moved, first_seq: seq, last_seq: seq }
  return { account, period: month, values }
}

export const monthSums: Sums = {
  table: "ledger_month",
  period: "month",
  columns: {
    granted: sum,
    adjusted: sum,
    held: sum,
    charged: sum,
    refunded: sum,
    first_seq: (one, other) => (one === 0 ? other : Math.min(one, other)),
    last_seq: Math.max
  },
  partsOf: (commit) => effectsOf([commit]).entries.map(monthPart)
}

interface SumsRow {
  readonly account: string
  readonly period: string
  readonly values: ReadonlyArray<string>
}

export const sumsFold =
  ({ table, period, columns, partsOf }: Sums): MakeFold =>
  (generation) => {
    const names = Object.keys(columns)
    const none: ReadonlyArray<number> = names.map(() => 0)
    const placeOf = new Map(names.map((name, place) => [name, place]))
    const expected = new Map<string, Array<number>>()

    const add = (commit: SealedCommit): void => {
      for (const { account, period, values } of partsOf(commit)) {
        const key = `${account} ${period}`
        let sums = expected.get(key)
        if (sums === undefined) expected.set(key, (sums = [...none]))
        for (const name in values) {
          const [place, value] = [placeOf.get(name), values[name]]
          if (place !== undefined && value !== undefined)
            sums[place] = columns[name]!(sums[place]!, value)
        }
      }
    }

    const brokenIn = (key: string, kept: ReadonlyArray<number>) => {
      const at = names.findIndex((_, i) => (expected.get(key) ?? none)[i] !== kept[i])
      if (at < 0) return undefined
      const [account, date] = key.split(" ")
      const place = `${table} of account ${account}, ${period} ${date}: ${names[at]} `
      return { expected: place + (expected.get(key) ?? none)[at], found: place + kept[at] }
    }

    return {
      add: (commits) =>
        Effect.sync(() => {
          commits.forEach(add)
          return undefined
        }),
      finish: Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<SumsRow>`
          select account_id::text as account, ${sql(period)}::text as period,
            array[${sql.csv(names.map((name) => sql`${sql(name)}::text`))}] as values
          from ${sql(table)} where generation = ${generation} order by account_id, ${sql(period)}`
        const missing = new Set(expected.keys())
        for (const { account, period, values } of rows) {
          const key = `${account} ${period}`
          missing.delete(key)
          const broken = brokenIn(key, values.map(Number))
          if (broken !== undefined) return broken
        }
        for (const key of missing) {
          const broken = brokenIn(key, none)
          if (broken !== undefined) return broken
        }
        return undefined
      })
    }
  }
