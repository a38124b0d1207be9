import { assert, describe, it } from "@effect/vitest"
import { believedFor } from "@rcpt/service/accounts/KnownKeys"
import { Duration, Effect, Exit, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../support/service.ts"
import { accepts, make, revoke, sqlOf } from "./keysWorld.ts"

/** Two processes on one database. */
const twoNodes = Effect.gen(function* () {
  const first = yield* service.start()
  const { databaseUrl, apiKey } = first
  const second = yield* service.start({ databaseUrl: databaseUrl!, apiKey })
  return { first, second }
})

interface Asked {
  /** Milliseconds of one clock, this process's. */
  readonly at: number
  readonly accepted: boolean
}

/** Asks until it is interrupted, less often than would be called guessing; what it was told is in the list. */
const asking = (node: service.Running, key: string) =>
  Effect.gen(function* () {
    const told: Array<Asked> = []
    const askOnce = Effect.gen(function* () {
      const at = performance.now()
      told.push({ at, accepted: yield* accepts(node, key) })
    })
    const fiber = yield* Effect.forkChild(Effect.repeat(askOnce, Schedule.spaced("20 millis")), {
      startImmediately: true
    })
    return { told, stop: Fiber.interrupt(fiber) }
  })

/** Revokes on one node while another is asked; answers what that said, and since when it knew the key. */
const revokeWhileAsked = (first: service.Running, second: service.Running) =>
  Effect.gen(function* () {
    const { id, key } = yield* make(first)
    // New on one, known on the other: nothing has to be passed on for that.
    const known = performance.now()
    assert.isTrue(yield* accepts(second, key))
    const { told, stop } = yield* asking(second, key)
    yield* Effect.sleep("50 millis")
    assert.strictEqual((yield* revoke(first, id)).status, 200)
    const done = performance.now()
    yield* Effect.sleep("200 millis")
    yield* stop
    const after = told.filter(({ at }) => at > done)
    assert.isNotEmpty(after)
    assert.deepStrictEqual(
      after.filter(({ accepted }) => accepted),
      []
    )
    assert.isFalse(yield* accepts(first, key))
    return { told, known }
  })

/** The connections on which nodes hear of revocations. */
const ears = Effect.map(
  SqlClient.SqlClient,
  (sql) => sql`
    select pid from pg_stat_activity
    where datname = current_database() and query ilike 'listen%rcpt_revoked%'`
)

const bothListen = Effect.flatMap(ears, (listening) =>
  Effect.repeat(listening, {
    until: (found) => found.length === 2,
    schedule: Schedule.spaced("20 millis")
  })
).pipe(Effect.timeout("20 seconds"))

/** Cuts them, and again whenever there is a new one. */
const keepDeaf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cut = sql`select pg_terminate_backend(pid) from (${yield* ears}) as listening`
  assert.strictEqual((yield* cut).length, 2)
  return yield* Effect.repeat(cut, Schedule.spaced("20 millis"))
})

describe("A key that was revoked on one node", () => {
  it.live("is refused by the other long before the revocation is answered", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      const { told, known } = yield* revokeWhileAsked(first, second)
      const refused = told.find(({ accepted }) => !accepted)!
      // Before it would have had to look again.
      assert.isBelow(refused.at - known, 0.9 * Duration.toMillis(believedFor))
    })
  )

  it.live("is refused by the other once it is answered, also when no notice arrives", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      yield* Effect.andThen(
        bothListen,
        Effect.raceFirst(keepDeaf, revokeWhileAsked(first, second))
      ).pipe(Effect.provide(sqlOf(first)))
    })
  )

  it.live("is refused by one that was frozen meanwhile, and that held nobody up", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      const { id, key } = yield* make(first)
      assert.isTrue(yield* accepts(second, key))
      const [elapsed, answer] = yield* Effect.acquireUseRelease(
        Effect.sync(() => process.kill(second.pid, "SIGSTOP")),
        () => Effect.timed(revoke(first, id)),
        () => Effect.sync(() => process.kill(second.pid, "SIGCONT"))
      )
      assert.strictEqual(answer.status, 200)
      assert.isBelow(Duration.toMillis(elapsed), 5_000)
      assert.isFalse(yield* accepts(second, key))
    })
  )

  it.live("stays revoked when the node is killed before it answers", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      const { id, key } = yield* make(first)
      const revoking = yield* Effect.forkChild(revoke(first, id), { startImmediately: true })
      yield* accepts(second, key).pipe(
        Effect.repeat({ until: (accepted) => !accepted, schedule: Schedule.spaced("5 millis") })
      )
      yield* first.kill("SIGKILL")
      assert.isTrue(Exit.isFailure(yield* Fiber.await(revoking)))
      assert.isFalse(yield* accepts(second, key))
      assert.strictEqual((yield* revoke(second, id)).status, 200)
    })
  )
})
