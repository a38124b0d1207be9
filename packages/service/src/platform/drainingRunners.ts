/**
 * The members of the cluster, without those that an operator drains: their actors move to the others. A
 * node that is the last one for a kind of work keeps it, since otherwise nobody would do it.
 */
import { Effect, Layer } from "effect"
import { ClusterError, RunnerStorage } from "effect/cluster"
import type { Runner } from "effect/cluster"
import { SqlClient } from "effect/sql"

type Member = readonly [runner: Runner.Runner, isHealthy: boolean]

/** `host:port`, as in `node.cluster_address`. */
export const addressText = ({ host, port }: { readonly host: string; readonly port: number }) =>
  `${host}:${port}`

/** Exported for its test. */
export const withoutDraining = (
  members: ReadonlyArray<Member>,
  draining: ReadonlySet<string>
): Array<Member> => {
  const isDraining = ({ address }: Runner.Runner): boolean => draining.has(addressText(address))
  const staying = members.filter(([runner, isHealthy]) => isHealthy && !isDraining(runner))
  const covered = new Set(staying.flatMap(([{ groups }]) => groups))
  return members.map(([runner, isHealthy]) => [
    runner,
    isHealthy && !(isDraining(runner) && runner.groups.every((group) => covered.has(group)))
  ])
}

/** Needs the connections of the members' own table. */
export const layer: Layer.Layer<
  RunnerStorage.RunnerStorage,
  never,
  RunnerStorage.RunnerStorage | SqlClient.SqlClient
> = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.gen(function* () {
    const storage = yield* RunnerStorage.RunnerStorage
    const sql = yield* SqlClient.SqlClient
    // A process that was killed leaves its row; a new one at its address is another node.
    const draining = sql<{ readonly address: string }>`
      select cluster_address as address from node where drain_asked_at is not null
        and started_at = (select max(started_at) from node as any_of
          where any_of.cluster_address = node.cluster_address)`.pipe(
      Effect.map((rows) => new Set(rows.map(({ address }) => address))),
      Effect.mapError((cause) => new ClusterError.PersistenceError({ cause }))
    )
    const getRunners = Effect.gen(function* () {
      const members = yield* storage.getRunners
      const leaving = yield* draining
      return leaving.size === 0 ? members : withoutDraining(members, leaving)
    })
    return RunnerStorage.RunnerStorage.of({ ...storage, getRunners })
  })
)
