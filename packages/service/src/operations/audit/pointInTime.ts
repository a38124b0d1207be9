/**
 * Computes what an account had at an earlier moment, from the events and transfers that were in the log by
 * then, and from nothing that was made of them later. No index leads to them: it reads the transfers and
 * events of all accounts.
 */
import * as Job from "@rcpt/domain/Job"
import { uuid } from "@rcpt/domain/limits"
import { ledgerAccounts } from "@rcpt/domain/postings"
import { inSnapshot } from "@rcpt/store/audit"
import { eventColumns, toEvent } from "@rcpt/store/readCommits"
import type { EventRow } from "@rcpt/store/readCommits"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { jobCodec } from "../../jobs/decideOnJob.ts"
import { hasIdentity } from "../../platform/identityOf.ts"

/** A moment after `seq` commits of the log, or at the end of a millisecond. Without either it is now. */
export interface Moment {
  readonly seq?: number
  readonly instant?: Date
}

interface HoldThen {
  readonly holdId: string
  /** Credits that were neither charged nor refunded yet. */
  readonly open: number
}

interface JobThen {
  readonly job: string
  readonly holdId: string
  readonly status: Job.JobStatus
  readonly rows: number
  /** Rows with a result. */
  readonly settled: number
  readonly charged: number
}

export interface AccountThen {
  readonly account: string
  /** The last commit of the log that is counted, and when it was written. */
  readonly seq: number
  readonly at: Date | null
  readonly available: number
  readonly holds: ReadonlyArray<HoldThen>
  /** Those that were not finished. */
  readonly jobs: ReadonlyArray<JobThen>
}

export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {}) {}

/** The log had not so many commits, or there was none yet. */
export class NotInLog extends Schema.TaggedError<NotInLog>()("NotInLog", { head: Schema.Int }) {}

type Asked<A, E = never> = Effect.Effect<A, E | SqlError.SqlError, SqlClient.SqlClient>

const accountOf = (idOrEmail: string): Asked<string, UnknownAccount> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly id: string }>`
      select account_id as id from account where ${
        uuid.test(idOrEmail)
          ? sql`account_id = ${idOrEmail.toLowerCase()}`
          : sql`account_id in (select account_id from person where ${hasIdentity(sql, idOrEmail)})`
      }`
    return row === undefined ? yield* new UnknownAccount() : row.id
  })

/** Commits that were written later may have an earlier place in the log: then they count, too. */
const lastSeq = ({ seq, instant }: Moment): Asked<{ seq: number; at: Date | null }, NotInLog> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [head] = yield* sql<{ readonly seq: bigint }>`select seq from es.head`
    if (seq !== undefined && seq > Number(head!.seq))
      return yield* new NotInLog({ head: Number(head!.seq) })
    const [row] = yield* sql<{ readonly seq: bigint; readonly at: Date }>`
      select s.seq, c.at from es.sealed s join es.commit c using (commit_id)
      where ${
        instant === undefined
          ? sql`s.seq = ${seq ?? Number(head!.seq)}`
          : sql`c.at < ${instant}::timestamptz + interval '1 millisecond'`
      } order by s.seq desc limit 1`
    return row === undefined ? { seq: 0, at: null } : { seq: Number(row.seq), at: row.at }
  })

/** SQL: whether the commit of a row `x` is in the log by then. */
const isInLog = (sql: SqlClient.SqlClient, seq: number) => sql`
  exists (select from es.sealed s where s.commit_id = x.commit_id and s.seq <= ${seq})`

interface MovedRow {
  readonly holdId: string | null
  readonly available: bigint
  readonly open: bigint
}

const moved = (account: string, seq: number): Asked<ReadonlyArray<MovedRow>> =>
  SqlClient.SqlClient.use((sql) => {
    const own = `${ledgerAccounts.available}${account}`
    const hold = sql`${ledgerAccounts.hold}::text || x.hold_id`
    return sql<MovedRow>`
      select x.hold_id as "holdId",
        sum(case ${own} when x.credit then amount when x.debit then -amount else 0 end)::bigint
          as available,
        coalesce(sum(case ${hold} when x.credit then amount when x.debit then -amount else 0 end), 0)
          ::bigint as open
      from es.transfer x
      where (x.credit = ${own} or x.debit = ${own}
          or x.hold_id in (select hold_id from es.hold where account_id = ${account}))
        and ${isInLog(sql, seq)}
      group by x.hold_id order by x.hold_id`
  })

const jobsThen = (account: string, seq: number): Asked<ReadonlyArray<JobThen>> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<EventRow>`
      select ${eventColumns(sql)} from es.event e join es.commit c using (commit_id)
      where e.stream_id in (select x.stream_id from es.event x
          where x.type = 'JobSubmitted' and x.version = 1 and x.data ->> 'accountId' = ${account}
            and ${isInLog(sql, seq)})
        and exists (select from es.sealed s where s.commit_id = e.commit_id and s.seq <= ${seq})
      order by e.stream_id, e.version`
    return [...Map.groupBy(rows.map(toEvent), ({ stream }) => stream)].flatMap(
      ([stream, events]): ReadonlyArray<JobThen> => {
        const job = events.map(jobCodec.decode).reduce(Job.evolve, Job.empty)
        const { status, holdId, rows, settled, charged } = job
        return status === undefined || Job.isFinished(job)
          ? []
          : [{ job: jobCodec.idOf(stream)!, holdId, status, rows, settled, charged }]
      }
    )
  })

/** Computes what an account had at a moment. `account`: its id, or the address that it signs in with. */
export const accountAt = (
  account: string,
  moment: Moment
): Asked<AccountThen, UnknownAccount | NotInLog> =>
  Effect.gen(function* () {
    const id = yield* accountOf(account)
    const { seq, at } = yield* lastSeq(moment)
    const rows = yield* moved(id, seq)
    const holds = rows.flatMap(({ holdId, open }) =>
      holdId === null || open <= 0n ? [] : [{ holdId, open: Number(open) }]
    )
    const available = rows.reduce((sum, row) => sum + Number(row.available), 0)
    return { account: id, seq, at, available, holds, jobs: yield* jobsThen(id, seq) }
  }).pipe(inSnapshot)
