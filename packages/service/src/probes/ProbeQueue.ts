/**
 * The waiting line for rows of bulk jobs that need a conversation. It is a table, so it outlives every
 * node: whoever takes rows has them on a lease, and what is not settled before the lease ends is in
 * line again, without anybody having to notice.
 *
 *   put ──▶ due ──pull──▶ leased ──settle──▶ gone
 *            ▲              │ ├──defer──▶ due later (greylisted; `exhausted` after the last retry)
 *            └──────────────┘ └──giveBack, or the lease ends
 *
 * Two nodes may do anything at once. A node that was frozen past its lease finds its leases replaced:
 * `settle` says which rows were really the caller's. Used inside a transaction of `WriteSql` it is
 * part of it, so that a row leaves the line together with the charge for it, or not at all.
 */
import { randomUUID } from "node:crypto"

import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { inBatches, leases, seconds } from "./leases.ts"
import type { Deferral } from "./leases.ts"
import { ProbeQuestion } from "./ProbeRow.ts"
import type { Lease, LeasedRow, Line, ProbeRow, RowId } from "./ProbeRow.ts"
import { pullFairly } from "./pullFairly.ts"

export interface PullOrder extends Line {
  readonly limit: number
  /** Who takes them; a node gives back under the same name. */
  readonly node: string
  readonly lease: Duration.Duration
}

export interface Page {
  readonly limit: number
  readonly after?: Line | undefined
}

export interface LineCounts extends Line {
  /** Rows in all; of them due now, and in the hands of a node. */
  readonly rows: number
  readonly due: number
  readonly leased: number
}

type Result<A> = Effect.Effect<A, SqlError.SqlError>

export class ProbeQueue extends Context.Service<
  ProbeQueue,
  {
    /** All or none. A row that is in line already stays as it is. */
    readonly put: (rows: ReadonlyArray<ProbeRow>) => Result<void>
    /**
     * In the order in which to ask. Fewer than the limit may come while more are due; none means
     * that nothing is, or that somebody else is just taking it.
     */
    readonly pull: (order: PullOrder) => Result<ReadonlyArray<LeasedRow>>
    /** For a lease from now on. Answers those that are still the caller's. */
    readonly renew: (
      rows: ReadonlyArray<Lease>,
      lease: Duration.Duration
    ) => Result<ReadonlyArray<RowId>>
    /** Takes them out of the line. Answers those that were really the caller's: only they count. */
    readonly settle: (rows: ReadonlyArray<Lease>) => Result<ReadonlyArray<RowId>>
    /** Greylisted: asked again at the next of the retries, while there is one. */
    readonly defer: (rows: ReadonlyArray<Lease & Pick<LeasedRow, "attempts">>) => Result<Deferral>
    /** Not asked after all: due at once, or at a time in epoch milliseconds. */
    readonly giveBackRows: (rows: ReadonlyArray<Lease>, dueAt?: number) => Result<void>
    /** All that a node has; answers how many. For one that stops, or has just started again. */
    readonly giveBack: (node: string) => Result<number>
    /** Answers how many rows left the line. Whoever has leased some finds that out at `settle`. */
    readonly dropJob: (job: string) => Result<number>
    readonly waitingOf: (job: string) => Result<number>
    /** Lines in which somebody waits now, in order of their names, from the one after `after` on. */
    readonly groupsWithDueRows: (page: Page) => Result<ReadonlyArray<Line>>
    /** The longest lines first. Reads the whole queue: for people, not for loops. */
    readonly counts: (limit: number) => Result<ReadonlyArray<LineCounts>>
  }
>()("@rcpt/service/probes/ProbeQueue") {}

const encode = Schema.encodeSync(ProbeQuestion)
const decode = Schema.decodeUnknownSync(ProbeQuestion)

/** Rows that leave at once with their job, in one statement of at most 2 s. */
const droppedAtOnce = 5_000

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
    as given (job_id, row_no, account_id, mx_group, egress, question, memo)
  on conflict do nothing`

const pull = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* ({ group, egress, limit, node, lease }: PullOrder) {
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

/** Hops from line to line; the first row of each tells when it has something to do. */
const groupsWithDueRows = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* ({ limit, after = { group: "", egress: "" } }: Page) {
    const now = yield* nowSeconds
    return yield* sql<Line>`
      with recursive line as (
        (select mx_group, egress, due_at from probe_queue
          where (mx_group, egress) > (${after.group}, ${after.egress})
          order by mx_group, egress, due_at limit 1)
        union all
        select next.mx_group, next.egress, next.due_at from line cross join lateral (
          select mx_group, egress, due_at from probe_queue
          where (mx_group, egress) > (line.mx_group, line.egress)
          order by mx_group, egress, due_at limit 1) next
      )
      select mx_group as "group", egress from line
      where due_at <= to_timestamp(${now}::float8) limit ${limit}`
  })

const counts = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (limit: number) {
    const now = yield* nowSeconds
    return yield* sql<LineCounts>`
      select mx_group as "group", egress, count(*)::int as rows,
        (count(*) filter (where due_at <= to_timestamp(${now}::float8)))::int as due,
        (count(lease) filter (where due_at > to_timestamp(${now}::float8)))::int as leased
      from probe_queue group by mx_group, egress order by rows desc, mx_group, egress
      limit ${limit}`
  })

const dropJob = (sql: SqlClient.SqlClient, job: string): Result<number> =>
  Effect.gen(function* () {
    for (let dropped = 0; ;) {
      const rows = yield* sql`
        with part as (select job_id, row_no from probe_queue where job_id = ${job}
          order by job_id, row_no limit ${droppedAtOnce} for update)
        delete from probe_queue q using part where q.job_id = part.job_id and q.row_no = part.row_no
        returning 1`
      dropped += rows.length
      if (rows.length === 0) return dropped
    }
  })

/** `retries`: how long after the first question a greylisted mailbox is asked again. */
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
          ).pipe(write.withTransaction, Effect.asVoid),
        pull: pull(write),
        giveBack: Effect.fnUntraced(function* (node) {
          const now = yield* nowSeconds
          const rows = yield* write`
            with theirs as (select job_id, row_no from probe_queue where leased_by = ${node}
              order by job_id, row_no for update)
            update probe_queue q set lease = null, leased_by = null,
              due_at = least(q.due_at, to_timestamp(${now}::float8))
            from theirs where q.job_id = theirs.job_id and q.row_no = theirs.row_no
            returning 1`
          return rows.length
        }),
        dropJob: (job) => dropJob(write, job),
        waitingOf: (job) =>
          write<{ readonly count: number }>`
            select count(*)::int as count from probe_queue where job_id = ${job}`.pipe(
            Effect.map(([row]) => row!.count)
          ),
        groupsWithDueRows: groupsWithDueRows(write),
        counts: counts(read)
      })
    })
  )
