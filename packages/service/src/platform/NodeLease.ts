/**
 * One lease for all rows that a process has taken, renewed by one statement however many they are. Rows name
 * its holder. Once it has expired, another node ends it for good, and each node that finds rows of an ended holder
 * takes them back (`endedHolders`).
 *
 *   held ──renewed──▶ held ──not renewed──▶ expired ──another node──▶ ended: its rows are taken back
 *                       ▲                      │
 *                       └── renewed after all ─┘
 *
 * A process whose lease was ended, because it was frozen or cut off, holds nothing any more, and goes on
 * under a new name.
 */
import { randomUUID } from "node:crypto"

import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

import { WriteSql } from "./Database.ts"
import { nodeName } from "./nodeName.ts"

/** The lease of a dead process expires after so long; then it is noticed. */
export const leaseLasts = Duration.seconds(6)

/** Two renewals may fail before the lease expires. */
export const renewEvery = Duration.millis(1_500)

/** A statement that began under the lease may still take a row: its name is known for longer. */
const rememberedFor = Duration.hours(1)

/** A process waits so long for the end of its lease, of the 15 s in which a node stops. */
const endWaitMax = Duration.seconds(1)

export class NodeLease extends Context.Service<
  NodeLease,
  {
    /** The name for rows that are taken now. After a loss it is a new one, and rows under the old one are lost. */
    readonly holder: () => string
    /** Whether no other node can have ended the lease yet, by this process's own, monotonic clock. */
    readonly isHeld: () => boolean
  }
>()("@rcpt/service/platform/NodeLease") {}

/** Characters of the part of the name that is new after each loss. */
const partChars = 8

const newName = (): string => `${nodeName}/${randomUUID().slice(0, partChars)}`

const inSeconds = (duration: Duration.Duration): number => Duration.toSeconds(duration)

interface Renewed {
  /** False if another node has ended the lease. */
  readonly isRenewed: boolean
  /** The leases of others that this statement ended. */
  readonly ended: ReadonlyArray<string>
}

const statements = (sql: SqlClient.SqlClient) => ({
  /**
   * Renews a lease and, if that went well and `mayEnd`, ends those of others that have expired. It is one statement,
   * since every process runs it for ever. It does not wait for the disk: after a crash of Postgres the next one says
   * it again. A row that another node has locked is being renewed or ended there.
   */
  renew: (holder: string, mayEnd: boolean) =>
    Effect.map(
      sql<Renewed>`
        with renewed as (
          insert into node_lease (holder, held_until)
          values (${holder}, now() + make_interval(secs => ${inSeconds(leaseLasts)}::float8))
          on conflict (holder) do update set held_until = excluded.held_until
          where not node_lease.is_ended
          returning set_config('synchronous_commit', 'off', true)
        ), old as (
          delete from node_lease where ${mayEnd}::bool and holder <> ${holder} and is_ended
            and held_until < now() - make_interval(secs => ${inSeconds(rememberedFor)}::float8)
        ), expired as (
          select holder from node_lease
          where ${mayEnd}::bool and exists (select from renewed)
            and holder <> ${holder} and held_until <= now() and not is_ended
          for update skip locked
        ), ended as (
          update node_lease set is_ended = true where holder in (select holder from expired)
          returning holder
        )
        select exists (select from renewed) as "isRenewed", array(select holder from ended) as ended`,
      ([row]) => row!
    ),
  end: (holder: string) =>
    sql`update node_lease set is_ended = true, is_stopped = true, held_until = now()
      where holder = ${holder}`
})

/** A lease that ends sooner than this from now was not renewed at least once, though there was time for it. */
const vanishedBefore = Duration.subtract(leaseLasts, Duration.times(renewEvery, 2))

/**
 * SQL that selects the holders of the last `since` that did not stop by themselves, and how many milliseconds ago
 * they were heard of last. Frozen or cut off, they may still run.
 */
export const vanishedHolders = (sql: SqlClient.SqlClient, since: Duration.Duration) => {
  const after = inSeconds(Duration.subtract(leaseLasts, since))
  return sql.literal(`select holder,
      extract(epoch from now() - held_until) * 1000 + ${Duration.toMillis(leaseLasts)} as silent_for
    from node_lease where not is_stopped
      and held_until < now() + interval '${inSeconds(vanishedBefore)} s'
      and held_until > now() + interval '${after} s'`)
}

/** SQL that selects the holders whose rows are to be taken back. */
export const endedHolders = (sql: SqlClient.SqlClient) =>
  sql.literal("select holder from node_lease where is_ended")

export const layer: Layer.Layer<NodeLease, never, WriteSql> = Layer.effect(
  NodeLease,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const { renew, end } = statements(yield* WriteSql)
    const now = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    const lasts = Duration.toMillis(leaseLasts)
    let name = newName()
    let renewedAt = -Infinity
    /** Since this time the lease was renewed each time before it expired. */
    let heldSince = -Infinity

    const isHeld = (): boolean => now() - renewedAt < lasts

    /**
     * Renews the lease. Its end is counted from before the statement, so it is never later than in Postgres. After
     * an outage of the database all leases are expired: each process that is alive renews its own before any ends
     * those of others.
     */
    const hold = Effect.gen(function* () {
      const at = now()
      const mayEnd = isHeld() && at - heldSince >= lasts
      const { isRenewed, ended } = yield* renew(name, mayEnd)
      if (!isRenewed) {
        name = newName()
        renewedAt = -Infinity
        yield* Effect.logWarning("This node was away for too long: its rows went to other nodes")
        yield* renew(name, false)
      }
      if (at - renewedAt >= lasts) heldSince = at
      renewedAt = at
      if (ended.length > 0)
        yield* Effect.logWarning("Nodes are gone; their rows are taken over", ended)
    })

    const round = Effect.catchCause(hold, (cause) =>
      Effect.logDebug("The lease could not be renewed", cause)
    )
    yield* Effect.acquireRelease(round, () =>
      Effect.ignore(
        Effect.timeout(
          Effect.suspend(() => end(name)),
          endWaitMax
        )
      )
    )
    yield* Effect.forkScoped(Effect.repeat(round, alignedSchedule(renewEvery)))
    return NodeLease.of({ holder: () => name, isHeld })
  })
)
