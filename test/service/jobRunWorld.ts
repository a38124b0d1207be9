/** The real service, a process in the lab, that works at jobs; and its tables, to put jobs there. */
import { isFinished } from "@rcpt/domain/Job"
import type { JobRow } from "@rcpt/service/jobs/csv/JobRow"
import type { JobRecord } from "@rcpt/service/jobs/JobRecord"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { unpackRow } from "@rcpt/service/jobs/packRow"
import { Context, Duration, Effect } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { startNode } from "./jobsWorld.ts"
import type { Node } from "./jobsWorld.ts"

export class Running extends Context.Service<Running, service.Running>()("test/Running") {}

type Env = Readonly<Record<string, string>>

/** On a database of the run's Postgres, or on the one that is given. */
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

/** A test with a service and a database of its own. */
export const world = <A, E>(
  test: Effect.Effect<A, E, Running | Services | Scope.Scope>,
  env?: Env
) =>
  Effect.gen(function* () {
    return yield* Effect.provideContext(test, yield* start(env))
  }).pipe(Effect.scoped)

/** Far more than any of these jobs takes; what hangs is found. */
const patience = Duration.seconds(60)
const lookEvery = Duration.millis(20)

/** Looks at a job again and again: all that was seen, until it is so. */
export const watch = (job: string, isSo: (job: JobRecord) => boolean) =>
  Effect.gen(function* () {
    const { look } = yield* Jobs
    const seen: Array<JobRecord> = []
    while (true) {
      const now = yield* look(job)
      if (now.version !== seen.at(-1)?.version) seen.push(now)
      if (isSo(now)) return seen
      yield* Effect.sleep(lookEvery)
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.die(new Error(`job ${job} never came to it`))
    })
  )

/** The job, once it has ended. */
export const ended = (job: string) => Effect.map(watch(job, isFinished), (seen) => seen.at(-1)!)

/** By row number. */
export const resultsOf = (job: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly row: number; readonly result: string }>`
      select row_no as row, result from job_result where job_id = ${job} order by row_no`
  ).pipe(
    Effect.map(
      (rows): ReadonlyMap<number, JobRow> =>
        new Map(rows.map(({ row, result }) => [row, unpackRow(result)]))
    )
  )

/** As a cell of CSV. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** `user0@d00001.lab.test` …: `count` rows over so many domains. */
export const labAddresses = (count: number, domains: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, row) => {
    const domain = String(1 + (row % domains)).padStart(5, "0")
    return `user${row}@d${domain}.lab.test`
  })
