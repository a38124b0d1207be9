/**
 * The database of this process: the one that is configured, or one that is run for it. Before anything is
 * made there, the ports are tried and the node joins the others.
 */
import type { PgClient } from "@effect/sql-pg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer, Redacted } from "effect"

import { Config } from "./Config.ts"
import * as Database from "./Database.ts"
import { joinDatabase } from "./joining/joinDatabase.ts"
import type { Nats } from "./nats/Nats.ts"
import * as natsHints from "./nats/natsHints.ts"
import * as NodeLease from "./NodeLease.ts"
import { portsFree } from "./ports.ts"
import * as EmbeddedPostgres from "./postgres/EmbeddedPostgres.ts"
import { connectionsInCluster, processes } from "./processes/Processes.ts"

/** Hints go over NATS where there is one: Postgres then has a connection and its notifications less. */
const hints = Layer.unwrap(
  Effect.map(Config, ({ natsServers }): Layer.Layer<Hints.Hints, never, PgClient.PgClient | Nats> =>
    natsServers === undefined ? Hints.layerPg : natsHints.layer
  )
)

const databaseAt = (url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.map(Config, ({ clusterHost }) => {
      const connectionsMax = clusterHost === undefined ? Infinity : connectionsInCluster
      return NodeLease.layer.pipe(
        Layer.provideMerge(Database.layer(url, { hints, connectionsMax }))
      )
    })
  )

/**
 * The pools and the lease of this process. Where a node has several processes, the supervisor has joined for all of
 * them.
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl, dataDir } = yield* Config
    const { siblings } = yield* processes
    if (siblings !== undefined) return databaseAt(databaseUrl!)
    yield* portsFree
    const url = databaseUrl ?? Redacted.make((yield* EmbeddedPostgres.start({ dataDir })).url)
    yield* joinDatabase(url)
    return databaseAt(url)
  })
)
