/**
 * Who runs the actors. A node of one process runs them all. Several processes of a node share them over
 * sockets on loopback, and their supervisor says who has which. With `RCPT_CLUSTER_HOST`, nodes share
 * them, and Postgres says who has which.
 *
 * Messages are volatile: what must survive a crash is in tables of our own, and an actor that starts on
 * another node reads it there. So neither setup has a message storage.
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
  SocketRunner,
  SqlRunnerStorage
} from "effect/cluster"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import { RpcSerialization } from "effect/rpc"

import { Config } from "./Config.ts"
import { DatabaseUrl } from "./Database.ts"
import { Processes } from "./processes/Processes.ts"
import type { Siblings } from "./processes/Processes.ts"
import * as runnerSockets from "./processes/runnerSockets.ts"
import { storageOf } from "./processes/runnerTable.ts"

/** One group per kind of work, so that nodes can be excluded from a kind. */
export const shardGroups = { jobs: "jobs", domains: "domains" } as const

/** The health check of the cluster itself lives in "default". */
const availableShardGroups = ["default", ...Object.values(shardGroups)]

const limits = {
  availableShardGroups,
  assignedShardGroups: availableShardGroups,
  /** Each shard costs two statements when a node stops; 64 are enough for a dozen nodes. */
  shardsPerGroup: 64,
  /** Callers wait in our own queues, with deadlines. A message beyond this limit fails at once. */
  entityMailboxCapacity: 4_096,
  /** Idle actors end: each takes 14 kB, and a list of a million addresses has 100,000 domains. */
  maxResidentEntities: "unbounded",
  entityMaxIdleTime: Duration.minutes(2),
  /** Below the 15 s within which a node stops after SIGTERM. */
  entityTerminationTimeout: Duration.seconds(10),
  /** How long a dead node keeps its shards: 9 s, found in 9.3 s at most (measured). */
  shardLockExpiration: Duration.seconds(9),
  shardLockRefreshInterval: Duration.seconds(3),
  refreshAssignmentsInterval: Duration.seconds(1),
  runnerHealthCheckInterval: Duration.seconds(3),
  /** Local messages are passed without encoding; tests of the actors turn this on. */
  simulateRemoteSerialization: false
} satisfies Partial<ShardingConfig.ShardingConfig["Service"]>

export type Cluster = Sharding.Sharding

/** Also for tests, which then need neither sockets nor a database. */
export const alone: Layer.Layer<Cluster> = Sharding.layer.pipe(
  Layer.provide(Runners.layerNoop),
  Layer.provide([MessageStorage.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  // The default address is enough: there is no other node to use it.
  Layer.provide(ShardingConfig.layer(limits))
)

/** One holds the locks of our shards as long as it is open, one looks for other nodes. */
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

/** The supervisor knows which workers are alive: no ping is needed. */
const amongSiblings = ({ socket, askTable }: Siblings): Layer.Layer<Cluster> => {
  const runnerAddress = Option.some(RunnerAddress.make(runnerSockets.loopback, socket.port))
  return SocketRunner.layer.pipe(
    Layer.provide([runnerSockets.server(socket), runnerSockets.clients(socket.key)]),
    Layer.provide([RunnerHealth.layerNoop, MessageStorage.layerNoop]),
    Layer.provide(Layer.succeed(RunnerStorage.RunnerStorage, storageOf(askTable))),
    Layer.provide(ShardingConfig.layer({ ...limits, runnerAddress })),
    Layer.provide(RpcSerialization.layerSchemaBinary()),
    Layer.orDie
  )
}

export const layer: Layer.Layer<Cluster, never, Config | DatabaseUrl> = Layer.unwrap(
  Effect.gen(function* () {
    const { clusterHost, clusterPort } = yield* Config
    const { number, siblings } = yield* Processes
    if (clusterHost !== undefined) return together(clusterHost, clusterPort + number - 1)
    return siblings === undefined ? alone : amongSiblings(siblings)
  })
)
