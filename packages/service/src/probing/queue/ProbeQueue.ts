/**
 * The queue of rows of bulk jobs that need an SMTP probe. It is a table, so it outlives every node.
 * Pulled rows are leased by a node; those of one that dies are released by the others
 * (platform/NodeLease.ts).
 *
 *   put ──▶ due ──pull──▶ leased ──settle──▶ deleted
 *            ▲              │ ├──defer──▶ due later (greylisted; `exhausted` after the last retry)
 *            └──────────────┘ └──move──▶ due in the queue of another group or egress
 *              release, or its node ends
 *
 * All operations are safe on several nodes at once. A node that was frozen past its lease finds its
 * leases replaced: `settle` returns the rows that the caller still held. Inside a transaction of
 * `WriteSql` the queue takes part in it, so a row is deleted together with the charge for it, or not
 * at all.
 */
import { Cache, Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { leasedRows } from "../../platform/leasedRows.ts"
import { endedHolders } from "../../platform/NodeLease.ts"
import type { RefusedRow } from "../ProbeResults.ts"
import { inBatches, leases } from "./leases.ts"
import type { Deferral } from "./leases.ts"
import { makeHeldRows } from "./lostRows.ts"
import { QueuedProbe } from "./ProbeRow.ts"
import type { Lease, LeasedRow, ProbeQueueKey, ProbeRow, RowId } from "./ProbeRow.ts"
import { pullFairly, pullPutOff, pullSuspects } from "./pullRows.ts"
import type { FairPull, PulledRow, SuspectPull } from "./pullRows.ts"
import { glance, takeRound } from "./wakeRound.ts"
import type { Glance } from "./wakeRound.ts"

/** `holder`: the node that takes them (platform/NodeLease.ts). */
export type PullRequest = FairPull

interface PullPutOff extends Omit<PullRequest, keyof ProbeQueueKey>, Pick<RowId, "job"> {}

interface PullSuspects extends Omit<PullRequest, "limit">, Pick<SuspectPull, "rooms"> {}

export interface PageRequest {
  readonly limit: number
  readonly after?: ProbeQueueKey | undefined
}

interface QueueCounts extends ProbeQueueKey {
  /** The number of all rows, and of those that are due now, and leased. */
  readonly rows: number
  readonly due: number
  readonly leased: number
}

/** What a job waits for, because mail servers asked to come back later. */
export interface PutOff {
  readonly addresses: number
  /** Rows of the list with these addresses: more than addresses where some are listed twice. */
  readonly rows: number
  /** When the first of them is asked again. Null: none waits, or those that do are being asked now. */
  readonly nextAt: Date | null
}

/** What a job waits for, because a new address has used up its conversations of today. */
export interface Capped {
  readonly rows: number
  /** When the next day begins. Null: no row waits for it. */
  readonly until: Date | null
}

/** Rows of a job that wait in one queue. */
interface WaitingRows extends ProbeQueueKey {
  readonly rows: number
  /** Rows among them that a server has put off. */
  readonly putOff: number
  /** Milliseconds until the last of those is asked again. Null: none waits for that. */
  readonly putOffFor: number | null
  /** The domains of the next rows that were not put off, with repetitions. */
  readonly domains: ReadonlyArray<string>
}

export class ProbeQueue extends Context.Service<
  ProbeQueue,
  {
    /** Queues all rows or none. A row that is queued already is not changed. */
    readonly put: (rows: ReadonlyArray<ProbeRow>) => Effect.Effect<void>
    /**
     * Leases rows, in the order in which to probe them. It may return fewer rows than the limit while more are due. It
     * returns none when no row is due, or when other callers are taking them at the moment.
     */
    readonly pull: (request: PullRequest) => Effect.Effect<ReadonlyArray<LeasedRow>>
    /** Deletes the rows. Returns those that the caller still held: only their results count. */
    readonly settle: (rows: ReadonlyArray<Lease>) => Effect.Effect<ReadonlyArray<RowId>>
    /** Makes greylisted rows due again at their next retry, if there is one. */
    readonly defer: (
      rows: ReadonlyArray<Lease & Pick<LeasedRow, "attempts">>
    ) => Effect.Effect<Deferral>
    /**
     * Moves rows to the queue of another group or egress, due at once. Their questions tell of another group: a row
     * moves there only once. At another egress, greylisting begins anew.
     */
    readonly move: (rows: ReadonlyArray<Lease>, to: ProbeQueueKey) => Effect.Effect<void>
    /** Keeps refusals about us with their rows, which are due after the wait. */
    readonly hold: (rows: ReadonlyArray<RefusedRow>, wait: Duration.Duration) => Effect.Effect<void>
    /** Gives back rows that were not probed: they are due at once, or after the wait. */
    readonly release: (rows: ReadonlyArray<Lease>, wait?: Duration.Duration) => Effect.Effect<void>
    /** Gives back rows on which the work broke off, and counts a failure: the fault may be theirs. */
    readonly releaseFailed: (
      rows: ReadonlyArray<Lease>,
      wait: Duration.Duration
    ) => Effect.Effect<void>
    /** Leases rows that `pull` leaves out, because the work on them broke off before. */
    readonly pullSuspects: (request: PullSuspects) => Effect.Effect<ReadonlyArray<LeasedRow>>
    /** Leases rows of a job that wait for their next retry, in whatever queue they are. */
    readonly pullPutOff: (request: PullPutOff) => Effect.Effect<ReadonlyArray<LeasedRow>>
    /** The addresses of a job that a mail server has put off. */
    readonly putOff: (job: string) => Effect.Effect<PutOff>
    /** The rows of a job that wait for the next day of a new address. */
    readonly capped: (job: {
      readonly id: string
      readonly accountId: string
    }) => Effect.Effect<Capped>
    /**
     * The rows of a job by queue, most first, of queues with at least so many. They are counted anew after some seconds,
     * because it reads all rows of the job.
     */
    readonly waiting: (job: string) => Effect.Effect<ReadonlyArray<WaitingRows>>
    readonly glance: Effect.Effect<Glance>
    /**
     * Says that the caller does not work any more on rows that it has pulled. What is still leased of them is released
     * soon and surely, also after a time without the database.
     */
    readonly letGo: (rows: Iterable<Lease>) => void
    /** Releases all rows of a node that stops. Returns how many. */
    readonly releaseHolder: (holder: string) => Effect.Effect<number>
    /**
     * Releases rows of nodes that have ended, which counts as a failure of each. Returns how many; after
     * `releasedMax`, there may be more.
     */
    readonly releaseEnded: Effect.Effect<number>
    /** Answers whether this node is the one that wakes the guards now. */
    readonly takeWakeRound: Effect.Effect<boolean>
    /** Lists the keys that have due rows, in order, from the first one after `after`. */
    readonly groupsWithDueRows: (page: PageRequest) => Effect.Effect<ReadonlyArray<ProbeQueueKey>>
    /** Counts rows by key, most rows first. It reads the whole queue: for people, not for loops. */
    readonly counts: (limit: number) => Effect.Effect<ReadonlyArray<QueueCounts>>
  }
>()("@rcpt/service/probing/queue/ProbeQueue") {}

const encode = Schema.encodeSync(QueuedProbe)
const decode = Schema.decodeUnknownSync(QueuedProbe)

const putRows = (sql: SqlClient.SqlClient, rows: ReadonlyArray<ProbeRow>) => sql`
  insert into probe_queue (job_id, row_no, account_id, mx_group, egress, question, memo, due_at)
  select job_id, row_no, account_id, mx_group, egress, question::jsonb, nullif(memo, ''), now()
  from unnest(${rows.map(({ job }) => job)}::uuid[], ${rows.map(({ row }) => row)}::int[],
    ${rows.map(({ account }) => account)}::uuid[], ${rows.map(({ group }) => group)}::text[],
    ${rows.map(({ egress }) => egress)}::text[],
    ${rows.map(({ question }) => JSON.stringify(encode(question)))}::text[],
    ${rows.map(({ memo = "" }) => memo)}::text[])
    as input (job_id, row_no, account_id, mx_group, egress, question, memo)
  on conflict do nothing`

/** Sorts pulled rows by their places, and moves their times to the clock of this node. */
const toLeased = (rows: ReadonlyArray<PulledRow>) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    rows
      .toSorted((one, other) => one.place - other.place)
      .map((row): LeasedRow => ({
        job: row.job,
        row: row.row,
        account: row.account,
        group: row.group,
        egress: row.egress,
        question: decode(row.question),
        ...(row.memo !== null && { memo: row.memo }),
        lease: row.lease,
        attempts: row.attempts,
        failures: row.failures,
        firstAskedAt: row.askedAgo === null ? undefined : now - row.askedAgo
      }))
  )

/** Skips from key to key through the index; the first row of each key has its earliest due time. */
const groupsWithDueRows =
  (sql: SqlClient.SqlClient) =>
  ({ limit, after = { group: "", egress: "" } }: PageRequest) =>
    sql<ProbeQueueKey>`
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
      where due_at <= now() limit ${limit}`.pipe(Effect.orDie)

const counts = (sql: SqlClient.SqlClient) => (limit: number) =>
  sql<QueueCounts>`
      select mx_group as "group", egress, count(*)::int as rows,
        (count(*) filter (where due_at <= now()))::int as due,
        (count(lease) filter (where due_at > now()))::int as leased
      from probe_queue group by mx_group, egress order by rows desc, mx_group, egress
      limit ${limit}`.pipe(Effect.orDie)

const putOff =
  (sql: SqlClient.SqlClient): ProbeQueue["Service"]["putOff"] =>
  (job) =>
    Effect.map(
      Effect.orDie(sql<PutOff>`
        select count(*)::int as addresses, coalesce(sum(1 + coalesce(repeats, 0)), 0)::int as rows,
          min(due_at) filter (where lease is null) as "nextAt"
        from probe_queue q left join job_repeat r on r.job_id = q.job_id and first_row = row_no
        where q.job_id = ${job} and attempts > 0`),
      ([counted]) => counted!
    )

/** Few groups are at their cap; the rows of the job are counted for those alone. */
const capped =
  (sql: SqlClient.SqlClient): ProbeQueue["Service"]["capped"] =>
  ({ id, accountId }) =>
    Effect.map(
      Effect.orDie(sql<Capped>`
        select coalesce(sum(rows), 0)::int as rows,
          to_timestamp(min(until) filter (where rows > 0) / 1000) as until
        from (
          select mx_group, egress, (status -> 'warmUp' ->> 'until')::float8 as until from mx_guard
          where (status -> 'warmUp' ->> 'left')::int = 0
            and (status -> 'warmUp' ->> 'until')::float8 > extract(epoch from now()) * 1000
        ) used_up cross join lateral (
          select count(*) as rows from probe_queue q
          where q.mx_group = used_up.mx_group and q.egress = used_up.egress
            and account_id = ${accountId} and job_id = ${id}
        ) waiting`),
      ([counted]) => counted!
    )

/** Queues of a job that are shown: the one that takes longest is among those with most rows, or nearly so. */
const waitingQueuesMax = 100

/** Rows below which a queue takes a few conversations, which says nothing of the list. */
export const waitingRowsMin = 20

/** Rows of each queue whose domains are looked at: a share of them is right within a tenth. */
const domainsMax = 100

/** A page of a running job asks every few seconds, and the time left is said in minutes. */
const waitingKnownFor = Duration.seconds(10)

/** Jobs whose pages are open at once on a node. */
const waitingKeptMax = 1_000

const waiting = (sql: SqlClient.SqlClient, job: string) =>
  Effect.orDie(sql<WaitingRows>`
    with queue as (
      select account_id, mx_group, egress, count(*)::int as rows,
        (count(*) filter (where attempts > 0))::int as put_off,
        max(due_at) filter (where attempts > 0 and lease is null) as last
      from probe_queue where job_id = ${job} group by account_id, mx_group, egress
      having count(*) >= ${waitingRowsMin}
      order by rows desc limit ${waitingQueuesMax}
    )
    select mx_group as "group", egress, rows, put_off as "putOff",
      (extract(epoch from greatest(last - now(), '0')) * 1000)::float8 as "putOffFor",
      array(
        select question -> 'address' ->> 'domain' from probe_queue q
        where q.mx_group = queue.mx_group and q.egress = queue.egress
          and q.account_id = queue.account_id and job_id = ${job} and attempts = 0
        order by due_at, row_no limit ${domainsMax}
      ) as domains
    from queue order by rows desc, mx_group, egress`)

const waitingRows = (sql: SqlClient.SqlClient) =>
  Cache.make({
    capacity: waitingKeptMax,
    timeToLive: waitingKnownFor,
    lookup: (job: string) => waiting(sql, job)
  })

/** Rows per statement. So many take far less than the 2 s that a statement may take. */
export const releasedMax = 5_000

/** Releases rows, and answers how many there were. */
const release = (sql: SqlClient.SqlClient, failures: number, which: Statement.Fragment) =>
  sql`
    with held as (select job_id, row_no from probe_queue ${which})
    update probe_queue q set ${leasedRows(sql, "probe_queue").free}, due_at = least(q.due_at, now()),
      failures = failures + ${failures}
    from held where q.job_id = held.job_id and q.row_no = held.row_no
    returning 1`.pipe(
    Effect.map((rows) => rows.length),
    Effect.orDie
  )

/** `retries`: how long after the first attempt a greylisted mailbox is probed again. */
export const layer = (
  retries: ReadonlyArray<Duration.Duration>
): Layer.Layer<ProbeQueue, never, WriteSql | SqlClient.SqlClient> =>
  Layer.effect(
    ProbeQueue,
    Effect.gen(function* () {
      const write = yield* WriteSql
      const read = yield* SqlClient.SqlClient
      const ofHolder = leases(write, retries)
      const held = yield* makeHeldRows(write, ofHolder.release)
      const known = yield* waitingRows(read)
      const pulling = <A extends Pick<PullRequest, "holder">>(
        request: A,
        pull: (sql: SqlClient.SqlClient, request: A) => Effect.Effect<ReadonlyArray<PulledRow>>
      ) =>
        Effect.suspend(() => {
          held.begin(request.holder)
          return pull(write, request).pipe(
            Effect.tap((rows) => Effect.sync(() => held.take(rows))),
            Effect.flatMap(toLeased)
          )
        })
      return ProbeQueue.of({
        ...ofHolder,
        put: (rows) =>
          inBatches(rows, (batch) => putRows(write, batch)).pipe(
            write.withTransaction,
            Effect.orDie,
            Effect.asVoid
          ),
        pull: (request) => pulling(request, pullFairly),
        pullSuspects: (request) => pulling(request, pullSuspects),
        pullPutOff: (request) => pulling(request, pullPutOff),
        putOff: putOff(read),
        capped: capped(read),
        letGo: held.letGo,
        waiting: (job) => Cache.get(known, job),
        glance: glance(write),
        takeWakeRound: takeRound(write),
        releaseHolder: (holder) =>
          release(write, 0, write`where leased_by = ${holder} order by job_id, row_no for update`),
        releaseEnded: release(
          write,
          1,
          write`
            where leased_by in (${endedHolders(write)})
            order by job_id, row_no limit ${releasedMax} for update skip locked`
        ),
        groupsWithDueRows: groupsWithDueRows(write),
        counts: counts(read)
      })
    })
  )
