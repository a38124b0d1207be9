/** Nodes that remember domains in one database, each with a memory of its own before it. */
import { PgClient } from "@effect/sql-pg"
import { WriteSql } from "@rcpt/service/Database"
import * as DomainMemoryPg from "@rcpt/service/domains/DomainMemoryPg"
import { migrate } from "@rcpt/service/migrate"
import { DomainMemory } from "@rcpt/verifier/DomainMemory"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"

/** The URL of a database that has the tables. */
export const database = Effect.gen(function* () {
  const url = yield* freshDatabase()
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  yield* Effect.provide(migrate, Layer.fresh(client))
  return url
})

export type Client = ReturnType<typeof PgClient.layer>

export const clientOf = (url: string): Client =>
  PgClient.layer({ url: Redacted.make(url), maxConnections: 3 })

export interface Node {
  readonly memory: DomainMemory["Service"]
  readonly sql: SqlClient.SqlClient
}

export const startNode = (client: Client) =>
  Effect.gen(function* () {
    const write = Layer.effect(WriteSql, SqlClient.SqlClient)
    const layers = DomainMemoryPg.layer.pipe(Layer.provideMerge(write), Layer.provideMerge(client))
    const context = yield* Layer.build(Layer.fresh(layers))
    return {
      memory: Context.get(context, DomainMemory),
      sql: Context.get(context, WriteSql)
    } satisfies Node
  })

export const start = Effect.flatMap(database, (url) => startNode(clientOf(url)))

export const startTwo = Effect.flatMap(database, (url) =>
  Effect.all([startNode(clientOf(url)), startNode(clientOf(url))])
)
