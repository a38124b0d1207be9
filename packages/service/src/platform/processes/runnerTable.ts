/**
 * The table of workers and their shards of the cluster, while all of them are processes of one supervisor. The
 * supervisor keeps the table in memory and hears of a death from the kernel: a worker that died has
 * no shards from that moment on, and no worker waits until a lock expires.
 *
 * Two workers can still act for one shard for a moment, as with locks in Postgres: one that was frozen
 * does not know what it has lost. Safety does not depend on the table; see LEASES.md.
 */
import { Effect } from "effect"
import { RunnerStorage } from "effect/cluster"

type Registered = readonly [runner: string, healthy: boolean]

/** Makes a table. Addresses, runners and shards are the texts that Effect's cluster makes of them. */
export const makeTable = () => {
  const runners = new Map<string, Registered>()
  const owners = new Map<string, string>()
  let registered = 0

  const ownedBy = (address: string) => (shard: string) => owners.get(shard) === address

  const table = {
    /** Returns a number that no other registration has. */
    register: (address: string, runner: string, healthy: boolean): number => {
      runners.set(address, [runner, healthy])
      registered += 1
      return registered
    },
    /** Removes a worker. One that stops in order gives its shards back later, when its actors have ended. */
    unregister: (address: string): void => void runners.delete(address),
    runners: (): Array<Registered> => [...runners.values()],
    setHealth: (address: string, healthy: boolean): void => {
      const [runner] = runners.get(address) ?? []
      if (runner !== undefined) runners.set(address, [runner, healthy])
    },
    /** Takes free shards. Returns those of `shards` that are the caller's alone now. */
    acquire: (address: string, shards: ReadonlyArray<string>): Array<string> => {
      // What a worker asked just before it died is read after its death.
      if (!runners.has(address)) return []
      for (const shard of shards) if (!owners.has(shard)) owners.set(shard, address)
      return shards.filter(ownedBy(address))
    },
    /** Returns those of `shards` that are still the caller's. */
    refresh: (address: string, shards: ReadonlyArray<string>): Array<string> =>
      shards.filter(ownedBy(address)),
    release: (address: string, shard: string): void => {
      if (owners.get(shard) === address) owners.delete(shard)
    },
    releaseAll: (address: string): void => {
      for (const [shard, owner] of owners) if (owner === address) owners.delete(shard)
    }
  }
  return table
}

export type RunnerTable = ReturnType<typeof makeTable>

/** Asks the table of another process. */
export type AskTable = <Name extends keyof RunnerTable>(
  name: Name,
  ...details: Parameters<RunnerTable[Name]>
) => Effect.Effect<ReturnType<RunnerTable[Name]>>

/** Makes the table a storage of Effect's cluster. */
export const storageOf = (ask: AskTable): RunnerStorage.RunnerStorage["Service"] =>
  RunnerStorage.makeEncoded({
    getRunners: Effect.suspend(() => ask("runners")),
    register: (address, runner, healthy) => ask("register", address, runner, healthy),
    unregister: (address) => ask("unregister", address),
    setRunnerHealth: (address, healthy) => ask("setHealth", address, healthy),
    acquire: (address, shards) => ask("acquire", address, shards),
    refresh: (address, shards) => ask("refresh", address, shards),
    release: (address, shard) => ask("release", address, shard),
    releaseAll: (address) => ask("releaseAll", address)
  })
