/**
 * The event store on Postgres: two SQL function calls in one transaction (`writeAppends.ts` makes the
 * second).
 *
 * Give it a `SqlClient` of its own: appends wait for row locks, and readers on the same connections
 * would wait with them.
 */
import { Effect, Layer } from "effect"
import type { Result } from "effect"
import { SqlClient } from "effect/sql"

import { appendUnderLock, retryDuplicateCommand } from "./commands.ts"
import {
  commitsPerReadMax,
  EventStore,
  eventsPerReadMax,
  StoreUnavailable,
  StreamLocked
} from "./EventStore.ts"
import type { DecisionResult, Keys, LockWait, Sealed, View } from "./EventStore.ts"
import { Hints } from "./Hints.ts"
import { withPartitions } from "./partitions.ts"
import { eventColumns, readCommits, toEvent } from "./readCommits.ts"
import type { EventRow } from "./readCommits.ts"
import { unavailable } from "./unavailable.ts"
import { whereStream } from "./whereStream.ts"
import { makeWriter, writeWithin } from "./writeAppends.ts"

/** Commits per round of sealing: 10,000 rows of 50 octets, some 50 ms. The next round seals the rest. */
export const sealedMax = 10_000

/** Skipped commit numbers per round. A crash skips 32; more than this is a sequence set by hand. */
export const gapsMax = 100_000

interface Locked {
  readonly locked: ReadonlyArray<string>
}

const lockedFor = (streams: ReadonlyArray<string>) =>
  Effect.fail(new StoreUnavailable({ cause: new StreamLocked({ streams }) }))

/** Locks and reads. Fails before it waits for longer than it may; then nothing is locked. */
const openStreams = (sql: SqlClient.SqlClient, keys: Keys, lockWait: LockWait) =>
  Effect.gen(function* () {
    if (lockWait === "brief") yield* sql`select set_config('lock_timeout', '100ms', true)`
    const name = sql.literal(lockWait === "none" ? "es.open_unless_locked" : "es.open")
    const [row] = yield* sql<{ readonly view: View | Locked }>`
      select ${name}(${keys.streams}::text[], ${keys.accounts}::uuid[], ${keys.holds}::uuid[],
        ${keys.commands}::uuid[]) as view`
    const { view } = row!
    return "locked" in view ? yield* lockedFor(view.locked) : view
  })

export const layer: Layer.Layer<EventStore, never, SqlClient.SqlClient | Hints> = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const hints = yield* Hints

    const appended = hints.notify("appended")
    const append = yield* makeWriter(appended)

    const transact = <A, E>(
      keys: Keys,
      decide: (view: View) => Result.Result<DecisionResult<A>, E>,
      lockWait: LockWait = "full"
    ) =>
      Effect.gen(function* () {
        const decided = yield* Effect.fromResult(decide(yield* openStreams(sql, keys, lockWait)))
        if (decided.append !== undefined) {
          yield* appendUnderLock(writeWithin(decided.append))
          yield* sql.afterCommit(appended)
        }
        return decided.outcome
      }).pipe(
        sql.withTransaction,
        withPartitions,
        Effect.provideService(SqlClient.SqlClient, sql),
        retryDuplicateCommand,
        unavailable
      )

    return EventStore.of({
      transact,
      append,
      read: (stream, { after = 0, afterCommit = 0, limit = eventsPerReadMax } = {}) =>
        sql<EventRow>`
          select ${eventColumns(sql)} from (
            select * from es.event where ${whereStream(sql, stream)} and version > ${after}
              and commit_id >= ${afterCommit}
            order by version limit ${Math.min(limit, eventsPerReadMax)}
          ) e cross join lateral (
            select at from es.commit where commit_id = e.commit_id offset 0
          ) c order by e.version`.pipe(
          Effect.map((rows) => rows.map(toEvent)),
          unavailable
        ),
      readLog: ({ after, limit = commitsPerReadMax }) =>
        unavailable(readCommits({ after, limit: Math.min(limit, commitsPerReadMax) })).pipe(
          Effect.provideService(SqlClient.SqlClient, sql)
        ),
      seal: sql<{ readonly round: Sealed }>`
        select es.seal(${sealedMax}::int, ${gapsMax}::int) as round`.pipe(
        Effect.map((rows) => rows[0]!.round),
        Effect.tap(({ sealed }) => (sealed > 0 ? hints.notify("sealed") : Effect.void)),
        unavailable
      )
    })
  })
)
