/**
 * When each key or session was used last, off the path of requests: a use is noted in memory, and
 * what was noted is written in batches. A node that is killed forgets the uses of its last minute.
 */
import { Clock, Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"

/** What is used all the time is written once a minute by each node that sees it. */
const writeEvery = Duration.minutes(1)

/** The first use after a quiet minute shows after this; a round with nothing to write costs nothing. */
const roundEvery = Duration.seconds(2)

/** In one statement, some milliseconds; the next round takes more. */
const rowsPerRoundMax = 5_000

/** A node that stops has 15 s in all. */
const lastRoundWaitMax = Duration.seconds(2)

interface Use {
  /** Milliseconds since 1970, as is `writtenAt`. */
  usedAt: number
  writtenAt: number
}

export interface LastUses {
  readonly note: (id: string) => Effect.Effect<void>
}

/** Names of ours: a table that has `last_used_at`, and its uuid. */
export interface Kept {
  readonly table: string
  readonly id: string
}

/** A row that somebody else writes at this moment has a use as recent as ours: it is left to him. */
const writing =
  (sql: SqlClient.SqlClient, { table, id }: Kept) =>
  (due: ReadonlyArray<readonly [id: string, use: Use]>) => {
    const ids = due.map(([used]) => used)
    return sql`
      update ${sql(table)} as kept
      set last_used_at = greatest(last_used_at, to_timestamp(used.at / 1000))
      from unnest(${ids}::uuid[], ${due.map(([, { usedAt }]) => usedAt)}::float8[])
          as used (id, at),
        (select ${sql(id)} as id from ${sql(table)} where ${sql(id)} = any(${ids}::uuid[])
          for no key update skip locked) as free
      where kept.${sql(id)} = used.id and free.id = used.id`
  }

/** Writes until the scope ends, and then what is left. */
export const make = (kept: Kept): Effect.Effect<LastUses, never, WriteSql | Scope.Scope> =>
  Effect.gen(function* () {
    const write = writing(yield* WriteSql, kept)
    const uses = new Map<string, Use>()

    const round = (pause: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const rested = [...uses].filter(([, { writtenAt }]) => now - writtenAt >= pause)
        const due = rested
          .filter(([, { usedAt, writtenAt }]) => usedAt > writtenAt)
          .slice(0, rowsPerRoundMax)
        for (const [id, { usedAt, writtenAt }] of rested) if (usedAt <= writtenAt) uses.delete(id)
        if (due.length === 0) return
        yield* write(due)
        for (const [, use] of due) use.writtenAt = now
      })

    yield* Effect.addFinalizer(() => round(0).pipe(Effect.timeout(lastRoundWaitMax), Effect.ignore))
    yield* round(Duration.toMillis(writeEvery)).pipe(
      // What was not written is still noted; that the database is away, others say louder.
      Effect.catchCause((cause) => Effect.logDebug("Last uses could not be written", cause)),
      Effect.repeat(Schedule.spaced(roundEvery)),
      Effect.forkScoped
    )

    return {
      note: (id) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const use = uses.get(id)
          if (use === undefined) uses.set(id, { usedAt: now, writtenAt: 0 })
          else use.usedAt = now
        })
    }
  })
