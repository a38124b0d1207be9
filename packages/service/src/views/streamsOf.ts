/** Where an account's newest facts stand: for readers of a view who may know of them already. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { jobStream } from "../jobs/decideOnJob.ts"
import { ledgerStream } from "../ledger/ledgerRows.ts"

/** Older ones have mostly ended; of one that has not, a page may be read before the view has it all. */
const jobsMax = 20

/** Its own ledger, and that of the one job or of its newest ones. */
export const streamsOf = (
  account: string,
  job?: string
): Effect.Effect<ReadonlyArray<string>, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) =>
    job === undefined
      ? sql<{ readonly job: string }>`
          select job_id as job from job where account_id = ${account}
          order by created_at desc, job_id desc limit ${jobsMax}`
      : Effect.succeed([{ job }])
  ).pipe(
    Effect.map((jobs) => [ledgerStream(account), ...jobs.map((one) => jobStream(one.job))]),
    Effect.orDie
  )
