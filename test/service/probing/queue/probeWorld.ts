/** Nodes with a probe queue on one database. Each has its own pool, as if it were a process. */
import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { present, unanswered } from "@rcpt/domain/Fact"
import { WriteSql } from "@rcpt/service/platform/Database"
import { migrate } from "@rcpt/service/platform/migrate"
import * as Queue from "@rcpt/service/probing/queue/ProbeQueue"
import type { ProbeQueueKey, ProbeRow } from "@rcpt/service/probing/queue/ProbeRow"
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import * as databaseClock from "../../../support/databaseClock.ts"
import { freshDatabase } from "../../../support/freshDatabase.ts"

/** The default of `RCPT_GREYLIST_RETRIES`. */
export const retries = [Duration.minutes(6), Duration.minutes(20), Duration.minutes(60)]

export const key: ProbeQueueKey = { group: "google", egress: "direct" }

export interface RowsOptions extends Partial<ProbeQueueKey> {
  readonly account?: string
  readonly job?: string
  readonly count: number
}

/** Rows 1 to `count` of a job, by default a new one of a new account. */
export const rows = ({
  count,
  account,
  job,
  ...otherKey
}: RowsOptions): ReadonlyArray<ProbeRow> => {
  const ids = { account: account ?? randomUUIDv7(), job: job ?? randomUUIDv7() }
  return Array.from({ length: count }, (_, index) => ({
    ...key,
    ...otherKey,
    ...ids,
    row: index + 1,
    question: {
      address: { localPart: `ann.${index + 1}`, domain: "acme.test", smtputf8: false },
      hosts: [{ host: "mx.acme.test", preference: 10 }],
      catchAll: index % 2 === 0 ? unanswered("not probed") : present({ because: "it says so" })
    }
  }))
}

export interface Node {
  readonly queue: Queue.ProbeQueue["Service"]
  readonly sql: SqlClient.SqlClient
  /** Lets time pass in the database, where it stands still otherwise. */
  readonly pass: (duration: Duration.Input) => Effect.Effect<void>
}

/** Stops when the scope closes, together with its statements. */
export const startNode = (url: string) =>
  Effect.gen(function* () {
    const write = Layer.effect(WriteSql, SqlClient.SqlClient)
    const client = PgClient.layer({
      url: Redacted.make(url),
      maxConnections: 4,
      // The settings of the service: they reveal deadlocks and slow plans.
      startupParameters: { statement_timeout: "2000", enable_seqscan: "off" }
    })
    const layers = Queue.layer(retries).pipe(Layer.provideMerge(write), Layer.provideMerge(client))
    const context = yield* Layer.build(Layer.fresh(layers))
    const sql = Context.get(context, WriteSql)
    return {
      queue: Context.get(context, Queue.ProbeQueue),
      sql,
      pass: (duration) =>
        Effect.provideService(databaseClock.advance(duration), SqlClient.SqlClient, sql)
    } satisfies Node
  })

/** The URL of a migrated database, with the time of day: for those who look at plans. */
export const databaseInTime = Effect.gen(function* () {
  const url = yield* freshDatabase()
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  yield* Effect.provide(migrate, Layer.fresh(client))
  return url
})

/** The same, in which time stands still. */
export const database = Effect.tap(databaseInTime, (url) =>
  databaseClock.install(url, { isStopped: true })
)

export const startInTime = Effect.flatMap(databaseInTime, startNode)

export const start = Effect.flatMap(database, startNode)

export const startTwo = Effect.flatMap(database, (url) =>
  Effect.all([startNode(url), startNode(url)])
)

/** A pull as a guard makes it. */
export const pull = (
  { queue }: Node,
  {
    limit = 10,
    holder = "a",
    lease = Duration.minutes(2),
    ...otherKey
  }: Partial<Queue.PullRequest> = {}
) => queue.pull({ ...key, ...otherKey, limit, holder, lease })
