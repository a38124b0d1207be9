/**
 * The event store on Postgres: two function calls inside one transaction.
 *
 * Give it a `SqlClient` of its own: appends wait for row locks, and readers who shared their
 * connections would wait with them.
 */
import { Effect, Layer } from "effect"
import type { Result } from "effect"
import { SqlClient, SqlError } from "effect/sql"

import { EventStore, StoreUnavailable, VersionConflict } from "./EventStore.ts"
import type { Append, Decided, Keys, StoredEvent, View } from "./EventStore.ts"

interface Written {
  readonly commitId?: number
  readonly conflict?: {
    readonly stream: string
    readonly expected: number
    readonly actual: number
  }
}

interface EventRow extends Omit<StoredEvent, "version" | "commitId" | "atMicros"> {
  readonly version: bigint
  readonly commitId: bigint
  readonly atMicros: bigint
}

/** More events than this are read in several steps; 1,000 events are about 300 kB. */
const eventsPerReadMax = 1_000

export const layer: Layer.Layer<EventStore, never, SqlClient.SqlClient> = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const open = (keys: Keys) =>
      sql<{ readonly view: View }>`
        select es.open(${keys.streams}::text[], ${keys.accounts}::uuid[], ${keys.holds}::uuid[],
          ${keys.commands}::uuid[]) as view`.pipe(Effect.map((rows) => rows[0]!.view))

    const write = (append: Append) =>
      sql<{ readonly written: Written }>`
        select es.append(${JSON.stringify(append)}::json) as written`.pipe(
        Effect.flatMap(([row]) => {
          const conflict = row!.written.conflict
          return conflict === undefined ? Effect.void : Effect.fail(new VersionConflict(conflict))
        })
      )

    const transact = <A, E>(keys: Keys, decide: (view: View) => Result.Result<Decided<A>, E>) =>
      Effect.gen(function* () {
        const { append, outcome } = yield* Effect.fromResult(decide(yield* open(keys)))
        // Versions were read under the lock that is still held: a conflict here is a bug.
        if (append !== undefined)
          yield* write(append).pipe(Effect.catchTag("VersionConflict", Effect.die))
        return outcome
      }).pipe(sql.withTransaction, unavailable)

    return EventStore.of({
      transact,
      append: (append) => write(append).pipe(sql.withTransaction, unavailable),
      read: (stream, { after = 0, limit = eventsPerReadMax } = {}) =>
        sql<EventRow>`
          select e.stream_id as stream, e.version, e.type, e.v, e.data::text as data, e.hash,
            e.commit_id as "commitId", (extract(epoch from c.at) * 1000000)::bigint as "atMicros"
          from es.event e join es.commit c using (commit_id)
          where e.stream_id = ${stream} and e.version > ${after}
          order by e.version limit ${Math.min(limit, eventsPerReadMax)}`.pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              ...row,
              version: Number(row.version),
              commitId: Number(row.commitId),
              atMicros: Number(row.atMicros)
            }))
          ),
          unavailable
        )
    })
  })
)

/** Losing the database is expected and typed; anything else that SQL refuses is a bug, and dies. */
const unavailable = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreUnavailable, R> =>
  Effect.catch(
    effect,
    (error): Effect.Effect<never, Exclude<E, SqlError.SqlError> | StoreUnavailable> =>
      !SqlError.isSqlError(error)
        ? Effect.fail(error as Exclude<E, SqlError.SqlError>)
        : isPassing(error.reason)
          ? Effect.fail(new StoreUnavailable({ cause: error }))
          : Effect.die(error)
  )

/** What goes away by itself: the server is down, restarting, full, or a lock is held too long. */
const isPassing = (reason: SqlError.SqlErrorReason): boolean => {
  if (passingTags.has(reason._tag)) return true
  const code = (reason.cause as { readonly code?: unknown } | undefined)?.code
  return typeof code === "string" && passingStates.test(code)
}

const passingTags: ReadonlySet<string> = new Set([
  "ConnectionError",
  "DeadlockError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "SerializationError"
])

/**
 * PostgreSQL appendix A: 57P.. shutdown, crash and start-up; 53… out of disk, memory or connections;
 * 58… the system under it failed; 25P03 and 25P04 a transaction that was idle or open too long.
 */
const passingStates = /^(57P|53|58|25P0[34])/
