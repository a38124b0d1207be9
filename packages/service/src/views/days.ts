/**
 * A projection: checks per account and UTC day, by result, and their cost. What counts as a check is
 * defined in billingEvents.ts. The demo stores no results, so its checks are not here.
 */
import { daysShown } from "@rcpt/api/Overview"
import type { Day, PeriodSums } from "@rcpt/api/Overview"
import { noRows, Tally } from "@rcpt/domain/Job"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../platform/decodeRows.ts"
import { awaitAccount } from "./awaitAccount.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { billingOf } from "./billingEvents.ts"
import type { BillingEvent } from "./billingEvents.ts"
import { dateOf, dayMillis } from "./dateOf.ts"

const name = "days"

interface DayChecks extends Tally {
  readonly account: string
  /** `2026-11-21` */
  readonly day: string
  readonly spent: number
}

const checksIn = ({ account, spent, checks }: BillingEvent, atMicros: number): DayChecks => {
  const { valid, risky, invalid, unknown } = checks?.tally ?? noRows
  return { account, day: dateOf(atMicros / 1_000), valid, risky, invalid, unknown, spent }
}

const checksOf = (event: StoredEvent): ReadonlyArray<DayChecks> => {
  const billing = billingOf(event)
  return billing === undefined ? [] : [checksIn(billing, event.atMicros)]
}

const add = (generation: number, checks: ReadonlyArray<DayChecks>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into account_day as d
        (generation, account_id, day, valid, risky, invalid, unknown, spent)
      select ${generation}, account, day, sum(valid), sum(risky), sum(invalid), sum(unknown),
        sum(spent)
      from unnest(${checks.map((one) => one.account)}::uuid[],
        ${checks.map((one) => one.day)}::date[], ${checks.map((one) => one.valid)}::int[],
        ${checks.map((one) => one.risky)}::int[], ${checks.map((one) => one.invalid)}::int[],
        ${checks.map((one) => one.unknown)}::int[], ${checks.map((one) => one.spent)}::bigint[])
        as given (account, day, valid, risky, invalid, unknown, spent)
      group by account, day
      on conflict (generation, account_id, day) do update set
        valid = d.valid + excluded.valid, risky = d.risky + excluded.risky,
        invalid = d.invalid + excluded.invalid, unknown = d.unknown + excluded.unknown,
        spent = d.spent + excluded.spent`
  )

const isSomething = ({ valid, risky, invalid, unknown, spent }: DayChecks): boolean =>
  [valid, risky, invalid, unknown, spent].some((count) => count !== 0)

/** The view has only sums, so the order of commits does not matter. */
export const days: Projection = {
  name,
  apply: (generation, commits: ReadonlyArray<SealedCommit>) =>
    Effect.suspend(() => {
      const checks = commits.flatMap(({ events }) => events.flatMap(checksOf)).filter(isSomething)
      return checks.length === 0 ? Effect.void : Effect.asVoid(add(generation, checks))
    }),
  drop: (generation) =>
    SqlClient.SqlClient.use(
      (sql) => sql`delete from account_day where generation = ${generation}`
    ).pipe(Effect.asVoid)
}

const DayRow = Schema.Struct({ date: Schema.String, ...Tally.fields, spent: Int8 })
type DayRow = typeof DayRow.Type
const decodeDays = decodeRows(DayRow)

interface Days {
  readonly days: ReadonlyArray<Day>
  /** The sums of as many days before them. */
  readonly before: PeriodSums
  readonly spentThisMonth: number
}

const shown = (date: string, row: DayRow | undefined): Day => {
  const { valid, risky, invalid, unknown, spent } = row ?? { ...noRows, spent: 0 }
  return { date, valid, risky, invalid, unknown, credits_spent: spent }
}

const nothing: PeriodSums = { ...noRows, credits_spent: 0 }

const plus = (sums: PeriodSums, { valid, risky, invalid, unknown, spent }: DayRow): PeriodSums => ({
  valid: sums.valid + valid,
  risky: sums.risky + risky,
  invalid: sums.invalid + invalid,
  unknown: sums.unknown + unknown,
  credits_spent: sums.credits_spent + spent
})

/** The last `daysShown` days with today, oldest first. Waits for the projection (`awaitView`). */
export const daysOf = (account: string): Effect.Effect<Days, never, ViewReader> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* awaitAccount(days, account)
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    const dates = Array.from({ length: daysShown }, (_, at) =>
      dateOf(now - (daysShown - 1 - at) * dayMillis)
    )
    const month = dateOf(now).slice(0, "2026-11".length)
    // Twice as many days as are shown reach back beyond the first of any month.
    const first = dateOf(now - (2 * daysShown - 1) * dayMillis)
    const rows = yield* sql`
      select day::text as date, valid, risky, invalid, unknown, spent from account_day
      where account_id = ${account} and day >= ${first}::date
        and generation = (select generation from es.projection where name = ${name} and live)`.pipe(
      decodeDays
    )
    const byDate = new Map(rows.map((row) => [row.date, row]))
    return {
      days: dates.map((date) => shown(date, byDate.get(date))),
      before: rows.filter(({ date }) => date < dates[0]!).reduce(plus, nothing),
      spentThisMonth: rows
        .filter(({ date }) => date.startsWith(month))
        .reduce((sum, { spent }) => sum + spent, 0)
    }
  }).pipe(Effect.orDie)
