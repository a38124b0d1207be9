/** Nodes with domain knowledge in one database, each with its own cache. */
import { PgClient } from "@effect/sql-pg"
import { WriteSql } from "@rcpt/service/platform/Database"
import { migrate } from "@rcpt/service/platform/migrate"
import * as DomainKnowledgePg from "@rcpt/service/probing/domains/DomainKnowledgePg"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../../support/freshDatabase.ts"

/** The URL of a migrated database. */
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
  readonly memory: DomainKnowledge["Service"]
  readonly sql: SqlClient.SqlClient
}

export const startNode = (client: Client) =>
  Effect.gen(function* () {
    const write = Layer.effect(WriteSql, SqlClient.SqlClient)
    const layers = DomainKnowledgePg.layer.pipe(
      Layer.provideMerge(write),
      Layer.provideMerge(client)
    )
    const context = yield* Layer.build(Layer.fresh(layers))
    return {
      memory: Context.get(context, DomainKnowledge),
      sql: Context.get(context, WriteSql)
    } satisfies Node
  })

export const start = Effect.flatMap(database, (url) => startNode(clientOf(url)))

export const startTwo = Effect.flatMap(database, (url) =>
  Effect.all([startNode(clientOf(url)), startNode(clientOf(url))])
)
