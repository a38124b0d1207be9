import { healthLayer } from "@rcpt/service/platform/clusterMembers"
import { Effect, Fiber, Layer } from "effect"
import { RunnerHealth, Runners } from "effect/cluster"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const address = RunnerAddress.make("192.0.2.1", 34_431)

/** Of a node that answers these of the pings; others are lost. */
const isAliveWith = (...answered: ReadonlyArray<boolean>) => {
  let pings = 0
  const ping = () => Effect.suspend(() => (answered[pings++] ? Effect.void : Effect.never))
  const runners = Layer.succeed(Runners.Runners, { ping } as unknown as Runners.Runners["Service"])
  return RunnerHealth.RunnerHealth.use(({ isAlive }) => isAlive(address)).pipe(
    Effect.provide(healthLayer.pipe(Layer.provide(runners)))
  )
}

/** Longer than it takes at worst. */
const waited = (isAlive: ReturnType<typeof isAliveWith>) =>
  Effect.gen(function* () {
    const checked = yield* Effect.forkChild(isAlive, { startImmediately: true })
    yield* TestClock.adjust("5 seconds")
    return yield* Fiber.join(checked)
  })

describe("Another node", () => {
  it.effect("is alive when it answers, also at the third time", function* () {
    assert.isTrue(yield* isAliveWith(true))
    assert.isTrue(yield* waited(isAliveWith(false, false, true)))
  })

  it.effect("that is silent is found out within 5 s", () =>
    Effect.map(waited(isAliveWith()), (isAlive) => assert.isFalse(isAlive))
  )
})
