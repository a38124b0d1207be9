/**
 * The members of the cluster, as Effect's cluster sees them, changed in three ways: a member that an operator
 * drains counts as ill, shards are given up a few at a time, and a node that cannot be reached is found out soon.
 */
import { Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { ClusterError, RunnerHealth, Runners, RunnerStorage } from "effect/cluster"
import type { Runner } from "effect/cluster"
import { SqlClient } from "effect/sql"

/** A process that runs actors, and whether it is healthy, as the table of the cluster has it. */
type Member = readonly [runner: Runner.Runner, isHealthy: boolean]

/** Writes an address as `host:port`, as in `node.cluster_address`. */
export const addressText = ({ host, port }: { readonly host: string; readonly port: number }) =>
  `${host}:${port}`

/**
 * The members, of which those that an operator drains count as ill: their actors move to the others. A node
 * that is the last one for a kind of work keeps it, since no other could do it.
 */
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

/** Changes the storage of members that it is provided with. It shares the connections of their table. */
export const drainingLayer: Layer.Layer<
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

/** A release takes two statements, so eight take only some milliseconds of the connection's time. */
export const releasesAtOnce = 8

/**
 * Gives shards up a few at a time. All releases of a node share one connection to Postgres, and each has
 * two seconds from when it is asked for. When the first of three nodes gives away two thirds of its 768
 * shards at once, the last of so many took longer: its failure replaced the connection, and with it went the
 * locks of all shards. Under load such a start took fifteen seconds, in which jobs stood still.
 */
export const releasesLayer: Layer.Layer<
  RunnerStorage.RunnerStorage,
  never,
  RunnerStorage.RunnerStorage
> = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.gen(function* () {
    const storage = yield* RunnerStorage.RunnerStorage
    const inTurn = yield* Semaphore.make(releasesAtOnce)
    return RunnerStorage.RunnerStorage.of({
      ...storage,
      release: (address, shardId) => inTurn.withPermits(1)(storage.release(address, shardId))
    })
  })
)

/** This is far more than the longest turn of an event loop under load; three in a row are no accident. */
const answerWaitMax = Duration.millis(1_500)
const tries = 3
const pause = Duration.millis(250)

/**
 * Finds out whether another node can be reached. A node that cannot be, though it runs and has the database,
 * keeps its actors until it is found out, and requests to them wait. Effect's own check takes up to a minute
 * for a network that loses packets, and did take 13 s.
 */
export const healthLayer: Layer.Layer<RunnerHealth.RunnerHealth, never, Runners.Runners> =
  Layer.effect(
    RunnerHealth.RunnerHealth,
    Effect.map(Runners.Runners, ({ ping }) =>
      RunnerHealth.RunnerHealth.of({
        isAlive: (address) =>
          ping(address).pipe(
            Effect.timeout(answerWaitMax),
            Effect.retry({ times: tries - 1, schedule: Schedule.spaced(pause) }),
            Effect.isSuccess
          )
      })
    )
  )
