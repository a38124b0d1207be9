/** What becomes of a question whose guard is on its way to another node, or away. */
import { notChecked } from "@rcpt/domain/Smtp"
import { askGuard } from "@rcpt/service/probing/ClusterProber"
import type { GuardedProbe } from "@rcpt/service/probing/GuardedProbe"
import { GuardsHere } from "@rcpt/service/probing/LocalGuards"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { ClusterError, EntityAddress, EntityId, EntityType, ShardId } from "effect/cluster"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

/** Of the request only its deadline counts here. Epoch milliseconds; the clock of a test starts at 0. */
const probe = { request: { deadline: 5_000 } } as GuardedProbe

const answer = notChecked("smtp_throttled")

const ask = (send: Parameters<typeof askGuard>[3]) =>
  askGuard(new GuardsHere(), "example.org direct", probe, send)

describe("A question to a guard of another node", () => {
  it.effect(
    "is asked again when that node interrupts it, as one does that loses its shards",
    function* () {
      let asked = 0
      const send = () =>
        Effect.suspend(() => (++asked < 3 ? Effect.interrupt : Effect.succeed(answer)))
      const asking = yield* Effect.forkChild(ask(send))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(asking), answer)
      assert.strictEqual(asked, 3)
    }
  )

  it.effect("is given up at its deadline when every node interrupts it", function* () {
    const asking = yield* Effect.forkChild(ask(() => Effect.interrupt))
    yield* TestClock.adjust("6 seconds")
    assert.deepStrictEqual(yield* Fiber.join(asking), notChecked("smtp_unavailable"))
  })

  it.effect("ends when who asked has gone, and is not asked again", function* () {
    let asked = 0
    const begun = yield* Deferred.make<void>()
    const send = () =>
      Effect.suspend(() => {
        asked += 1
        return Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      })
    const asking = yield* Effect.forkChild(ask(send))
    yield* Deferred.await(begun)
    yield* Fiber.interrupt(asking)
    yield* TestClock.adjust("1 second")
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(asking)))
    assert.strictEqual(asked, 1)
  })

  it.effect("says by its error whether nobody asked, or too many did", function* () {
    const address = EntityAddress.make({
      shardId: ShardId.make("domains", 1),
      entityType: EntityType.make("MxGuard"),
      entityId: EntityId.make("example.org direct")
    })
    const full = () => Effect.fail(new ClusterError.MailboxFull({ address }))
    assert.deepStrictEqual(yield* ask(full), notChecked("smtp_throttled"))
    assert.deepStrictEqual(yield* ask(() => Effect.die("x")), notChecked("smtp_unavailable"))
  })
})
