/** What an account sees first, of one moment as nearly as it matters. */
import { jobsShown } from "@rcpt/api/Overview"
import type { Overview } from "@rcpt/api/Overview"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { toBulkJob } from "../jobs/JobRecord.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { daysOf } from "./days.ts"

interface Credits {
  readonly available: bigint
  readonly held: bigint
}

/**
 * Holds of requests expire and are few: they are found by when. Those of jobs do not, and are found by
 * their jobs. In one statement, so that what is on its way between the two is in neither twice.
 */
const creditsOf = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Credits>`
      select coalesce((select available from es.account where account_id = ${account}), 0)::bigint
          as available,
        (coalesce((select sum(credits - charged - refunded) from es.hold
            where account_id = ${account} and charged + refunded < credits
              and expires_at is not null), 0)
          + coalesce((select sum(h.credits - h.charged - h.refunded)
            from job j join es.hold h using (hold_id)
            where j.account_id = ${account} and j.completed_at is null), 0))::bigint as held`
  ).pipe(Effect.map(([row]) => row!))

export const overviewOf = Effect.fn("overviewOf")(function* (
  account: string
): Effect.fn.Return<Overview, SqlError.SqlError | StoreUnavailable, SqlClient.SqlClient | Jobs> {
  const { days, spentThisMonth } = yield* daysOf(account)
  const { available, held } = yield* creditsOf(account)
  const jobs = yield* Jobs.use(({ list }) => list(account, jobsShown))
  return {
    credits: {
      available: Number(available),
      held: Number(held),
      spent_this_month: spentThisMonth
    },
    days,
    jobs: jobs.map(toBulkJob),
    checked_at: DateTime.formatIso(yield* DateTime.now)
  }
})
