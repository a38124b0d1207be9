import { releasesAtOnce, releasesLayer } from "@rcpt/service/platform/clusterMembers"
import { Effect, Layer } from "effect"
import { RunnerAddress, RunnerStorage, ShardId } from "effect/cluster"

import { assert, describe, it } from "../../support/vitest.ts"

const self = RunnerAddress.make("a.rcpt.test", 1)
const shards = Array.from({ length: 512 }, (_, id) => ShardId.make("jobs", id))

describe("A node that gives up many shards", () => {
  it.effect("asks for a few at a time, so that none waits longer than it may", function* () {
    const released: Array<number> = []
    let open = 0
    let most = 0
    const storage = Layer.effect(
      RunnerStorage.RunnerStorage,
      Effect.map(RunnerStorage.makeMemory, (memory) =>
        RunnerStorage.RunnerStorage.of({
          ...memory,
          release: (_, shardId) =>
            Effect.gen(function* () {
              open += 1
              most = Math.max(most, open)
              yield* Effect.yieldNow
              open -= 1
              released.push(shardId.id)
            })
        })
      )
    )
    yield* RunnerStorage.RunnerStorage.use(({ release }) =>
      Effect.forEach(shards, (shard) => release(self, shard), { concurrency: "unbounded" })
    ).pipe(Effect.provide(Layer.provide(releasesLayer, storage)))
    assert.strictEqual(most, releasesAtOnce)
    assert.sameMembers(
      released,
      shards.map(({ id }) => id)
    )
  })
})
