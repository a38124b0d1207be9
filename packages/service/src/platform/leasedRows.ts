/**
 * Work that waits in rows of a table, each taken by one node for a while (LEASES.md). Such a table has the columns `lease`,
 * `leased_by` and `due_at`: a leased row is one that is due later, so one index finds due work and ended leases. Which rows
 * are due, in which order, and what comes of them is the table's own.
 */
import { randomUUIDv7 } from "node:crypto"

import { alignedSleep } from "@rcpt/store/alignedSchedule"
import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { endedHolders } from "./NodeLease.ts"

interface Leased {
  readonly id: string
  readonly lease: string
}

/** Each with the column of its rows' ids. */
const idColumns = {
  webhook_delivery: "delivery_id",
  mail_outbox: "mail_id",
  inlet: "inlet_id",
  schedule_run: "run_id"
} as const

export const leasedRows = (sql: SqlClient.SqlClient, table: keyof typeof idColumns) => {
  const rows = sql(table)
  const free = sql.literal("lease = null, leased_by = null")
  const ofLease = ({ id, lease }: Leased) =>
    sql`${sql(idColumns[table])} = ${id} and lease = ${lease}`
  return {
    /** The assignments of a claim. `holder`: the lease of the node (NodeLease.ts). */
    taken: (holder: string, lasts: Duration.Duration) =>
      sql`lease = ${randomUUIDv7()}, leased_by = ${holder},
        due_at = now() + make_interval(secs => ${Duration.toSeconds(lasts)}::float8)`,
    /** The assignments that end a claim. */
    free,
    /** The condition that the row is still held. Another node may have it by now, or it was erased. */
    ofLease,
    /** Gives a claim back, such as when the node stops: the next one need not wait until the lease ends. */
    handBack: (claimed: Leased, wait = Duration.zero) =>
      sql`
        update ${rows} set ${free}, due_at = now() + make_interval(secs => ${Duration.toSeconds(wait)}::float8)
        where ${ofLease(claimed)}`.pipe(Effect.ignore),
    /** Rows of nodes that have ended are due at once, and not when their leases end. */
    releaseEnded: sql`
      update ${rows} set ${free}, due_at = least(due_at, now())
      where lease is not null and leased_by in (${endedHolders(sql)})`
  }
}

interface Work<E, R> {
  /** Whether it is worth while to look: one index lookup, for a service that rests. */
  readonly isAny: Effect.Effect<boolean, E, R>
  /** Does what is due. */
  readonly work: Effect.Effect<unknown, E, R>
  /** The delay of work that is due, at most. */
  readonly every: Duration.Duration
  /** After a look that found nothing, as well. */
  readonly rest?: Effect.Effect<unknown, E, R>
  readonly troubleWait: Duration.Duration
  readonly trouble: string
}

/** Looks for work for ever. What goes wrong is logged, and it looks again after a while. */
export const workForEver = <E, R>({ isAny, work, every, rest, troubleWait, trouble }: Work<E, R>) =>
  Effect.gen(function* () {
    const found = yield* isAny
    if (found) yield* work
    yield* alignedSleep(every)
    if (!found && rest !== undefined) yield* rest
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning(trouble, cause), Effect.sleep(troubleWait))
    ),
    Effect.forever
  )
