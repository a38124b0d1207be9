/**
 * Shards are given up a few at a time. All releases of a node share one connection to Postgres, and each has
 * two seconds from when it is asked for. When the first of three nodes gives away two thirds of its 768
 * shards at once, the last of so many took longer: its failure replaced the connection, and with it went the
 * locks of all shards. Under load such a start took fifteen seconds, in which jobs stood still.
 */
import { Effect, Layer, Semaphore } from "effect"
import { RunnerStorage } from "effect/cluster"

/** Two statements each, so they are never more than some milliseconds of the connection's time. */
export const releasesAtOnce = 8

export const layer: Layer.Layer<RunnerStorage.RunnerStorage, never, RunnerStorage.RunnerStorage> =
  Layer.effect(
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
