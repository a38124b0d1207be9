/**
 * The operations of a lease holder on its rows. Each statement matches rows together with their lease,
 * so it skips rows that another node holds by now, and returns those that it changed.
 */
import { Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { fromNow } from "../../platform/databaseClock.ts"
import { leasedRows } from "../../platform/leasedRows.ts"
import type { RefusedRow } from "../ProbeResults.ts"
import type { Lease, LeasedRow, ProbeQueueKey, RowId } from "./ProbeRow.ts"

/** The outcome for greylisted rows. A row in neither list was no longer held by the caller. */
export interface Deferral {
  readonly deferred: ReadonlyArray<RowId & { readonly wait: Duration.Duration }>
  /** These have no retry left. They are still leased, to be settled as greylisted. */
  readonly exhausted: ReadonlyArray<Lease>
}

type Rows = ReadonlyArray<Lease>

/** Rows per statement. So many take far less than the 2 s that a statement may take. */
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

/** Locks rows in one order in all statements, so that they cannot deadlock. */
const lockHeld = (sql: SqlClient.SqlClient, rows: Rows) => sql`
  select probe_queue.job_id, probe_queue.row_no from probe_queue
  join unnest(${rows.map(({ job }) => job)}::uuid[], ${rows.map(({ row }) => row)}::int[],
    ${rows.map(({ lease }) => lease)}::uuid[]) as input (job_id, row_no, lease)
    using (job_id, row_no, lease)
  order by probe_queue.job_id, probe_queue.row_no for update of probe_queue`

const settle = (sql: SqlClient.SqlClient, rows: Rows) => sql<RowId>`
  with held as (${lockHeld(sql, rows)})
  delete from probe_queue q using held where q.job_id = held.job_id and q.row_no = held.row_no
  returning held.job_id as job, held.row_no as row`

/**
 * How long a greylisted mailbox waits for its next probe. The configured times count from the first
 * attempt. The waits between two attempts are kept even when the queue was slow, because a server that
 * sees a retry too soon starts its own wait anew.
 *
 * `retries` ascend and count from the first attempt; `attempts`: how often it was deferred before.
 * `undefined`: there is no further retry.
 */
const greylistWait = (
  retries: ReadonlyArray<Duration.Duration>,
  attempts: number
): Duration.Duration | undefined => {
  const next = retries[attempts]
  return next && Duration.subtract(next, retries[attempts - 1] ?? Duration.zero)
}

export const leases = (sql: SqlClient.SqlClient, retries: ReadonlyArray<Duration.Duration>) => {
  const { free } = leasedRows(sql, "probe_queue")

  const release = (rows: Rows, wait: Duration.Duration, failures: number) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    update probe_queue q set ${free}, failures = failures + ${failures},
      due_at = ${fromNow(sql, wait)}
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const move = (rows: Rows, { group, egress }: ProbeQueueKey) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    update probe_queue q set ${free}, due_at = now(), mx_group = ${group},
      attempts = case when egress = ${egress} then attempts else 0 end,
      first_asked_at = case when egress = ${egress} then first_asked_at end,
      egress = ${egress}, question = case when mx_group = ${group} then q.question
        else q.question || '{"isMoved": true}'::jsonb end
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const hold = (rows: ReadonlyArray<RefusedRow>, wait: Duration.Duration) => {
    const refusals = rows.map(({ row: { job, row }, refusal }) => ({ job, row, refusal }))
    return sql<RowId>`
      with held as (${lockHeld(
        sql,
        rows.map(({ row }) => row)
      )})
      update probe_queue q set ${free}, failures = 0,
        due_at = ${fromNow(sql, wait)},
        question = q.question || jsonb_build_object('refusal', input.refusal)
      from held join jsonb_to_recordset(${JSON.stringify(refusals)}::text::jsonb)
        as input (job uuid, "row" int, refusal jsonb) on job_id = job and row_no = "row"
      where q.job_id = held.job_id and q.row_no = held.row_no
      returning held.job_id as job, held.row_no as row`
  }

  const deferRows = (rows: Rows, wait: Duration.Duration) => sql<RowId>`
    with held as (${lockHeld(sql, rows)})
    update probe_queue q set ${free}, attempts = q.attempts + 1, failures = 0,
      first_asked_at = coalesce(q.first_asked_at, now()), due_at = ${fromNow(sql, wait)}
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning held.job_id as job, held.row_no as row`

  const defer = Effect.fnUntraced(function* (
    rows: ReadonlyArray<Lease & Pick<LeasedRow, "attempts">>
  ): Effect.fn.Return<Deferral> {
    const deferred: Array<Deferral["deferred"][number]> = []
    const exhausted: Array<Lease> = []
    for (const [attempts, group] of Map.groupBy(rows, (row) => row.attempts)) {
      const wait = greylistWait(retries, attempts)
      if (wait === undefined) exhausted.push(...group)
      else {
        const held = yield* inBatches(group, (batch) => deferRows(batch, wait))
        deferred.push(...held.map(({ job, row }) => ({ job, row, wait })))
      }
    }
    return { deferred, exhausted }
  })

  return {
    defer,
    settle: (rows: Rows) => inBatches(rows, (batch) => settle(sql, batch)),
    hold: (rows: ReadonlyArray<RefusedRow>, wait: Duration.Duration) =>
      Effect.asVoid(inBatches(rows, (batch) => hold(batch, wait))),
    move: (rows: Rows, to: ProbeQueueKey) =>
      Effect.asVoid(inBatches(rows, (batch) => move(batch, to))),
    release: (rows: Rows, wait = Duration.zero) =>
      Effect.asVoid(inBatches(rows, (batch) => release(batch, wait, 0))),
    releaseFailed: (rows: Rows, wait: Duration.Duration) =>
      Effect.asVoid(inBatches(rows, (batch) => release(batch, wait, 1)))
  }
}
