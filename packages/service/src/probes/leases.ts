/**
 * What the holder of a lease can do with its rows. Each statement names rows together with their
 * lease, so a row that somebody else has by now is left alone, and answers those that were its own.
 */
import { Clock, Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { greylistRetry } from "./greylistRetry.ts"
import type { Lease, LeasedRow, RowId } from "./ProbeRow.ts"

/** What became of rows that a server put off. What is in neither was not the caller's any more. */
export interface Deferral {
  readonly deferred: ReadonlyArray<RowId & { readonly dueAt: number }>
  /** No retry is left: still leased, to be settled as greylisted. */
  readonly exhausted: ReadonlyArray<Lease>
}

type Result<A> = Effect.Effect<A, SqlError.SqlError>
type Rows = ReadonlyArray<Lease>

/** Rows per statement: far less than the 2 s that one may take. */
const rowsPerStatement = 5_000

/** Some at a time, and nothing at all for none. */
export const inBatches = <A, B>(
  rows: ReadonlyArray<A>,
  run: (batch: ReadonlyArray<A>) => Result<ReadonlyArray<B>>
): Result<ReadonlyArray<B>> =>
  Effect.gen(function* () {
    const results: Array<B> = []
    for (let start = 0; start < rows.length; start += rowsPerStatement)
      for (const result of yield* run(rows.slice(start, start + rowsPerStatement)))
        results.push(result)
    return results
  })

export const seconds = (millis: number): number => millis / 1_000

/** Locked in one order by whoever changes rows, so that nobody waits in a circle. */
const owned = (sql: SqlClient.SqlClient, rows: Rows) => sql`
  select probe_queue.job_id, probe_queue.row_no from probe_queue
  join unnest(${rows.map(({ job }) => job)}::uuid[], ${rows.map(({ row }) => row)}::int[],
    ${rows.map(({ lease }) => lease)}::uuid[]) as named (job_id, row_no, lease)
    using (job_id, row_no, lease)
  order by probe_queue.job_id, probe_queue.row_no for update of probe_queue`

export const leases = (sql: SqlClient.SqlClient, retries: ReadonlyArray<Duration.Duration>) => {
  const settle = (rows: Rows) => sql<RowId>`
    with ours as (${owned(sql, rows)})
    delete from probe_queue q using ours where q.job_id = ours.job_id and q.row_no = ours.row_no
    returning ours.job_id as job, ours.row_no as row`

  const renew = (rows: Rows, until: number) => sql<RowId>`
    with ours as (${owned(sql, rows)})
    update probe_queue q set due_at = to_timestamp(${seconds(until)}::float8)
    from ours where q.job_id = ours.job_id and q.row_no = ours.row_no
    returning ours.job_id as job, ours.row_no as row`

  const giveBack = (rows: Rows, dueAt: number) => sql<RowId>`
    with ours as (${owned(sql, rows)})
    update probe_queue q set lease = null, leased_by = null,
      due_at = to_timestamp(${seconds(dueAt)}::float8)
    from ours where q.job_id = ours.job_id and q.row_no = ours.row_no
    returning ours.job_id as job, ours.row_no as row`

  const putOff = (rows: Rows, now: number, dueAt: number) => sql<RowId>`
    with ours as (${owned(sql, rows)})
    update probe_queue q set lease = null, leased_by = null, attempts = q.attempts + 1,
      first_asked_at = coalesce(q.first_asked_at, to_timestamp(${seconds(now)}::float8)),
      due_at = to_timestamp(${seconds(dueAt)}::float8)
    from ours where q.job_id = ours.job_id and q.row_no = ours.row_no
    returning ours.job_id as job, ours.row_no as row`

  const defer = Effect.fnUntraced(function* (
    rows: ReadonlyArray<Lease & Pick<LeasedRow, "attempts">>
  ): Effect.fn.Return<Deferral, SqlError.SqlError> {
    const now = yield* Clock.currentTimeMillis
    const deferred: Array<Deferral["deferred"][number]> = []
    const exhausted: Array<Lease> = []
    for (const [attempts, alike] of Map.groupBy(rows, (row) => row.attempts)) {
      const dueAt = greylistRetry(retries, { attempts, now })
      if (dueAt === undefined) exhausted.push(...alike)
      else {
        const ours = yield* inBatches(alike, (batch) => putOff(batch, now, dueAt))
        deferred.push(...ours.map(({ job, row }) => ({ job, row, dueAt })))
      }
    }
    return { deferred, exhausted }
  })

  return {
    defer,
    settle: (rows: Rows) => inBatches(rows, settle),
    renew: Effect.fnUntraced(function* (rows: Rows, lease: Duration.Duration) {
      const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(lease)
      return yield* inBatches(rows, (batch) => renew(batch, until))
    }),
    giveBackRows: Effect.fnUntraced(function* (rows: Rows, dueAt?: number) {
      const at = dueAt ?? (yield* Clock.currentTimeMillis)
      yield* inBatches(rows, (batch) => giveBack(batch, at))
    })
  }
}
