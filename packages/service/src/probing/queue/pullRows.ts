/**
 * The statements that pull due rows of a queue key: `pullFairly`, and `pullSuspects` (suspicion.ts). `pullPutOff`
 * pulls those of a job that is not to wait for them.
 */
import { Effect } from "effect"
import type { Duration } from "effect"
import type { SqlClient } from "effect/sql"

import { leasedRows } from "../../platform/leasedRows.ts"
import type { LeasedRow, ProbeQueueKey } from "./ProbeRow.ts"
import { aloneAfter } from "./suspicion.ts"

export interface FairPull extends ProbeQueueKey {
  readonly limit: number
  readonly holder: string
  /** How long the lease lasts, unless their holder ends before. */
  readonly lease: Duration.Duration
}

export interface PulledRow extends Omit<LeasedRow, "question" | "memo" | "firstAskedAt"> {
  /** Milliseconds since a server greylisted it for the first time. */
  readonly askedAgo: number | null
  readonly question: unknown
  readonly memo: string | null
  /** Its position in the fair order. */
  readonly place: number
}

const pulledColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`probe_queue.job_id as job, probe_queue.row_no as row, account_id as account,
    mx_group as "group", egress, lease, attempts::int, failures::int, question, memo, place::int,
    (extract(epoch from now() - first_asked_at) * 1000)::float8 as "askedAgo"`)

/**
 * Pulls the next rows of a queue key, with an equal share for each account.
 *
 * The statement skips from one (account, job) to the next, one index lookup each, and reads no more of each
 * job than its share: the rows that one account has waiting cost the others nothing. Ties are broken at
 * random, because a caller that pulls one row at a time would otherwise serve one account until its
 * rows are gone. If some accounts have fewer rows than their share, fewer rows than the limit are
 * returned; the next pull returns the rest. Rows whose work broke off before are left to `pullSuspects`.
 */
export const pullFairly = (
  sql: SqlClient.SqlClient,
  { group, egress, limit, holder, lease }: FairPull
): Effect.Effect<ReadonlyArray<PulledRow>> =>
  Effect.orDie(sql<PulledRow>`
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
      where due_at <= now()
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
          and job_id = due.job_id and due_at <= now() and failures = 0
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
    update probe_queue set ${leasedRows(sql, "probe_queue").taken(holder, lease)}
    from picked
    where probe_queue.job_id = picked.job_id and probe_queue.row_no = picked.row_no
    returning ${pulledColumns(sql)}`)

export interface SuspectPull extends Omit<FairPull, "limit"> {
  /** The index is the number of failures, up to `aloneAfter`. Rows without failures are not pulled. */
  readonly rooms: ReadonlyArray<number>
}

const kinds = Array.from({ length: aloneAfter }, (_, index) => aloneAfter - index)

const ofKind = (sql: SqlClient.SqlClient, { group, egress, rooms }: SuspectPull, kind: number) =>
  sql`
    select * from (
      select job_id, row_no from probe_queue
      where mx_group = ${group} and egress = ${egress} and due_at <= now() and failures > 0
        and failures ${sql.literal(kind === aloneAfter ? ">=" : "=")} ${kind}
      order by failures, due_at, row_no limit ${rooms[kind] ?? 0} for update skip locked) kind`

/**
 * Pulls rows of a queue key whose work broke off before, the most suspicious first, at most as many
 * of each kind as there is room. There are few or none of them, so no account is favoured.
 */
export const pullSuspects = (
  sql: SqlClient.SqlClient,
  pull: SuspectPull
): Effect.Effect<ReadonlyArray<PulledRow>> =>
  Effect.orDie(sql<PulledRow>`
    with picked as (
      select job_id, row_no, row_number() over () as place from (
        ${sql.join(" union all ", false)(kinds.map((kind) => ofKind(sql, pull, kind)))}) suspect
    )
    update probe_queue set ${leasedRows(sql, "probe_queue").taken(pull.holder, pull.lease)}
    from picked
    where probe_queue.job_id = picked.job_id and probe_queue.row_no = picked.row_no
    returning ${pulledColumns(sql)}`)

interface PutOffPull extends Omit<FairPull, keyof ProbeQueueKey> {
  readonly job: string
}

/** Pulls the rows of a job that a mail server has put off, and that nobody asks about at present. */
export const pullPutOff = (
  sql: SqlClient.SqlClient,
  { job, limit, holder, lease }: PutOffPull
): Effect.Effect<ReadonlyArray<PulledRow>> =>
  Effect.orDie(sql<PulledRow>`
    with picked as (
      select job_id, row_no, row_no as place from probe_queue
      where job_id = ${job} and attempts > 0 and (lease is null or due_at <= now())
      order by job_id, row_no limit ${limit} for update skip locked
    )
    update probe_queue set ${leasedRows(sql, "probe_queue").taken(holder, lease)}
    from picked
    where probe_queue.job_id = picked.job_id and probe_queue.row_no = picked.row_no
    returning ${pulledColumns(sql)}`)
