/**
 * Metrics that are in the database, and the same for all nodes. They are asked for when a node is
 * scraped, in four statements at the same time, and by no loop.
 */
import * as generations from "@rcpt/store/generations"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { metricTable } from "../../platform/metrics/metricTable.ts"
import { atScrape } from "../../platform/metrics/scrape.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { countQueues } from "../admin/health.ts"
import { nodes } from "../admin/nodes.ts"

/** Less than a scrape waits for its gauges. */
const answerWaitMax = Duration.seconds(2)

/** Rows. Counting stops there: 100,000 rows of an index take some 10 ms. */
const countedMax = 100_000

interface OpenHolds {
  readonly of: "request" | "job"
  readonly holds: number
  readonly credits: number
}

const openHolds = SqlClient.SqlClient.use(
  (sql) => sql<OpenHolds>`
    select 'request' as of, count(*)::int as holds,
      coalesce(sum(credits - charged - refunded), 0)::float8 as credits
    from es.hold where charged + refunded < credits and expires_at is not null
    union all
    select 'job', count(*)::int, coalesce(sum(h.credits - h.charged - h.refunded), 0)::float8
    from job join es.hold h using (hold_id) where completed_at is null`
)

const learn = Effect.all(
  {
    queues: countQueues(countedMax),
    views: generations.status,
    processes: nodes,
    holds: openHolds
  },
  { concurrency: "unbounded" }
)

type Learnt = Effect.Success<typeof learn>

const setQueues = ({ queues }: Learnt): void => {
  metricTable.unsealed.set([[{}, queues.commits_unsealed]])
  metricTable.holdsExpired.set([[{}, queues.holds_expired]])
  metricTable.webhooksPending.set([[{}, queues.webhooks_pending]])
  metricTable.jobs.set([
    [{ status: "pending" }, queues.jobs_pending],
    [{ status: "processing" }, queues.jobs_processing]
  ])
  metricTable.probeQueue.set([
    [{ state: "due" }, queues.probes_due],
    [{ state: "later" }, queues.probes_later],
    [{ state: "asked" }, queues.probes_asked]
  ])
}

/** A rebuild beside the live view may be hours behind, and nobody reads it. */
const setViews = ({ views }: Learnt): void => {
  const live = views.filter((view) => view.live)
  const { viewBehind, viewBehindSeconds, viewParked } = metricTable
  viewBehind.set(live.map(({ name, behind }) => [{ projection: name }, behind]))
  viewBehindSeconds.set(live.map((view) => [{ projection: view.name }, view.behindSeconds]))
  viewParked.set(live.map(({ name, parked }) => [{ projection: name }, parked]))
}

const setAll = (learnt: Learnt): void => {
  metricTable.databaseAnswers.set([[{}, 1]])
  setQueues(learnt)
  setViews(learnt)
  const { holds, processes } = learnt
  metricTable.holdsOpen.set(holds.map((row) => [{ of: row.of }, row.holds]))
  metricTable.holdsOpenCredits.set(holds.map((row) => [{ of: row.of }, row.credits]))
  const alive = processes.filter((one) => one.alive).length
  metricTable.nodes.set([
    [{ state: "alive" }, alive],
    [{ state: "silent" }, processes.length - alive]
  ])
}

/** A value that is not known is absent: an old one would look like a quiet service. */
const forget = (): void => {
  for (const meter of Object.values(metricTable))
    if (meter.row.of === "service" && meter.type === "gauge") meter.set([])
  metricTable.databaseAnswers.set([[{}, 0]])
}

/** The gauges of the whole database. One process of a node serves them. */
export const askDatabaseAtScrape = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* atScrape(
    learn.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      readTimeout(answerWaitMax),
      Effect.matchCause({ onSuccess: setAll, onFailure: forget })
    )
  )
})
