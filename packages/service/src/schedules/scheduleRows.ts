/** Rows of schedules and of their runs, as people see them. */
import { Recommendation } from "@rcpt/domain/recommendation"
import { RunState } from "@rcpt/domain/Schedule"
import { Mode, Status } from "@rcpt/domain/Verdict"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../platform/decodeRows.ts"
import type { Change } from "./adapters/Adapter.ts"
import type { GivenSink, GivenSource } from "./adapters/adapters.ts"

const Run = Schema.Struct({
  id: Schema.String,
  state: RunState,
  planned: Schema.Date,
  began: Schema.NullOr(Schema.Date),
  ended: Schema.NullOr(Schema.Date),
  job: Schema.NullOr(Schema.String),
  contacts: Schema.NullOr(Schema.Int),
  checked: Schema.NullOr(Schema.Int),
  credits: Int8,
  all: Schema.Int,
  new: Schema.Int,
  dead: Schema.Int,
  revived: Schema.Int,
  risky: Schema.Int,
  reason: Schema.NullOr(Schema.String)
})
export type Run = typeof Run.Type

const runColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`run_id as id, state, planned_at as planned, began_at as began, ended_at as ended, job_id as job,
    contacts, checked, credits, changed as "all", appeared as "new", died as dead, revived,
    turned_risky as risky, reason`)

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  source: Schema.Unknown,
  hasSourceSecret: Schema.Boolean,
  sink: Schema.NullOr(Schema.Unknown),
  hasSinkSecret: Schema.Boolean,
  every: Schema.String,
  timeZone: Schema.String,
  mode: Mode,
  maxAge: Schema.String,
  creditsPerRun: Schema.NullOr(Int8),
  creditsPerMonth: Schema.NullOr(Int8),
  pausedAt: Schema.NullOr(Schema.Date),
  pausedReason: Schema.NullOr(Schema.String),
  createdAt: Schema.Date,
  /** Credits of the runs that have ended in this calendar month. */
  creditsThisMonth: Int8,
  nextAt: Schema.NullOr(Schema.Date)
})

/** Settings were checked before they were stored (adapters/adapters.ts). */
export interface ScheduleRow extends Omit<typeof Row.Type, "source" | "sink"> {
  readonly source: GivenSource
  readonly sink: GivenSink | null
}

/** SQL: what the runs of a schedule have cost in this calendar month, in UTC. */
export const spentThisMonth = (sql: SqlClient.SqlClient, schedule: string) =>
  sql.literal(`(select coalesce(sum(credits), 0)::bigint from schedule_run spent
    where spent.schedule_id = ${schedule}
      and spent.ended_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')`)

/** The schedules of an account, the oldest first; with `id`, that one. */
export const findSchedules = (account: string, id: string | null = null) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select s.schedule_id as id, name, source, source_secret is not null as "hasSourceSecret", sink,
        sink_secret is not null as "hasSinkSecret", every, time_zone as "timeZone", mode, max_age as "maxAge",
        credits_per_run as "creditsPerRun", credits_per_month as "creditsPerMonth", paused_at as "pausedAt",
        paused_reason as "pausedReason", created_at as "createdAt",
        ${spentThisMonth(sql, "s.schedule_id")} as "creditsThisMonth",
        (select due_at from schedule_run r where r.schedule_id = s.schedule_id and ended_at is null
          and began_at is null) as "nextAt"
      from schedule s
      where account_id = ${account} and removed_at is null and (${id}::uuid is null or s.schedule_id = ${id}::uuid)
      order by place`
  ).pipe(
    decodeRows(Row),
    Effect.map((rows) => rows as ReadonlyArray<ScheduleRow>),
    Effect.orDie
  )

/** The newest run of each that has begun, by the id of the schedule. */
export const lastRuns = (schedules: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select wanted.id as schedule, r.* from unnest(${schedules}::uuid[]) wanted (id)
      cross join lateral (
        select ${runColumns(sql)} from schedule_run
        where schedule_id = wanted.id and began_at is not null order by run_id desc limit 1) r`
  ).pipe(
    decodeRows(Schema.Struct({ schedule: Schema.String, ...Run.fields })),
    Effect.map(
      (rows) => new Map(rows.map(({ schedule, ...run }): [string, Run] => [schedule, run]))
    ),
    Effect.orDie
  )

export interface Page {
  readonly limit: number
  readonly after: string | undefined
}

/** The newest first, without the one that waits for its time. */
export const findRuns = (schedule: string, { limit, after }: Page) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select ${runColumns(sql)} from schedule_run
      where schedule_id = ${schedule} and began_at is not null
        and (${after ?? null}::uuid is null or run_id < ${after ?? null}::uuid)
      order by run_id desc limit ${limit}`
  ).pipe(decodeRows(Run), Effect.orDie)

/** `undefined`: the schedule has no such run. Without `id`, the one that has not ended. */
export const findRun = (schedule: string, id?: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select ${runColumns(sql)} from schedule_run
      where schedule_id = ${schedule}
        and ${id === undefined ? sql`ended_at is null` : sql`run_id = ${id}`}`
  ).pipe(
    decodeRows(Run),
    Effect.map(([run]) => run),
    Effect.orDie
  )

const Changed = Schema.Struct({
  place: Int8,
  key: Schema.String,
  email: Schema.String,
  status: Status,
  subStatus: Schema.NullOr(Schema.String),
  recommendation: Recommendation,
  before: Schema.NullOr(Status),
  checkedAt: Schema.Date
})
export type Changed = typeof Changed.Type

/** As sinks and the API have it. */
export const changeOf = (change: Changed): Change => ({
  key: change.key,
  email: change.email,
  status: change.status,
  sub_status: change.subStatus,
  recommendation: change.recommendation,
  before: change.before,
  checked_at: change.checkedAt.toISOString()
})

/** Changes behind a place, of a run or of all runs of a schedule, in their order. */
export const changesAfter = (
  of: { readonly run: string } | { readonly schedule: string },
  after: number,
  limit: number
) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select place, key, email, status, sub_status as "subStatus", recommendation, before,
        checked_at as "checkedAt"
      from schedule_change
      where ${"run" in of ? sql`run_id = ${of.run}` : sql`schedule_id = ${of.schedule}`}
        and place > ${after}::bigint
      order by place limit ${limit}`
  ).pipe(decodeRows(Changed), Effect.orDie)
