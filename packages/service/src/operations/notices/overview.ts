/** The dashboard's overview of an account. Its parts are read one after the other. */
import { jobsShown } from "@rcpt/api/Overview"
import type { Day, Overview, PeriodSums } from "@rcpt/api/Overview"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { toBulkJob } from "../../jobs/JobRecord.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { bouncedOfValid } from "../../views/accuracy.ts"
import { hoursOf } from "../../views/activity/checksByHour.ts"
import type { ViewReader } from "../../views/awaitAccount.ts"
import { daysOf } from "../../views/days.ts"

const decodeCredits = decodeRows(Schema.Struct({ available: Int8, held: Int8 }))

/**
 * Holds of requests expire and are few: an index on the expiry finds them. Holds of jobs do not expire
 * and are found by their jobs. One statement reads both, so that no credit is counted twice.
 */
const creditsOf = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select coalesce((select available from es.account where account_id = ${account}), 0)::bigint
          as available,
        (coalesce((select sum(credits - charged - refunded) from es.hold
            where account_id = ${account} and charged + refunded < credits
              and expires_at is not null), 0)
          + coalesce((select sum(h.credits - h.charged - h.refunded)
            from job j join es.hold h using (hold_id)
            where j.account_id = ${account} and j.completed_at is null), 0))::bigint as held`
  ).pipe(
    decodeCredits,
    Effect.map(([row]) => row!),
    Effect.orDie
  )

const checksOf = ({ valid, risky, invalid, unknown }: PeriodSums): number =>
  valid + risky + invalid + unknown

/**
 * A chart of days with a single bar says little; one of hours that lacks checks says less. Activity may be off,
 * have lost some, or be a second behind.
 */
const hoursOfOnly = Effect.fnUntraced(function* (account: string, days: ReadonlyArray<Day>) {
  const [only, ...others] = days.filter((day) => checksOf(day) > 0)
  if (only === undefined || others.length > 0) return undefined
  const hours = yield* hoursOf(account, only.date)
  const found = hours.reduce((sum, hour) => sum + checksOf(hour), 0)
  return found < checksOf(only) ? undefined : hours
})

export const overviewOf = Effect.fnUntraced(function* (
  account: string
): Effect.fn.Return<Overview, never, ViewReader | Jobs> {
  const { days, before, spentThisMonth } = yield* daysOf(account)
  const hours = yield* hoursOfOnly(account, days)
  const credits = yield* creditsOf(account)
  const bounced = yield* bouncedOfValid(account)
  const { jobs } = yield* Jobs.use(({ list }) => list(account, { limit: jobsShown }))
  return {
    credits: { ...credits, spent_this_month: spentThisMonth },
    days,
    ...(hours && { hours }),
    days_before: before,
    ...(bounced && { bounced_of_valid: bounced }),
    jobs: jobs.map(toBulkJob),
    checked_at: DateTime.formatIso(yield* DateTime.now)
  }
})
