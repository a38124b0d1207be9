/**
 * The statement that takes the next rows of a line, each account's share first.
 *
 * It hops from one (account, job) of the line to the next, a probe of the index each, and reads of
 * each job no more than its share: what one customer has waiting costs the others nothing. Who comes
 * first among equals is drawn by lot, for a caller that takes one row at a time would otherwise serve
 * one account until it has no more. Where some have too little to fill their share, fewer rows than
 * the limit come; the next call has the rest.
 */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import type { LeasedRow, Line } from "./ProbeRow.ts"

export interface Pull extends Line {
  readonly limit: number
  readonly node: string
  readonly lease: string
  /** Seconds of the epoch. */
  readonly now: number
  readonly leasedUntil: number
}

export interface PulledRow extends Omit<
  LeasedRow,
  "group" | "egress" | "question" | "memo" | "firstAskedAt"
> {
  readonly firstAskedAt: Date | null
  readonly question: unknown
  readonly memo: string | null
  /** Its place in the order of fairness. */
  readonly place: number
}

export const pullFairly = (
  sql: SqlClient.SqlClient,
  { group, egress, limit, node, lease, now, leasedUntil }: Pull
): Effect.Effect<ReadonlyArray<PulledRow>, SqlError.SqlError> => sql<PulledRow>`
  with recursive waiting as (
    (select account_id, job_id, due_at from probe_queue
      where mx_group = ${group} and egress = ${egress}
      order by account_id, job_id, due_at limit 1)
    union all
    select next.account_id, next.job_id, next.due_at from waiting cross join lateral (
      select account_id, job_id, due_at from probe_queue
      where mx_group = ${group} and egress = ${egress}
        and (account_id, job_id) > (waiting.account_id, waiting.job_id)
      order by account_id, job_id, due_at limit 1) next
  ), drawn as (
    select account_id, job_id,
      row_number() over (partition by account_id order by random()) as turn from waiting
    where due_at <= to_timestamp(${now}::float8)
    order by turn, random() limit ${limit}
  ), due as (
    select account_id, job_id, count(*) over (partition by account_id) as jobs from drawn
  ), share as (
    select ceil(${limit}::int / greatest(count(distinct account_id), 1)::float8) as rows from due
  ), candidate as (
    select due.account_id, next.job_id, next.row_no,
      row_number() over (partition by due.account_id, next.job_id
        order by next.due_at, next.row_no) as turn_in_job
    from due cross join share cross join lateral (
      select job_id, row_no, due_at from probe_queue
      where mx_group = ${group} and egress = ${egress} and account_id = due.account_id
        and job_id = due.job_id and due_at <= to_timestamp(${now}::float8)
      order by due_at, row_no limit ceil(share.rows / due.jobs)
      for update skip locked) next
  ), turn as (
    select job_id, row_no,
      row_number() over (partition by account_id order by turn_in_job, random()) as turn
    from candidate
  ), picked as (
    select job_id, row_no, row_number() over (order by turn, random()) as place from turn
    order by place limit ${limit}
  )
  update probe_queue set lease = ${lease}, leased_by = ${node},
    due_at = to_timestamp(${leasedUntil}::float8)
  from picked
  where probe_queue.job_id = picked.job_id and probe_queue.row_no = picked.row_no
  returning probe_queue.job_id as job, probe_queue.row_no as row, account_id as account,
    lease, attempts::int, first_asked_at as "firstAskedAt", question, memo, place::int`
