/** Nodes with a probe queue on one database: each has a pool of its own, as if it were a process. */
import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { present, unanswered } from "@rcpt/domain/Fact"
import { WriteSql } from "@rcpt/service/Database"
import { migrate } from "@rcpt/service/migrate"
import * as Queue from "@rcpt/service/probes/ProbeQueue"
import type { Line, ProbeRow } from "@rcpt/service/probes/ProbeRow"
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"

/** As `RCPT_GREYLIST_RETRIES` has it by default. */
export const retries = [Duration.minutes(6), Duration.minutes(20), Duration.minutes(60)]

export const line: Line = { group: "google", egress: "direct" }

export interface Rows extends Partial<Line> {
  readonly account?: string
  readonly job?: string
  readonly count: number
}

/** Rows 1 to `count` of a job: one of their own unless it is given. */
export const rows = ({ count, account, job, ...where }: Rows): ReadonlyArray<ProbeRow> => {
  const of = { account: account ?? randomUUIDv7(), job: job ?? randomUUIDv7() }
  return Array.from({ length: count }, (_, index) => ({
    ...line,
    ...where,
    ...of,
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
}

/** A node that goes with the scope, and with it whatever it was doing. */
export const startNode = (url: string) =>
  Effect.gen(function* () {
    const write = Layer.effect(WriteSql, SqlClient.SqlClient)
    const client = PgClient.layer({
      url: Redacted.make(url),
      maxConnections: 4,
      // As the pools of the service have it: a deadlock or a slow plan shows.
      startupParameters: { statement_timeout: "2000", enable_seqscan: "off" }
    })
    const layers = Queue.layer(retries).pipe(Layer.provideMerge(write), Layer.provideMerge(client))
    const context = yield* Layer.build(Layer.fresh(layers))
    return {
      queue: Context.get(context, Queue.ProbeQueue),
      sql: Context.get(context, WriteSql)
    } satisfies Node
  })

/** The URL of a database that has the tables. */
export const database = Effect.gen(function* () {
  const url = yield* freshDatabase()
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  yield* Effect.provide(migrate, Layer.fresh(client))
  return url
})

export const start = Effect.flatMap(database, startNode)

export const startTwo = Effect.flatMap(database, (url) =>
  Effect.all([startNode(url), startNode(url)])
)

/** A pull as a guard would make it. */
export const pull = (
  { queue }: Node,
  { limit = 10, node = "a", lease = Duration.minutes(2), ...where }: Partial<Queue.PullOrder> = {}
) => queue.pull({ ...line, ...where, limit, node, lease })
