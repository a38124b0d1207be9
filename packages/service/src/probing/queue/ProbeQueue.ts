/**
 * The queue of rows of bulk jobs that need an SMTP probe. It is a table, so it outlives every node.
 * Pulled rows are leased: a row that is not settled before its lease ends is due again, without any
 * further action.
 *
 *   put ──▶ due ──pull──▶ leased ──settle──▶ deleted
 *            ▲              │ ├──defer──▶ due later (greylisted; `exhausted` after the last retry)
 *            └──────────────┘ └──release, or the lease ends
 *
 * All operations are safe on several nodes at once. A node that was frozen past its lease finds its
 * leases replaced: `settle` returns the rows that the caller still held. Inside a transaction of
 * `WriteSql` the queue takes part in it, so a row is deleted together with the charge for it, or not
 * at all.
 */
import { randomUUID } from "node:crypto"

import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { inBatches, leases, seconds } from "./leases.ts"
import type { Deferral } from "./leases.ts"
import { QueuedProbe } from "./ProbeRow.ts"
import type { Lease, LeasedRow, ProbeQueueKey, ProbeRow, RowId } from "./ProbeRow.ts"
import { pullFairly } from "./pullFairly.ts"

export interface PullRequest extends ProbeQueueKey {
  readonly limit: number
  /** The node that takes them; `releaseNode` uses the same name. */
  readonly node: string
  readonly lease: Duration.Duration
}

export interface PageRequest {
  readonly limit: number
  readonly after?: ProbeQueueKey | undefined
}

export interface QueueCounts extends ProbeQueueKey {
  /** All rows; of these, the ones due now and the ones leased. */
  readonly rows: number
  readonly due: number
  readonly leased: number
}

export class ProbeQueue extends Context.Service<
  ProbeQueue,
  {
    /** All or none. A row that is queued already is not changed. */
    readonly put: (rows: ReadonlyArray<ProbeRow>) => Effect.Effect<void>
    /**
     * In the order in which to probe. It may return fewer rows than the limit while more are due. It
     * returns none when no row is due, or when other callers are taking them at the moment.
     */
    readonly pull: (request: PullRequest) => Effect.Effect<ReadonlyArray<LeasedRow>>
    /** From now on, for the length of the lease. Returns the rows that the caller still holds. */
    readonly renew: (
      rows: ReadonlyArray<Lease>,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<RowId>>
    /** Deletes the rows. Returns those that the caller still held: only their results count. */
    readonly settle: (rows: ReadonlyArray<Lease>) => Effect.Effect<ReadonlyArray<RowId>>
    /** Greylisted rows: due again at their next retry, if there is one. */
    readonly defer: (
      rows: ReadonlyArray<Lease & Pick<LeasedRow, "attempts">>
    ) => Effect.Effect<Deferral>
    /** Rows that were not probed: due at once, or at a time in epoch milliseconds. */
    readonly release: (rows: ReadonlyArray<Lease>, dueAt?: number) => Effect.Effect<void>
    /** Releases all rows of a node that stops or has just restarted. Returns how many. */
    readonly releaseNode: (node: string) => Effect.Effect<number>
    /** The keys that have due rows, in order, from the first one after `after`. */
    readonly groupsWithDueRows: (page: PageRequest) => Effect.Effect<ReadonlyArray<ProbeQueueKey>>
    /** The keys with the most rows first. Reads the whole queue: for people, not for loops. */
    readonly counts: (limit: number) => Effect.Effect<ReadonlyArray<QueueCounts>>
  }
>()("@rcpt/service/probing/queue/ProbeQueue") {}

const encode = Schema.encodeSync(QueuedProbe)
const decode = Schema.decodeUnknownSync(QueuedProbe)

const nowSeconds = Effect.map(Clock.currentTimeMillis, seconds)

const putRows = (sql: SqlClient.SqlClient, rows: ReadonlyArray<ProbeRow>, now: number) => sql`
  insert into probe_queue (job_id, row_no, account_id, mx_group, egress, question, memo, due_at)
  select job_id, row_no, account_id, mx_group, egress, question::jsonb, nullif(memo, ''),
    to_timestamp(${now}::float8)
  from unnest(${rows.map(({ job }) => job)}::uuid[], ${rows.map(({ row }) => row)}::int[],
    ${rows.map(({ account }) => account)}::uuid[], ${rows.map(({ group }) => group)}::text[],
    ${rows.map(({ egress }) => egress)}::text[],
    ${rows.map(({ question }) => JSON.stringify(encode(question)))}::text[],
    ${rows.map(({ memo = "" }) => memo)}::text[])
    as input (job_id, row_no, account_id, mx_group, egress, question, memo)
  on conflict do nothing`

const pull = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* ({ group, egress, limit, node, lease }: PullRequest) {
    const now = yield* nowSeconds
    const rows = yield* pullFairly(sql, {
      group,
      egress,
      limit,
      node,
      now,
      lease: randomUUID(),
      leasedUntil: now + Duration.toSeconds(lease)
    })
    return rows
      .toSorted((one, other) => one.place - other.place)
      .map((row): LeasedRow => ({
        job: row.job,
        row: row.row,
        account: row.account,
        group,
        egress,
        question: decode(row.question),
        ...(row.memo !== null && { memo: row.memo }),
        lease: row.lease,
        attempts: row.attempts,
        firstAskedAt: row.firstAskedAt?.getTime()
      }))
  })

/** Skips from key to key through the index; the first row of each key has its earliest due time. */
const groupsWithDueRows = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* ({ limit, after = { group: "", egress: "" } }: PageRequest) {
    const now = yield* nowSeconds
    return yield* sql<ProbeQueueKey>`
      with recursive head as (
        (select mx_group, egress, due_at from probe_queue
          where (mx_group, egress) > (${after.group}, ${after.egress})
          order by mx_group, egress, due_at limit 1)
        union all
        select next.mx_group, next.egress, next.due_at from head cross join lateral (
          select mx_group, egress, due_at from probe_queue
          where (mx_group, egress) > (head.mx_group, head.egress)
          order by mx_group, egress, due_at limit 1) next
      )
      select mx_group as "group", egress from head
      where due_at <= to_timestamp(${now}::float8) limit ${limit}`
  }, Effect.orDie)

const counts = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (limit: number) {
    const now = yield* nowSeconds
    return yield* sql<QueueCounts>`
      select mx_group as "group", egress, count(*)::int as rows,
        (count(*) filter (where due_at <= to_timestamp(${now}::float8)))::int as due,
        (count(lease) filter (where due_at > to_timestamp(${now}::float8)))::int as leased
      from probe_queue group by mx_group, egress order by rows desc, mx_group, egress
      limit ${limit}`
  }, Effect.orDie)

/** `retries`: how long after the first attempt a greylisted mailbox is probed again. */
export const layer = (
  retries: ReadonlyArray<Duration.Duration>
): Layer.Layer<ProbeQueue, never, WriteSql | SqlClient.SqlClient> =>
  Layer.effect(
    ProbeQueue,
    Effect.gen(function* () {
      const write = yield* WriteSql
      const read = yield* SqlClient.SqlClient
      return ProbeQueue.of({
        ...leases(write, retries),
        put: (rows) =>
          Effect.flatMap(nowSeconds, (now) =>
            inBatches(rows, (batch) => putRows(write, batch, now))
          ).pipe(write.withTransaction, Effect.orDie, Effect.asVoid),
        pull: pull(write),
        releaseNode: Effect.fnUntraced(function* (node) {
          const now = yield* nowSeconds
          const rows = yield* write`
            with held as (select job_id, row_no from probe_queue where leased_by = ${node}
              order by job_id, row_no for update)
            update probe_queue q set lease = null, leased_by = null,
              due_at = least(q.due_at, to_timestamp(${now}::float8))
            from held where q.job_id = held.job_id and q.row_no = held.row_no
            returning 1`
          return rows.length
        }, Effect.orDie),
        groupsWithDueRows: groupsWithDueRows(write),
        counts: counts(read)
      })
    })
  )
