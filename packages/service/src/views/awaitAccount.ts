/** Lets readers of a view wait for what the account wrote just before. */
import { awaitView } from "@rcpt/store/awaitView"
import type { Hints } from "@rcpt/store/Hints"
import type { Projection } from "@rcpt/store/Projection"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { jobStream } from "../jobs/decideOnJob.ts"
import { ledgerStream } from "../ledger/ledgerRows.ts"

/** Older jobs have mostly ended. For one that has not, a reader may miss its last events for a moment. */
const jobsMax = 20

/** The account's ledger, and the stream of `job` or else of its newest jobs. */
const streamsOf = (
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

/** The services that a reader of a view needs. */
export type ViewReader = SqlClient.SqlClient | Hints

/** Waits a moment until the view shows the account's newest events, and those of its jobs. */
export const awaitAccount = (
  view: Pick<Projection, "name">,
  account: string,
  job?: string
): Effect.Effect<void, never, ViewReader> =>
  Effect.flatMap(streamsOf(account, job), (streams) => Effect.orDie(awaitView(view, streams)))
