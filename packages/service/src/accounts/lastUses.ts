/**
 * Records when each key or session was last used, without a statement per request: uses are collected in
 * memory and written in batches. A node that is killed loses the uses of its last minute.
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Clock, Duration, Effect } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"

/** A busy key is written once a minute by each node that sees it. */
const writeEvery = Duration.minutes(1)

/** The first use after an idle minute is written within this. An idle round needs no statement. */
const roundEvery = Duration.seconds(2)

/** One statement of some milliseconds; the next round writes the rest. */
const rowsPerRoundMax = 5_000

/** A node has 15 s to stop. */
const lastRoundWaitMax = Duration.seconds(2)

interface Use {
  /** Epoch milliseconds. */
  usedAt: number
  /** Epoch milliseconds; 0: not yet. */
  writtenAt: number
}

export interface LastUses {
  readonly touch: (id: string) => Effect.Effect<void>
  /** Notes a use at `now`, in epoch milliseconds. */
  readonly touchAt: (id: string, now: number) => void
}

interface UsageTable {
  /** A table with a column `last_used_at`. */
  readonly table: string
  /** The name of the table's uuid column. */
  readonly id: string
}

/** Skips rows that another node is writing: its use is as recent. */
const writeTo =
  (sql: SqlClient.SqlClient, { table, id }: UsageTable) =>
  (due: ReadonlyArray<readonly [id: string, use: Use]>) => {
    const ids = due.map(([dueId]) => dueId)
    return sql`
      update ${sql(table)} as target
      set last_used_at = greatest(last_used_at, to_timestamp(used.at / 1000))
      from unnest(${ids}::uuid[], ${due.map(([, { usedAt }]) => usedAt)}::float8[])
          as used (id, at),
        (select ${sql(id)} as id from ${sql(table)} where ${sql(id)} = any(${ids}::uuid[])
          for no key update skip locked) as free
      where target.${sql(id)} = used.id and free.id = used.id`
  }

/** Writes periodically until the scope ends, and then the rest. */
export const make = (target: UsageTable): Effect.Effect<LastUses, never, WriteSql | Scope.Scope> =>
  Effect.gen(function* () {
    const write = writeTo(yield* WriteSql, target)
    const uses = new Map<string, Use>()

    const round = (pauseMillis: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const rested = [...uses].filter(([, { writtenAt }]) => now - writtenAt >= pauseMillis)
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
      // The uses stay in memory. Other parts log louder that the database is away.
      Effect.catchCause((cause) => Effect.logDebug("Last uses could not be written", cause)),
      Effect.repeat(alignedSchedule(roundEvery)),
      Effect.forkScoped
    )

    const touchAt = (id: string, now: number): void => {
      const use = uses.get(id)
      if (use === undefined) uses.set(id, { usedAt: now, writtenAt: 0 })
      else use.usedAt = now
    }
    return {
      touch: (id) => Effect.map(Clock.currentTimeMillis, (now) => touchAt(id, now)),
      touchAt
    }
  })
