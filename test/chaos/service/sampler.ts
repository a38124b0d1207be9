/** Looks at the jobs' counters in the database all the time, past the nodes and their proxies. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schedule } from "effect"
import type { Scope } from "effect"

import type { Progress, Span } from "./standstill.ts"
import type { World } from "./world.ts"

export interface Sampler {
  /** By job, in the order of time: each time at which its counter had grown, first and last included. */
  readonly progress: ReadonlyMap<string, ReadonlyArray<Progress>>
  /** When Postgres did not answer us. */
  readonly outages: ReadonlyArray<Span>
  /** Waits until the job has ended; its status. */
  readonly ended: (job: string) => Effect.Effect<string>
}

interface JobCounters {
  readonly id: string
  readonly settled: number
  readonly status: string
}

const every = "100 millis"

/** A server that does not answer within this time is away. */
const answerMax = "1 second"

const counters = `select job_id::text as id, processed_rows as settled, status from job`

const terminal: ReadonlySet<string> = new Set(["complete", "failed", "cancelled"])

export const start = ({ database }: World): Effect.Effect<Sampler, never, Scope.Scope> =>
  Effect.gen(function* () {
    const progress = new Map<string, Array<Progress>>()
    const statuses = new Map<string, string>()
    const outages: Array<Span> = []
    let answeredAt = Date.now()
    const see = ({ id, settled, status }: JobCounters) => {
      const seen = progress.get(id) ?? []
      progress.set(id, seen)
      const hasEnded = terminal.has(status) && statuses.get(id) !== status
      if (seen.length === 0 || seen.at(-1)!.settled < settled || hasEnded)
        seen.push({ at: Date.now(), settled })
      statuses.set(id, status)
    }
    const record = (rows: ReadonlyArray<unknown>) => {
      const now = Date.now()
      outages.push(...(now - answeredAt > 500 ? [{ from: answeredAt, to: now }] : []))
      answeredAt = now
      for (const row of rows) see(row as JobCounters)
    }
    const look = Effect.gen(function* () {
      const url = Redacted.make(database.primary().superuserUrl)
      const connection = yield* Effect.timeout(PgConnection.make({ url }), answerMax)
      while (true) {
        const { rows } = yield* Effect.timeout(connection.query(counters), answerMax)
        record(rows)
        yield* Effect.sleep(every)
      }
    }).pipe(Effect.scoped, Effect.ignore)
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(every)))
    return {
      progress,
      outages,
      ended: (job) =>
        Effect.sync(() => statuses.get(job) ?? "unseen").pipe(
          Effect.repeat({
            until: (status) => terminal.has(status),
            schedule: Schedule.spaced(every)
          })
        )
    }
  })
