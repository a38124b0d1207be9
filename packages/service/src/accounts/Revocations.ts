/**
 * Notifies every node that a key was revoked or a session has ended, so that requests a millisecond
 * later are refused already. Notifications may get lost: CredentialCache.ts does not depend on them.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, Layer, Queue, Schedule } from "effect"
import type { SqlClient } from "effect/sql"

import { cacheLifetime } from "./CredentialCache.ts"

export class Revocations extends Context.Service<
  Revocations,
  {
    /** Calls `onRevoked` for each revocation on any node, this one included. */
    readonly subscribe: (onRevoked: (hash: string) => void) => Effect.Effect<void>
  }
>()("@rcpt/service/accounts/Revocations") {}

const channel = "rcpt_revoked"

const reconnect = Schedule.spaced("1 second")

/**
 * The wait is longer than any node caches: clocks differ by less than 1 % in speed, and timers fire 1 ms
 * early.
 */
export const revocationWait = Duration.sum(cacheLifetime, Duration.millis(50))

/**
 * Part of the transaction that revokes, so that it is sent exactly when that commits. Transactions with
 * a NOTIFY commit one after the other (PostgreSQL takes a database-wide lock); revocations are rare
 * enough for that.
 */
export const publish = (
  sql: SqlClient.SqlClient,
  hashes: ReadonlyArray<string>
): Effect.Effect<void> =>
  sql`
    select pg_notify(${channel}, hash) from unnest(${hashes}::text[]) as revoked (hash)`.pipe(
    Effect.orDie,
    Effect.asVoid
  )

/** One connection for all subscribers: a connection that listens has no other use. */
export const layer: Layer.Layer<Revocations, never, PgClient.PgClient> = Layer.effect(
  Revocations,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const subscribers: Array<(hash: string) => void> = []
    const listen = Effect.gen(function* () {
      const notifications = yield* sql.listen(channel)
      return yield* Effect.forever(
        Effect.map(Queue.take(notifications), ({ payload }) => {
          for (const onRevoked of subscribers) onRevoked(payload)
        })
      )
    }).pipe(Effect.scoped)
    yield* Effect.forkScoped(Effect.retry(listen, reconnect))
    return Revocations.of({
      subscribe: (onRevoked) => Effect.sync(() => void subscribers.push(onRevoked))
    })
  })
)
