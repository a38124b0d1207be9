/** Runs that are due, each claimed by one node. What a step changes is stored only while its claim holds. */
import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { leasedRows, leases } from "../platform/leasedRows.ts"
import type { GivenSink, GivenSource } from "./adapters/adapters.ts"
import type { Wanted } from "./Schedules.ts"

/**
 * A step takes so long at most: a million contacts from a slow server. It has a minute more to store what came of it. A node
 * that ends gives its runs back at once.
 */
export const stepMax = Duration.subtract(leases.schedule_run.lasts, Duration.minutes(1))

export interface Claimed extends Omit<Wanted, "source" | "sink"> {
  readonly id: string
  readonly lease: string
  readonly state: "waiting" | "checking" | "writing"
  readonly schedule: string
  readonly account: string
  readonly addressKey: Uint8Array
  readonly source: GivenSource
  readonly sourceSecret: Uint8Array | null
  readonly sink: GivenSink | null
  readonly sinkSecret: Uint8Array | null
  readonly version: string | null
  readonly written: number
  readonly createdAt: Date
  readonly job: string | null
  readonly attempts: number
}

/** Another node has the run by now, or it was removed. */
export class RunLost extends Schema.TaggedError<RunLost>()("RunLost", {}) {}

/** SQL: a run that waits for its job is due when that has ended, or was removed. */
const isDue = (sql: SqlClient.SqlClient) => sql`
  r.ended_at is null and r.due_at <= now() and (r.state <> 'checking' or not exists (
    select from job j where j.job_id = r.job_id and j.completed_at is null))`

/** Whether it is worth while to claim or release: a leased run may be that of a node that has died. */
export const isAnyToWork = (sql: SqlClient.SqlClient) =>
  sql<{ readonly isAny: boolean }>`
    select exists (select from schedule_run where lease is not null)
      or exists (select from schedule_run r where ${isDue(sql)}) as "isAny"`.pipe(
    Effect.map(([row]) => row!.isAny)
  )

/** Those that have waited longest. Accounts that are suspended wait. */
export const claimRuns = (sql: SqlClient.SqlClient, holder: string, limit: number) =>
  sql<Claimed>`
    with due as (
      select run_id from schedule_run r
      where ${isDue(sql)} and exists (
        select from schedule s join account a using (account_id)
        where s.schedule_id = r.schedule_id and s.removed_at is null and a.closed_at is null
          and a.suspended_at is null)
      order by r.due_at limit ${limit} for no key update skip locked
    )
    update schedule_run r set ${leasedRows(sql, "schedule_run").taken(holder)},
      began_at = coalesce(began_at, now())
    from due, schedule s, account a
    where r.run_id = due.run_id and s.schedule_id = r.schedule_id and a.account_id = s.account_id
    returning r.run_id as id, r.lease, r.state, s.schedule_id as schedule, s.account_id as account,
      a.address_key as "addressKey", s.name, s.source, s.source_secret as "sourceSecret", s.sink,
      s.sink_secret as "sinkSecret", s.every, s.time_zone as "timeZone", s.mode, s.max_age as "maxAge",
      s.credits_per_run::float8 as "creditsPerRun", s.credits_per_month::float8 as "creditsPerMonth", s.version,
      s.written::float8 as written, s.created_at as "createdAt", r.job_id as job, r.attempts`

/** Locks the run for the rest of the transaction, so that only the node that has it changes what it leads to. */
export const holdRun = (claimed: Pick<Claimed, "id" | "lease">) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { ofLease } = leasedRows(sql, "schedule_run")
    const held = yield* sql`select from schedule_run where ${ofLease(claimed)} for update`
    if (held.length === 0) return yield* new RunLost()
  })
