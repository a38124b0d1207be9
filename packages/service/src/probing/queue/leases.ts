/**
 * The operations of a lease holder on its rows. Each statement matches rows together with their lease,
 * so it skips rows that another node holds by now, and returns those that it changed.
 */
import { Clock, Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { greylistRetry } from "./greylistRetry.ts"
import type { Lease, LeasedRow, RowId } from "./ProbeRow.ts"

/** The outcome for greylisted rows. A row in neither list was no longer held by the caller. */
export interface Deferral {
  readonly deferred: ReadonlyArray<RowId & { readonly dueAt: number }>
  /** Without a retry left: still leased, to be settled as greylisted. */
  readonly exhausted: ReadonlyArray<Lease>
}

type Rows = ReadonlyArray<Lease>

/** Rows per statement. It takes far less than the 2 s that a statement may take. */
const rowsPerStatement = 5_000

/** Runs a statement per batch, and none for no rows. */
export const inBatches = <A, B>(
  rows: ReadonlyArray<A>,
  run: (batch: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, SqlError.SqlError>
): Effect.Effect<ReadonlyArray<B>> =>
  Effect.gen(function* () {
    const results: Array<B> = []
    for (let start = 0; start < rows.length; start += rowsPerStatement)
      for (const result of yield* run(rows.slice(start, start + rowsPerStatement)))
        results.push(result)
    return results
  }).pipe(Effect.orDie)

export const seconds = (millis: number): number => millis / 1_000

/** Locks rows in one order in all statements, so that they cannot deadlock. */
const lockHeld = (sql: SqlClient.SqlClient, rows: Rows) => sql`
  select probe_queue.job_id, probe_queue.row_no from probe_queue
  join unnest(${rows.map(({ job }) => job)}::uuid[], ${rows.map(({ row }) => row)}::int[],
    ${rows.map(({ lease }) => lease)}::uuid[]) as input (job_id, row_no, lease)
    using (job_id, row_no, lease)
  order by probe_queue.job_id, probe_queue.row_no for update of probe_queue`

export const leases = (sql: SqlClient.SqlClient, retries: ReadonlyArray<Duration.Duration>) => {
  const settle = (rows: Rows) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    delete from probe_queue q using held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const renew = (rows: Rows, until: number) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    update probe_queue q set due_at = to_timestamp(${seconds(until)}::float8)
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const release = (rows: Rows, dueAt: number) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    update probe_queue q set lease = null, leased_by = null,
      due_at = to_timestamp(${seconds(dueAt)}::float8)
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const deferRows = (rows: Rows, now: number, dueAt: number) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    update probe_queue q set lease = null, leased_by = null, attempts = q.attempts + 1,
      first_asked_at = coalesce(q.first_asked_at, to_timestamp(${seconds(now)}::float8)),
      due_at = to_timestamp(${seconds(dueAt)}::float8)
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const defer = Effect.fnUntraced(function* (
    rows: ReadonlyArray<Lease & Pick<LeasedRow, "attempts">>
  ): Effect.fn.Return<Deferral> {
    const now = yield* Clock.currentTimeMillis
    const deferred: Array<Deferral["deferred"][number]> = []
    const exhausted: Array<Lease> = []
    for (const [attempts, group] of Map.groupBy(rows, (row) => row.attempts)) {
      const dueAt = greylistRetry(retries, { attempts, now })
      if (dueAt === undefined) exhausted.push(...group)
      else {
        const held = yield* inBatches(group, (batch) => deferRows(batch, now, dueAt))
        deferred.push(...held.map(({ job, row }) => ({ job, row, dueAt })))
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
    release: Effect.fnUntraced(function* (rows: Rows, dueAt?: number) {
      const at = dueAt ?? (yield* Clock.currentTimeMillis)
      yield* inBatches(rows, (batch) => release(batch, at))
    })
  }
}
