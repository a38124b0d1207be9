/** The endpoints of an account's schedules. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import {
  BadRequest,
  runNotFound,
  scheduleNotFound,
  schedulePaused,
  tooManySchedules
} from "@rcpt/api/Problem"
import type * as Body from "@rcpt/api/Schedule"
import { NoSchedule } from "@rcpt/domain/AccountSchedules"
import { uuid } from "@rcpt/domain/limits"
import { schedulesMax } from "@rcpt/domain/Schedule"
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"

import { safeCell } from "../../jobs/csv/resultColumns.ts"
import { quoted } from "../../jobs/csv/writeCsv.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import {
  changeOf,
  changesAfter,
  findRun,
  findRuns,
  findSchedules,
  lastRuns
} from "../../schedules/scheduleRows.ts"
import type { Run, ScheduleRow } from "../../schedules/scheduleRows.ts"
import { Schedules } from "../../schedules/Schedules.ts"
import type { Changes, Wanted } from "../../schedules/Schedules.ts"
import { permit, permitMode } from "../middleware/permissions.ts"

const isoTime = (date: Date | null) => date && date.toISOString()

const runBody = (run: Run): Body.ScheduleRun => ({
  id: run.id,
  state: run.state,
  due_at: run.planned.toISOString(),
  began_at: isoTime(run.began),
  ended_at: isoTime(run.ended),
  job_id: run.job,
  contacts: run.contacts,
  checked: run.checked,
  credits: run.credits,
  changes: {
    all: run.all,
    new: run.new,
    dead: run.dead,
    revived: run.revived,
    risky: run.risky
  },
  reason: run.reason
})

const scheduleBody = (row: ScheduleRow, last: Run | undefined): Body.Schedule => ({
  id: row.id,
  name: row.name,
  source: { ...row.source, has_secret: row.hasSourceSecret },
  sink: row.sink && { ...row.sink, has_secret: row.hasSinkSecret },
  every: row.every,
  time_zone: row.timeZone,
  mode: row.mode,
  max_age: row.maxAge,
  credits_per_run: row.creditsPerRun,
  credits_per_month: row.creditsPerMonth,
  status: row.pausedAt === null ? "live" : "paused",
  paused_reason: row.pausedReason,
  created_at: row.createdAt.toISOString(),
  credits_this_month: row.creditsThisMonth,
  next_run_at: isoTime(row.nextAt),
  last_run: last ? runBody(last) : null
})

const bodiesOf = (rows: ReadonlyArray<ScheduleRow>) =>
  Effect.map(lastRuns(rows.map(({ id }) => id)), (last) =>
    rows.map((row) => scheduleBody(row, last.get(row.id)))
  )

/** Finds the schedule of the account by the id in the path, which may be any text. */
const find = (id: string) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const rows = uuid.test(id) ? yield* findSchedules(accountId, id) : []
    const [body] = yield* bodiesOf(rows)
    return body ?? (yield* Effect.fail(scheduleNotFound))
  }).pipe(readTimeout(readWaitMax))

const findRunOf = (id: string, run: string) =>
  Effect.gen(function* () {
    yield* find(id)
    const found = uuid.test(run) ? yield* findRun(id, run) : undefined
    return found ?? (yield* Effect.fail(runNotFound))
  })

const changing = <A, E>(
  id: string,
  use: (schedules: Schedules["Service"], account: string) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const schedules = yield* Schedules
    if (!uuid.test(id)) return yield* new NoSchedule()
    return yield* use(schedules, accountId)
  })

const failNoSchedule = () => Effect.fail(scheduleNotFound)
const failRefused = ({ sentence }: { readonly sentence: string }) =>
  Effect.fail(new BadRequest({ error: sentence }))

const apart = <G extends { readonly secret?: string }>({ secret, ...given }: G) => ({
  given,
  secret: secret?.trim()
})

const sinkOf = (sink: Body.ScheduleSinkRequest | null) => sink && apart(sink)

const wantedOf = (body: Body.ScheduleRequest): Wanted => ({
  name: body.name.trim(),
  source: apart(body.source),
  sink: sinkOf(body.sink ?? null),
  every: body.every,
  timeZone: body.time_zone ?? "UTC",
  mode: body.mode ?? "fast",
  maxAge: body.max_age,
  creditsPerRun: body.credits_per_run ?? null,
  creditsPerMonth: body.credits_per_month ?? null
})

const changesOf = (body: Body.ScheduleChange): Changes => ({
  ...(body.name !== undefined && { name: body.name.trim() }),
  ...(body.source && { source: apart(body.source) }),
  ...(body.sink !== undefined && { sink: sinkOf(body.sink) }),
  ...(body.every !== undefined && { every: body.every }),
  ...(body.time_zone !== undefined && { timeZone: body.time_zone }),
  ...(body.mode !== undefined && { mode: body.mode }),
  ...(body.max_age !== undefined && { maxAge: body.max_age }),
  ...(body.credits_per_run !== undefined && { creditsPerRun: body.credits_per_run }),
  ...(body.credits_per_month !== undefined && { creditsPerMonth: body.credits_per_month }),
  ...(body.paused !== undefined && { paused: body.paused })
})

/** A schedule spends credits and reads earlier results: who makes one must be allowed to do so. */
const permitRuns = (mode: Body.Schedule["mode"] | undefined) =>
  Effect.andThen(
    Effect.all([permit("spend"), permit("read")]),
    mode === undefined ? Effect.void : permitMode(mode)
  )

/** The order of the columns is part of the contract: new ones go to the end. */
const columns = [
  "key",
  "email",
  "status",
  "sub_status",
  "recommendation",
  "before",
  "checked_at"
] as const satisfies ReadonlyArray<keyof Body.ContactChange>

const lineOf = (cells: ReadonlyArray<string>): string => `${cells.map(quoted).join(",")}\r\n`

/** Changes that one request takes back: some seconds, while a person waits. */
const takenBackAtOnce = 100

/** Rows of a page of the file: some 100 kB. */
const csvPage = 1_000

const csvOf = (run: string) =>
  Stream.paginate(0, (after) =>
    Effect.map(changesAfter({ run }, after, csvPage), (page) => {
      const lines = page.map((change) => {
        const body = changeOf(change)
        return lineOf(columns.map((name) => safeCell(body[name] ?? "")))
      })
      const last = page.length < csvPage ? undefined : page.at(-1)
      return [[lines.join("")], Option.fromUndefinedOr(last?.place)] as const
    })
  )

const pageOf = <A, B>(rows: ReadonlyArray<A>, limit: number, body: (row: A) => B) => ({
  rows: rows.slice(0, limit).map(body),
  last: rows.length > limit ? rows[limit - 1] : undefined
})

export const schedulesHandlers = HttpApiBuilder.group(Api, "Schedules", (handlers) =>
  handlers
    .handle("list", () =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const schedules = yield* bodiesOf(yield* findSchedules(accountId))
        return { schedules, max: schedulesMax }
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("create", ({ payload }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        yield* permitRuns(payload.mode)
        const id = yield* (yield* Schedules).create(accountId, wantedOf(payload))
        return yield* Effect.orDie(find(id))
      }).pipe(
        Effect.catchTags({
          Refused: failRefused,
          TooManySchedules: () => Effect.fail(tooManySchedules)
        })
      )
    )
    .handle("tryOut", ({ payload }) =>
      Effect.gen(function* () {
        yield* permit("read")
        const { source, sink } = { sink: null, ...payload }
        const wanted = { source: apart(source), sink: sinkOf(sink) }
        const id = payload.schedule_id
        const { accountId } = yield* CurrentAccount
        if (id !== undefined && !uuid.test(id)) return yield* new NoSchedule()
        return yield* (yield* Schedules).tryOut(accountId, wanted, id)
      }).pipe(Effect.catchTags({ Refused: failRefused, NoSchedule: failNoSchedule }))
    )
    .handle("find", ({ params: { id } }) => find(id))
    .handle("change", ({ params: { id }, payload }) =>
      permitRuns(payload.mode).pipe(
        Effect.andThen(
          changing(id, ({ change }, account) => change(account, id, changesOf(payload)))
        ),
        Effect.catchTags({ Refused: failRefused, NoSchedule: failNoSchedule }),
        Effect.andThen(find(id))
      )
    )
    .handle("remove", ({ params: { id } }) =>
      changing(id, ({ remove }, account) => remove(account, id)).pipe(
        Effect.as({ message: "the schedule is removed" }),
        Effect.catchTag("NoSchedule", failNoSchedule)
      )
    )
    .handle("run", ({ params: { id } }) =>
      changing(id, ({ runNow }, account) => runNow(account, id)).pipe(
        Effect.map(runBody),
        Effect.catchTags({ NoSchedule: failNoSchedule, Paused: () => Effect.fail(schedulePaused) })
      )
    )
    .handle("runs", ({ params: { id }, query: { limit, cursor: after } }) =>
      Effect.gen(function* () {
        yield* find(id)
        const found = yield* findRuns(id, { limit: limit + 1, after })
        const { rows, last } = pageOf(found, limit, runBody)
        return { runs: rows, next: last?.id ?? null }
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("changes", ({ params: { id, run }, query: { limit, cursor: after = "0" } }) =>
      Effect.gen(function* () {
        yield* findRunOf(id, run)
        const found = yield* changesAfter({ run }, Number(after), limit + 1)
        const { rows, last } = pageOf(found, limit, changeOf)
        return { changes: rows, next: last === undefined ? null : String(last.place) }
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("takeBack", ({ params: { id, run }, query: { cursor: after = "0" } }) =>
      Effect.gen(function* () {
        yield* findRunOf(id, run)
        const found = yield* changesAfter({ run }, Number(after), takenBackAtOnce + 1)
        const { rows, last } = pageOf(found, takenBackAtOnce, changeOf)
        yield* changing(id, ({ takeBack }, account) => takeBack(account, id, rows))
        return { changes: rows.length, next: last === undefined ? null : String(last.place) }
      }).pipe(Effect.catchTags({ Refused: failRefused, NoSchedule: failNoSchedule }))
    )
    .handleRaw("changesCsv", ({ params: { id, run } }) =>
      Effect.gen(function* () {
        yield* findRunOf(id, run)
        const sql = yield* SqlClient.SqlClient
        const bytes = Stream.make(lineOf(columns)).pipe(
          Stream.concat(csvOf(run)),
          Stream.encodeText,
          Stream.provideService(SqlClient.SqlClient, sql)
        )
        return HttpServerResponse.stream(bytes, {
          contentType: "text/csv; charset=utf-8",
          headers: {
            "cache-control": "private, no-store",
            "content-disposition": 'attachment; filename="changes.csv"'
          }
        })
      })
    )
)
