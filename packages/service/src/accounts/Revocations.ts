/**
 * Tells every node that a key was revoked or a session ended: a request that comes a millisecond later
 * is refused already. A courtesy, and lossy; the promise is kept by KnownKeys.ts without it.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, Layer, Queue, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { believedFor } from "./KnownKeys.ts"

export class Revocations extends Context.Service<
  Revocations,
  {
    /** Hears of revocations on any node, this one too. */
    readonly hear: (onRevoked: (hash: string) => void) => Effect.Effect<void>
  }
>()("@rcpt/service/accounts/Revocations") {}

const channel = "rcpt_revoked"

const listenAgain = Schedule.spaced("1 second")

/** Longer than any node believes: clocks run unevenly, by less than 1 %, and timers fire 1 ms early. */
export const revocationWait = Duration.sum(believedFor, Duration.millis(50))

/**
 * Within the transaction that revokes, so that it is sent exactly when that commits. All who NOTIFY
 * commit one after the other (PostgreSQL takes a database-wide lock for it): what happens as rarely
 * as this may.
 */
export const announce = (
  sql: SqlClient.SqlClient,
  hashes: ReadonlyArray<string>
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.asVoid(sql`
    select pg_notify(${channel}, hash) from unnest(${hashes}::text[]) as revoked (hash)`)

/** One connection, whoever hears: each that listens is one that nobody else can use. */
export const layer: Layer.Layer<Revocations, never, PgClient.PgClient> = Layer.effect(
  Revocations,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const hearers: Array<(hash: string) => void> = []
    const hearing = Effect.gen(function* () {
      const notices = yield* sql.listen(channel)
      return yield* Effect.forever(
        Effect.map(Queue.take(notices), ({ payload }) => {
          for (const onRevoked of hearers) onRevoked(payload)
        })
      )
    }).pipe(Effect.scoped)
    yield* Effect.forkScoped(Effect.retry(hearing, listenAgain))
    return Revocations.of({
      hear: (onRevoked) => Effect.sync(() => void hearers.push(onRevoked))
    })
  })
)
