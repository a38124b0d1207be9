/**
 * What nodes find in Postgres about each other: rows with a heartbeat, and locks that end with the session
 * of their holder. The times are those of Effect's `SqlRunnerStorage`.
 */
import { Clock, Duration, Effect } from "effect"
import { MachineId, RunnerStorage } from "effect/cluster"
import type { Runner, RunnerAddress, ShardId } from "effect/cluster"

interface Registered {
  readonly runner: Runner.Runner
  readonly isHealthy: boolean
  /** Epoch milliseconds. */
  readonly heartbeat: number
}

export interface Membership {
  readonly runners: Map<string, Registered>
  /** The address of its holder, by shard. */
  readonly locks: Map<string, string>
}

const shardName = ({ group, id }: ShardId.ShardId) => `${group}:${id}`

export const makeMembership = (): Membership => ({ runners: new Map(), locks: new Map() })

/** When a node dies, the kernel closes its connections and Postgres ends their sessions. */
export const endSession = ({ locks }: Membership, address: string): void => {
  for (const [shard, holder] of locks) if (holder === address) locks.delete(shard)
}

/** As one node sees it; a node that is not alive reaches it no more. */
export const storageOf = (
  { runners, locks }: Membership,
  self: string,
  isAlive: () => boolean,
  silenceMax: Duration.Duration
): RunnerStorage.RunnerStorage["Service"] => {
  const nameOf = (address: RunnerAddress.RunnerAddress) => `${address.host}:${address.port}`
  const reaching = <A>(ask: (now: number) => A, otherwise: A) =>
    Effect.map(Clock.currentTimeMillis, (now) => (isAlive() ? ask(now) : otherwise))

  const acquireAll = (shards: Iterable<ShardId.ShardId>) => {
    const held: Array<ShardId.ShardId> = []
    for (const shard of shards) {
      const name = shardName(shard)
      if (!locks.has(name)) locks.set(name, self)
      if (locks.get(name) === self) held.push(shard)
    }
    return held
  }
  return RunnerStorage.RunnerStorage.of({
    getRunners: reaching(
      (now) =>
        [...runners.values()]
          .filter(({ heartbeat }) => heartbeat > now - Duration.toMillis(silenceMax))
          .map(({ runner, isHealthy }) => [runner, isHealthy] as const),
      []
    ).pipe(Effect.map((known) => known.map(([runner, isHealthy]) => [runner, isHealthy]))),
    register: (runner, isHealthy) =>
      reaching((heartbeat) => {
        runners.set(self, { runner, isHealthy, heartbeat })
        return MachineId.make(runners.size)
      }, MachineId.make(0)),
    unregister: () => reaching(() => void runners.delete(self), undefined),
    setRunnerHealth: (address, isHealthy) =>
      reaching(() => {
        const known = runners.get(nameOf(address))
        if (known !== undefined) runners.set(nameOf(address), { ...known, isHealthy })
      }, undefined),
    acquire: (_address, shards) => reaching(() => acquireAll(shards), []),
    refresh: (_address, shards) =>
      reaching((heartbeat) => {
        const known = runners.get(self)
        if (known !== undefined) runners.set(self, { ...known, heartbeat })
        return [...shards].filter((shard) => locks.get(shardName(shard)) === self)
      }, []),
    release: (_address, shard) =>
      reaching(() => {
        if (locks.get(shardName(shard)) === self) locks.delete(shardName(shard))
      }, undefined),
    releaseAll: () => reaching(() => endSession({ runners, locks }, self), undefined)
  })
}
