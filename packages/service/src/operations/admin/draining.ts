/**
 * Keeps this process in its row of `node`, and ends its work before it is stopped.
 *
 *   rcpt drain ──▶ drain_asked_at ──▶ /readyz is 503; the others take its actors (clusterMembers.ts)
 *                                       └── none left ──▶ drained_at: it may be stopped
 *
 * Requests that still come are served, and its sweepers go on: neither minds being stopped.
 */
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import { Sharding, ShardId } from "effect/cluster"

import { limits, shardGroups } from "../../platform/Cluster.ts"
import { addressText } from "../../platform/clusterMembers.ts"
import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { NodeLease } from "../../platform/NodeLease.ts"
import { nodeName } from "../../platform/nodeName.ts"
import { processes } from "../../platform/processes/Processes.ts"
import { version } from "../../platform/version.ts"

/** The pause between two looks, and so the time until a wish to drain is noticed. */
const sayEvery = Duration.seconds(2)

export class Draining extends Context.Service<
  Draining,
  { readonly isAsked: () => boolean; readonly set: (isAsked: boolean) => void }
>()("@rcpt/service/operations/admin/Draining") {
  static readonly layer: Layer.Layer<Draining> = Layer.sync(Draining, () => {
    let isAsked = false
    return {
      isAsked: () => isAsked,
      set: (asked) => {
        isAsked = asked
      }
    }
  })
}

const shardNumbers = Array.from({ length: limits.shardsPerGroup }, (_, index) => index + 1)

/** The shard groups of jobs and mail servers. The cluster's own group has no work of ours. */
const shardCount = ({ hasShardId }: Sharding.Sharding["Service"]): number =>
  Object.values(shardGroups)
    .flatMap((group) => shardNumbers.map((number) => ShardId.make(group, number)))
    .filter(hasShardId).length

/** `undefined`: no other node can reach this one. */
const clusterAddress = Effect.gen(function* () {
  const { clusterHost: host, clusterPort } = yield* Config
  const { number } = yield* processes
  return host === undefined ? undefined : addressText({ host, port: clusterPort + number - 1 })
})

/**
 * The row is the heartbeat's: it comes first, and goes when the process ends. Without waiting for the disk:
 * it is said again after a crash of Postgres.
 */
const say = Effect.gen(function* () {
  const sql = yield* WriteSql
  const draining = yield* Draining
  const sharding = yield* Sharding.Sharding
  const { role } = yield* Config
  const { holder } = yield* NodeLease
  const address = yield* clusterAddress
  const shards = shardCount(sharding)
  const actors = yield* sharding.activeEntityCount
  const [row] = yield* sql<{ readonly isAsked: boolean }>`
    update node set role = ${role}, version = ${version}, cluster_address = ${address ?? null},
      shards = ${shards}, actors = ${actors},
      drained_at = case when drain_asked_at is null then null
        when drained_at is not null then drained_at
        when ${shards + actors === 0} and not exists
          (select from probe_queue where leased_by = ${holder()}) then now() end
    where name = ${nodeName} returning drain_asked_at is not null as "isAsked",
      set_config('synchronous_commit', 'off', true)`
  draining.set(row?.isAsked ?? false)
  return row !== undefined
})

/** Runs for ever. */
export const keepSaying: Effect.Effect<
  unknown,
  never,
  Config | Draining | NodeLease | Sharding.Sharding | WriteSql
> = say.pipe(
  Effect.catchCause((cause) =>
    Effect.as(Effect.logDebug("The state of this node could not be stored", cause), false)
  ),
  Effect.tap((isSaid) => (isSaid ? Effect.sleep(sayEvery) : Effect.void)),
  Effect.repeat(Schedule.spaced("250 millis"))
)
