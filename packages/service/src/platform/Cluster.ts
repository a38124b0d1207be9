/**
 * Shares the actors out. A node of one process runs them all. Several processes of a node share them over
 * sockets on loopback, and their supervisor decides which has which. With `RCPT_CLUSTER_HOST`, nodes share
 * them, and Postgres decides which has which.
 *
 * Messages are volatile: state that must survive a crash is in tables of our own, and an actor that starts on
 * another node reads it there. So neither setup has a message storage.
 */
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import {
  MessageStorage,
  RunnerHealth,
  Runners,
  RunnerServer,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  SqlRunnerStorage
} from "effect/cluster"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import { RpcSerialization, RpcServer } from "effect/rpc"

import * as clusterMembers from "./clusterMembers.ts"
import { Config } from "./Config.ts"
import { asksMailServers } from "./config/role.ts"
import type { Role } from "./config/role.ts"
import { DatabaseUrl } from "./Database.ts"
import { connectionTo } from "./databaseLine.ts"
import { clusterSettings, notListening } from "./ports.ts"
import { Processes } from "./processes/Processes.ts"
import type { Siblings } from "./processes/Processes.ts"
import * as runnerSockets from "./processes/runnerSockets.ts"
import { storageOf } from "./processes/runnerTable.ts"
import { Secrets } from "./Secrets.ts"
import type { StartRefused } from "./StartRefused.ts"

/** Each kind of work has a group of shards, so that nodes can be excluded from a kind. */
export const shardGroups = { jobs: "jobs", domains: "domains" } as const

/** The health check of the cluster itself lives in "default". All nodes need the same list. */
const availableShardGroups = ["default", ...Object.values(shardGroups)]

/** Nodes that may not ask mail servers have none of their guards. */
const shardGroupsOf = (role: Role): ReadonlyArray<string> =>
  availableShardGroups.filter((group) => group !== shardGroups.domains || asksMailServers(role))

export const limits = {
  availableShardGroups,
  assignedShardGroups: availableShardGroups,
  /**
   * Whole shards are shared out. With 10,000 groups on 50 nodes, the fullest node has 1.3 times its share
   * with 256, and 2.4 times with 64 (simulated). Each costs two statements when its node stops.
   */
  shardsPerGroup: 256,
  /** Callers wait in our own queues, with deadlines. A message beyond this limit fails at once. */
  entityMailboxCapacity: 4_096,
  /** Idle actors end: each takes 14 kB, and a list of a million addresses has 100,000 domains. */
  maxResidentEntities: "unbounded",
  entityMaxIdleTime: Duration.minutes(2),
  /** An actor has less time to end than the 15 s within which a node stops after SIGTERM. */
  entityTerminationTimeout: Duration.seconds(10),
  /** A dead node keeps its shards for about 7 s. Its rows are free after as long (NodeLease.ts). */
  shardLockExpiration: Duration.seconds(7),
  shardLockRefreshInterval: Duration.seconds(2),
  refreshAssignmentsInterval: Duration.seconds(1),
  /**
   * No message is stored, so nothing is polled; but it is also how long a node that lost its connection waits
   * before it takes shards again. With Effect's 10 s, jobs stood still for 16 s after a fail-over.
   */
  entityMessagePollInterval: Duration.seconds(1),
  /** With the 5 s of clusterMembers.ts, a node that others cannot reach has lost its actors after 10 s. */
  runnerHealthCheckInterval: Duration.seconds(1),
  /** Local messages are passed without encoding; tests of the actors turn this on. */
  simulateRemoteSerialization: false
} satisfies Partial<ShardingConfig.ShardingConfig["Service"]>

export type Cluster = Sharding.Sharding

/** Runs all actors in this process. Tests use it too: it needs neither sockets nor a database. */
export const alone: Layer.Layer<Cluster> = Sharding.layer.pipe(
  Layer.provide(Runners.layerNoop),
  Layer.provide([MessageStorage.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  // The default address is enough: there is no other node to use it, or to share shards with.
  Layer.provide(ShardingConfig.layer({ ...limits, shardsPerGroup: 1 }))
)

/** A member of the cluster that others reach over sockets. It is Effect's `SocketRunner` without its log line. */
const overSockets = RunnerServer.layerWithClients.pipe(
  Layer.provide(RpcServer.layerProtocolSocketServer)
)

/** One connection holds the locks of our shards as long as it is open, one looks for other nodes. */
const connectionsMax = 2

const membership = (shardingConfig: Partial<ShardingConfig.ShardingConfig["Service"]>) =>
  Layer.unwrap(
    Effect.map(DatabaseUrl, (url) => {
      const applicationName = "rcpt cluster"
      return clusterMembers.drainingLayer.pipe(
        Layer.provide(clusterMembers.releasesLayer),
        Layer.provide(SqlRunnerStorage.layer),
        Layer.provide(
          PgClient.layer({
            ...connectionTo(url),
            applicationName,
            maxConnections: connectionsMax,
            minConnections: connectionsMax
          })
        ),
        Layer.provide(ShardingConfig.layer(shardingConfig))
      )
    })
  )

interface Reached {
  readonly host: string
  readonly listen: string
  readonly port: number
  readonly role: Role
}

/**
 * Shares the actors with other nodes. All derive the same key; a stranger who connects, or a node with another
 * secret, gets nothing.
 */
const together = ({
  host,
  listen,
  port,
  role
}: Reached): Layer.Layer<Cluster, StartRefused, DatabaseUrl | Secrets> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const key = Redacted.make(yield* (yield* Secrets).key("cluster"))
      const runnerAddress = Option.some(RunnerAddress.make(host, port))
      const assignedShardGroups = shardGroupsOf(role)
      const shardingConfig = { ...limits, assignedShardGroups, runnerAddress }
      const clients = runnerSockets.clients(key)
      const health = clusterMembers.healthLayer.pipe(Layer.provide(Runners.layerRpc))
      const listening = Layer.build(runnerSockets.server({ port, key }, listen))
      const server = Layer.effectContext(
        Effect.mapError(listening, ({ reason }) =>
          notListening({ host: listen, port, settings: clusterSettings }, reason.cause)
        )
      )
      return overSockets.pipe(
        Layer.provide([server, health]),
        Layer.provide(clients),
        Layer.provide([MessageStorage.layerNoop, Layer.orDie(membership(shardingConfig))]),
        Layer.provide(ShardingConfig.layer(shardingConfig)),
        Layer.provide(RpcSerialization.layerSchemaBinary())
      )
    })
  )

/**
 * Shares the actors with the other processes of this node. Their supervisor knows which are alive: no ping is
 * needed.
 */
const amongSiblings = ({ socket, askTable }: Siblings): Layer.Layer<Cluster> => {
  const runnerAddress = Option.some(RunnerAddress.make(runnerSockets.loopback, socket.port))
  return overSockets.pipe(
    Layer.provide([runnerSockets.server(socket), runnerSockets.clients(socket.key)]),
    Layer.provide([RunnerHealth.layerNoop, MessageStorage.layerNoop]),
    Layer.provide(Layer.succeed(RunnerStorage.RunnerStorage, storageOf(askTable))),
    Layer.provide(ShardingConfig.layer({ ...limits, runnerAddress })),
    Layer.provide(RpcSerialization.layerSchemaBinary()),
    Layer.orDie
  )
}

export const layer: Layer.Layer<Cluster, StartRefused, Config | DatabaseUrl | Secrets> =
  Layer.unwrap(
    Effect.gen(function* () {
      const { clusterHost: host, clusterListen, clusterPort, role } = yield* Config
      const { number, siblings } = yield* Processes
      if (host === undefined) return siblings === undefined ? alone : amongSiblings(siblings)
      return together({
        host,
        listen: clusterListen ?? host,
        port: clusterPort + number - 1,
        role
      })
    })
  )
