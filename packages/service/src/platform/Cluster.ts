/**
 * Who runs the actors. Alone, a node runs them all; with `RCPT_CLUSTER_HOST`, nodes share them over
 * sockets, and Postgres says who has which.
 *
 * Messages are volatile: what must survive a crash stands in tables of our own, and an actor that
 * comes up somewhere else reads it there. So there is no message storage in either shape.
 */
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option } from "effect"
import {
  MessageStorage,
  RunnerHealth,
  Runners,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  SqlRunnerStorage
} from "effect/cluster"
import * as RunnerAddress from "effect/cluster/RunnerAddress"

import { Config } from "./Config.ts"
import { DatabaseUrl } from "./Database.ts"

/** A kind of work that whole nodes may be kept free of has a group of its own. */
export const shardGroups = { jobs: "jobs", domains: "domains" } as const

/** The health check of the cluster itself lives in "default". */
const availableShardGroups = ["default", ...Object.values(shardGroups)]

const limits = {
  availableShardGroups,
  assignedShardGroups: availableShardGroups,
  /** Each costs two statements when a node stops; enough to spread over a dozen nodes. */
  shardsPerGroup: 64,
  /** Callers wait in lines of our own, with deadlines; beyond this a caller is told at once. */
  entityMailboxCapacity: 4_096,
  /** 14 kB each, and a list of a million addresses has a hundred thousand domains: idle ones go. */
  maxResidentEntities: "unbounded",
  entityMaxIdleTime: Duration.minutes(2),
  /** Below the 15 s in which SIGTERM promises to be done. */
  entityTerminationTimeout: Duration.seconds(10),
  /** How long a dead node keeps its shards: 9 s, found in 9.3 s at most (measured). */
  shardLockExpiration: Duration.seconds(9),
  shardLockRefreshInterval: Duration.seconds(3),
  refreshAssignmentsInterval: Duration.seconds(1),
  runnerHealthCheckInterval: Duration.seconds(3),
  /** Local messages are handed over as they are; tests of the actors turn this on. */
  simulateRemoteSerialization: false
} satisfies Partial<ShardingConfig.ShardingConfig["Service"]>

export type Cluster = Sharding.Sharding

/** Also for tests, which then need neither sockets nor a database. */
export const alone: Layer.Layer<Cluster> = Sharding.layer.pipe(
  Layer.provide(Runners.layerNoop),
  Layer.provide([MessageStorage.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  // The address stays the default: nobody else is there to use it.
  Layer.provide(ShardingConfig.layer(limits))
)

/** One keeps the locks of our shards as long as it lives, one asks who else is there. */
const connectionsMax = 2

const membership = (shardingConfig: Partial<ShardingConfig.ShardingConfig["Service"]>) =>
  Layer.unwrap(
    Effect.map(DatabaseUrl, (url) => {
      const applicationName = "rcpt cluster"
      return SqlRunnerStorage.layer.pipe(
        Layer.provide(PgClient.layer({ url, applicationName, maxConnections: connectionsMax })),
        Layer.provide(ShardingConfig.layer(shardingConfig))
      )
    })
  )

const together = (host: string, port: number): Layer.Layer<Cluster, never, DatabaseUrl> => {
  const runnerAddress = Option.some(RunnerAddress.make(host, port))
  const shardingConfig = { ...limits, runnerAddress }
  return NodeClusterSocket.layer({ storage: "byo", shardingConfig }).pipe(
    Layer.provide([MessageStorage.layerNoop, membership(shardingConfig)]),
    Layer.orDie
  )
}

export const layer: Layer.Layer<Cluster, never, Config | DatabaseUrl> = Layer.unwrap(
  Effect.map(Config, ({ clusterHost, clusterPort }) =>
    clusterHost === undefined ? alone : together(clusterHost, clusterPort)
  )
)
