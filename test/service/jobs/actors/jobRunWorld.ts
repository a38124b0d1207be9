/** The service as a process in the lab, which runs jobs, and a node on its database, which submits them. */
import { isFinished } from "@rcpt/domain/Job"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { unpackRow } from "@rcpt/service/jobs/csv/ResultRow"
import type { JobRecord } from "@rcpt/service/jobs/JobRecord"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { Context, Duration, Effect } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { startNode } from "../jobsWorld.ts"
import type { Node } from "../jobsWorld.ts"

export class Running extends Context.Service<Running, service.Running>()("test/Running") {}

type Env = Readonly<Record<string, string>>

/** On a new database, or on `ownDatabase`. */
export const start = (env: Env = {}, ownDatabase?: string) =>
  Effect.gen(function* () {
    const databaseUrl = ownDatabase ?? (yield* freshDatabase())
    const running = yield* service.start({
      lab: true,
      databaseUrl,
      credits: 100_000,
      env: { RCPT_RATE_LIMIT: "off", RCPT_LOG: "warn", ...env }
    })
    const node = yield* startNode(databaseUrl)
    return Context.add(node, Running, running)
  })

type Services = Node extends Context.Context<infer Each> ? Each : never

/** Runs a test with its own service and database. */
export const world = <A, E>(
  test: Effect.Effect<A, E, Running | Services | Scope.Scope>,
  env?: Env
) =>
  Effect.gen(function* () {
    return yield* Effect.provideContext(test, yield* start(env))
  }).pipe(Effect.scoped)

/** Far more than any of these jobs takes. */
const watchMax = Duration.seconds(60)
const pollEvery = Duration.millis(20)

/** Polls a job until the condition holds; answers each version that was seen. */
export const watch = (job: string, condition: (job: JobRecord) => boolean) =>
  Effect.gen(function* () {
    const { get } = yield* Jobs
    const seen: Array<JobRecord> = []
    while (true) {
      const now = yield* get(job)
      if (now.version !== seen.at(-1)?.version) seen.push(now)
      if (condition(now)) return seen
      yield* Effect.sleep(pollEvery)
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: watchMax,
      orElse: () => Effect.die(new Error(`job ${job} did not reach the expected state`))
    })
  )

/** Waits for the job's end. */
export const ended = (job: string) => Effect.map(watch(job, isFinished), (seen) => seen.at(-1)!)

/** Results by row number. */
export const resultsOf = (job: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly row: number; readonly result: string }>`
      select row_no as row, result from job_result where job_id = ${job} order by row_no`
  ).pipe(
    Effect.map(
      (rows): ReadonlyMap<number, ResultRow> =>
        new Map(rows.map(({ row, result }) => [row, unpackRow(result)]))
    )
  )

/** As a quoted CSV cell. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** `user0@d00001.lab.test` …: `count` addresses over `domains` domains. */
export const labAddresses = (count: number, domains: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, row) => {
    const domain = String(1 + (row % domains)).padStart(5, "0")
    return `user${row}@d${domain}.lab.test`
  })
