import { cacheLifetime } from "@rcpt/service/accounts/CredentialCache"
import { Duration, Effect, Exit, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { accepts, make, revoke, sqlOf } from "./keysWorld.ts"

/** Two processes on one database. */
const twoNodes = Effect.gen(function* () {
  const first = yield* service.start({ isNode: true })
  const { databaseUrl, apiKey } = first
  const second = yield* service.start({ databaseUrl: databaseUrl!, apiKey, isNode: true })
  return { first, second }
})

interface Attempt {
  /** Milliseconds of this process's monotonic clock. */
  readonly at: number
  readonly accepted: boolean
}

/** Repeats a request until it is interrupted, seldom enough for the key guess limiter. */
const keepAsking = (node: service.Running, key: string) =>
  Effect.gen(function* () {
    const attempts: Array<Attempt> = []
    const ask = Effect.gen(function* () {
      const at = performance.now()
      attempts.push({ at, accepted: yield* accepts(node, key) })
    })
    const fiber = yield* Effect.forkChild(Effect.repeat(ask, Schedule.spaced("20 millis")), {
      startImmediately: true
    })
    return { attempts, stop: Fiber.interrupt(fiber) }
  })

/** Revokes a key on one node under requests to the other. `cachedAt`: when that one cached the key. */
const revokeWhileAsked = (first: service.Running, second: service.Running) =>
  Effect.gen(function* () {
    const { id, key } = yield* make(first)
    // A key that one node has issued works on the other without any message.
    const cachedAt = performance.now()
    assert.isTrue(yield* accepts(second, key))
    const { attempts, stop } = yield* keepAsking(second, key)
    yield* Effect.sleep("50 millis")
    assert.strictEqual((yield* revoke(first, id)).status, 200)
    const done = performance.now()
    yield* Effect.sleep("200 millis")
    yield* stop
    const after = attempts.filter(({ at }) => at > done)
    assert.isNotEmpty(after)
    assert.deepStrictEqual(
      after.filter(({ accepted }) => accepted),
      []
    )
    assert.isFalse(yield* accepts(first, key))
    return { attempts, cachedAt }
  })

/** The connections on which nodes listen for revocations. */
const listeners = Effect.map(
  SqlClient.SqlClient,
  (sql) => sql`
    select pid from pg_stat_activity
    where datname = current_database() and query ilike 'listen%rcpt_revoked%'`
)

const bothListen = Effect.flatMap(listeners, (query) =>
  Effect.repeat(query, {
    until: (rows) => rows.length === 2,
    schedule: Schedule.spaced("20 millis")
  })
).pipe(Effect.timeout("20 seconds"))

/** Closes these connections, and each new one. */
const keepClosing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cut = sql`select pg_terminate_backend(pid) from (${yield* listeners}) as listening`
  assert.strictEqual((yield* cut).length, 2)
  return yield* Effect.repeat(cut, Schedule.spaced("20 millis"))
})

describe("A key that was revoked on one node", () => {
  it.live("is refused by the other node long before the revocation returns", function* () {
    const { first, second } = yield* twoNodes
    yield* Effect.provide(bothListen, sqlOf(first))
    /** Milliseconds from when the second node caches the key to when it refuses it. */
    const refused = Effect.map(revokeWhileAsked(first, second), ({ attempts, cachedAt }) => {
      const refusal = attempts.find(({ accepted }) => !accepted)!
      return refusal.at - cachedAt
    })
    // Before its cached look-up would have expired: never, if it is not told; on a busy machine, not always.
    const isToldBy = 0.9 * Duration.toMillis(cacheLifetime)
    const quickest = yield* Effect.repeat(refused, {
      times: 9,
      until: (took) => took < isToldBy
    })
    assert.isBelow(quickest, isToldBy)
  })

  it.live(
    "is refused by the other node when the revocation returns, even without a notification",
    function* () {
      const { first, second } = yield* twoNodes
      yield* Effect.andThen(
        bothListen,
        Effect.raceFirst(keepClosing, revokeWhileAsked(first, second))
      ).pipe(Effect.provide(sqlOf(first)))
    }
  )

  it.live(
    "is refused by a node that was frozen meanwhile and did not delay the revocation",
    function* () {
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
    }
  )

  it.live("stays revoked when the node is killed before it responds", function* () {
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
})
