import { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable, whenConnected } from "@rcpt/store/unavailable"
import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"

import { assert, describe, it } from "../support/vitest.ts"

const cause = new Error("test")
const lost = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause }) })
const refused = new SqlError.SqlError({ reason: new SqlError.SqlSyntaxError({ cause }) })
const given = new StoreUnavailable({ cause })

/** The causes that the caller sees: typed failures and defects. */
const causesOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(unavailable(effect)), (exit) =>
    Exit.isSuccess(exit)
      ? []
      : exit.cause.reasons.map((reason) =>
          Cause.isFailReason(reason)
            ? { fails: reason.error }
            : Cause.isDieReason(reason)
              ? { dies: reason.defect }
              : {}
        )
  )

describe("A lost database", () => {
  for (const [how, effect] of [
    ["that a statement failed with", Effect.fail(lost)],
    ["that a statement died of", Effect.die(lost)]
  ] as const)
    it.effect(`${how} is StoreUnavailable`, function* () {
      const [{ fails } = {}] = yield* causesOf(effect)
      assert.instanceOf(fails, StoreUnavailable)
      assert.strictEqual(fails.cause, lost)
    })

  for (const [how, effect] of [
    ["failed", Effect.fail(given)],
    ["died", Effect.die(given)]
  ] as const)
    it.effect(`stays StoreUnavailable where a step of a transaction ${how} of it`, function* () {
      assert.deepStrictEqual(yield* causesOf(effect), [{ fails: given }])
    })

  it.effect("lets a transaction be tried again that a step died of", function* () {
    const tries = [Effect.die(given), Effect.die(lost), Effect.succeed("done")]
    const step = Effect.suspend((): Effect.Effect<string> => tries.shift()!)
    assert.strictEqual(yield* Effect.retry(unavailable(step), { times: 2 }), "done")
  })
})

describe("A server that is full for a moment", () => {
  const full = new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause: Object.assign(new Error("full"), { code: "53300" })
    })
  })

  it.live("is asked again for what it has not begun", function* () {
    const tries = [Effect.fail(full), Effect.fail(full), Effect.succeed("done")]
    const step = Effect.suspend((): Effect.Effect<string, SqlError.SqlError> => tries.shift()!)
    assert.strictEqual(yield* unavailable(step), "done")
    assert.strictEqual(yield* Effect.flip(whenConnected(Effect.fail(full), () => true)), full)
  })

  it.live("is lost where it stays so", function* () {
    assert.instanceOf(yield* Effect.flip(unavailable(Effect.fail(full))), StoreUnavailable)
  })
})

describe("Everything else", () => {
  it.effect("that SQL refuses is a defect", function* () {
    assert.deepStrictEqual(yield* causesOf(Effect.fail(refused)), [{ dies: refused }])
    assert.deepStrictEqual(yield* causesOf(Effect.die(refused)), [{ dies: refused }])
  })

  it.effect("passes as it is: failures, defects and interruption", function* () {
    assert.deepStrictEqual(yield* causesOf(Effect.fail("refused")), [{ fails: "refused" }])
    assert.deepStrictEqual(yield* causesOf(Effect.die(cause)), [{ dies: cause }])
    const interrupted = yield* Effect.exit(unavailable(Effect.interrupt))
    assert.isTrue(Exit.hasInterrupts(interrupted))
  })
})
