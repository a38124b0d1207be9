/** A transaction that has locked rows, as another node or an operator does. */
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

/** Returns once `lock` has run, with what ends its transaction; the scope ends it too. */
export const lockRows = <A, E, R>(lock: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const locked = yield* Deferred.make<void>()
    const release = yield* Deferred.make<void>()
    yield* Effect.addFinalizer(() => Deferred.succeed(release, undefined))
    const holding = yield* Effect.forkScoped(
      sql.withTransaction(
        lock.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(release))
        )
      )
    )
    yield* Deferred.await(locked)
    return Effect.andThen(Deferred.succeed(release, undefined), Fiber.join(holding))
  })
