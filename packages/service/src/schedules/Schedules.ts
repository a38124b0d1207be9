/** The schedules of an account, as its people make, change and look at them. The runs are of runSchedules.ts. */
import { randomUUIDv7 } from "node:crypto"

import * as AccountSchedules from "@rcpt/domain/AccountSchedules"
import { NoSchedule } from "@rcpt/domain/AccountSchedules"
import type { TooManySchedules } from "@rcpt/domain/AccountSchedules"
import { nextTime } from "@rcpt/domain/scheduleTimes"
import type { Mode } from "@rcpt/domain/Verdict"
import type { EventStore } from "@rcpt/store/EventStore"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import type { Uploads } from "../jobs/Uploads.ts"
import type { Config } from "../platform/Config.ts"
import type { WriteSql } from "../platform/Database.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import type { BadSettings, Change } from "./adapters/Adapter.ts"
import { makeAdapters } from "./adapters/adapters.ts"
import type { Adapters, GivenSink, GivenSource, With } from "./adapters/adapters.ts"
import { findRun, findSchedules } from "./scheduleRows.ts"
import type { Run, ScheduleRow } from "./scheduleRows.ts"
import { tryOut } from "./tryOut.ts"
import type { Tried } from "./tryOut.ts"

export interface Wanted {
  readonly name: string
  readonly source: With<GivenSource>
  readonly sink: With<GivenSink> | null
  readonly every: string
  readonly timeZone: string
  readonly mode: Mode
  readonly maxAge: string
  readonly creditsPerRun: number | null
  readonly creditsPerMonth: number | null
}

/** What is absent stays. */
export type Changes = Partial<Wanted> & { readonly paused?: boolean | undefined }

/** A schedule that is paused has no run that could begin. */
export class Paused extends Schema.TaggedError<Paused>()("Paused", {}) {}

/** Settings that are refused. The sentence names the field. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  sentence: Schema.String
}) {}

export class Schedules extends Context.Service<
  Schedules,
  {
    readonly create: (
      account: string,
      wanted: Wanted
    ) => Effect.Effect<string, TooManySchedules | Refused>
    readonly change: (
      account: string,
      id: string,
      changes: Changes
    ) => Effect.Effect<void, NoSchedule | Refused>
    readonly remove: (account: string, id: string) => Effect.Effect<void, NoSchedule>
    /** Lets the run begin that waits. Returns the run that has not ended. */
    readonly runNow: (account: string, id: string) => Effect.Effect<Run, NoSchedule | Paused>
    /** Writes nothing. `id`: of the schedule whose secrets are used where there are none. */
    readonly tryOut: (
      account: string,
      wanted: Pick<Wanted, "source" | "sink">,
      id: string | undefined
    ) => Effect.Effect<Tried, NoSchedule | Refused>
    /** Gives the sink what it had before some changes of a run. */
    readonly takeBack: (
      account: string,
      id: string,
      changes: ReadonlyArray<Change>
    ) => Effect.Effect<void, NoSchedule | Refused>
  }
>()("@rcpt/service/schedules/Schedules") {}

interface SecretRow {
  readonly source: GivenSource
  readonly sink: GivenSink | null
  readonly sourceSecret: Uint8Array | null
  readonly sinkSecret: Uint8Array | null
}

const secretsOf = (account: string, id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<SecretRow>`
      select source, sink, source_secret as "sourceSecret", sink_secret as "sinkSecret" from schedule
      where account_id = ${account} and schedule_id = ${id} and removed_at is null`
  ).pipe(Effect.orDie)

/**
 * Where a source or sink is. A secret stays for the same place alone: whoever may change settings could otherwise send
 * it to a server of their own.
 */
const placeOf = (given: GivenSource | GivenSink): string => {
  const { kind, url } = given as { readonly kind: string; readonly url?: string }
  return `${kind} ${url === undefined ? "" : (URL.parse(url)?.origin ?? url)}`
}

/**
 * Plans the next run, unless there is one. In a transaction, by the clock of the database: however late a run was, the
 * times between are left out, and no time comes twice.
 */
export const planNext = Effect.fnUntraced(function* (
  id: string,
  times: { readonly every: string; readonly timeZone: string; readonly createdAt: Date },
  isAtOnce = false
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly now: Date }>`
    select greatest(now(), (select max(planned_at) from schedule_run where schedule_id = ${id})) as now`
  const now = row!.now.getTime()
  const at = new Date(isAtOnce ? now : nextTime(times, now, times.createdAt.getTime()))
  yield* sql`
    insert into schedule_run (run_id, schedule_id, planned_at, due_at)
    values (${randomUUIDv7()}, ${id}, ${at}, ${at}) on conflict do nothing`
})

/** A run that has begun ends as it is; one that waits is planned anew. */
const dropPlanned = (id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from schedule_run
      where schedule_id = ${id} and ended_at is null and began_at is null`
  )

/** Ends all schedules of an account that is closed, in its transaction. Their rows follow (sweepSchedules.ts). */
export const endSchedules = (account: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      yield* sql`
        update schedule set removed_at = now(), name = '', source_secret = null, sink_secret = null,
          source = jsonb_build_object('kind', source ->> 'kind'), sink = null
        where account_id = ${account} and removed_at is null`
      yield* sql`
        delete from schedule_run where ended_at is null
          and schedule_id in (select schedule_id from schedule where account_id = ${account})`
    })
  )

const isAtOnce = (every: string): boolean => !every.includes(" ")

interface Sealed {
  readonly sourceSecret: Uint8Array | null
  readonly sinkSecret: Uint8Array | null
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

// The steps of transactions: what was committed by an attempt before changes nothing.

const insert = Effect.fnUntraced(function* (
  account: string,
  id: string,
  wanted: Wanted,
  { sourceSecret, sinkSecret }: Sealed
) {
  const sql = yield* SqlClient.SqlClient
  const [made] = yield* sql`select from schedule where schedule_id = ${id}`
  if (made !== undefined) return
  yield* Effect.catchTag(
    record(account, AccountSchedules.createSchedule(id)),
    "AccountNotOpen",
    Effect.die
  )
  const { source, sink, every, timeZone } = wanted
  const [row] = yield* sql<{ readonly createdAt: Date }>`
    insert into schedule (schedule_id, account_id, name, source, source_secret, sink, sink_secret, every,
      time_zone, mode, max_age, credits_per_run, credits_per_month)
    values (${id}, ${account}, ${wanted.name}, ${json(source.given)}::text::jsonb, ${sourceSecret},
      ${json(sink && sink.given)}::text::jsonb, ${sinkSecret}, ${every}, ${timeZone}, ${wanted.mode},
      ${wanted.maxAge}, ${wanted.creditsPerRun}, ${wanted.creditsPerMonth})
    returning created_at as "createdAt"`
  yield* planNext(id, { every, timeZone, createdAt: row!.createdAt }, isAtOnce(every))
})

/** Of the contacts nothing is known for certain once they come from elsewhere; the sink gets what changes from now on. */
const update = Effect.fnUntraced(function* (
  account: string,
  before: ScheduleRow,
  changes: Changes,
  { sourceSecret, sinkSecret }: Sealed
) {
  const sql = yield* SqlClient.SqlClient
  const { id, createdAt } = before
  yield* record(account, AccountSchedules.changeSchedule(id))
  const { source, sink, paused = before.pausedAt !== null, ...plain } = changes
  const after = { ...before, ...plain }
  yield* sql`
    update schedule set name = ${after.name}, every = ${after.every}, time_zone = ${after.timeZone},
      mode = ${after.mode}, max_age = ${after.maxAge}, credits_per_run = ${after.creditsPerRun},
      credits_per_month = ${after.creditsPerMonth},
      paused_at = case when ${paused} then coalesce(paused_at, now()) end,
      paused_reason = case when ${paused} then paused_reason end,
      failures = case when ${paused} then failures else 0 end
    where schedule_id = ${id}`
  if (source !== undefined)
    yield* sql`
      update schedule set source = ${json(source.given)}::text::jsonb, source_secret = ${sourceSecret},
        version = null
      where schedule_id = ${id}`
  if (sink !== undefined)
    yield* sql`
      update schedule set sink = ${json(sink && sink.given)}::text::jsonb, sink_secret = ${sinkSecret},
        written = coalesce((select max(place) from schedule_change where schedule_id = ${id}), written)
      where schedule_id = ${id}`
  const isOther = after.every !== before.every || after.timeZone !== before.timeZone
  if (paused || isOther) yield* dropPlanned(id)
  if (!paused) yield* planNext(id, { ...after, createdAt })
})

const removeRows = Effect.fnUntraced(function* (account: string, id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* record(account, AccountSchedules.removeSchedule(id))
  yield* sql`
    update schedule set removed_at = now(), source_secret = null, sink_secret = null
    where account_id = ${account} and schedule_id = ${id}`
  yield* sql`delete from schedule_run where schedule_id = ${id} and ended_at is null`
})

const refuse =
  (field: "source" | "sink") =>
  ({ sentence }: BadSettings) =>
    new Refused({ sentence: `${field}.${sentence}` })

const check = Effect.fnUntraced(function* ({ sources, sinks }: Adapters, { source, sink }: Places) {
  if (source !== undefined)
    yield* Effect.mapError(sources.check(source.given, source.secret), refuse("source"))
  if (sink) yield* Effect.mapError(sinks.check(sink.given, sink.secret), refuse("sink"))
})

type Places = Pick<Changes, "source" | "sink">

const sealed = (box: SecretBox, account: string, { source, sink }: Places): Sealed => ({
  sourceSecret: source?.secret === undefined ? null : box.seal(account, source.secret),
  sinkSecret: sink?.secret === undefined ? null : box.seal(account, sink.secret)
})

/** With the secret that is stored, for the same place and where the request has none. */
const withSecret = <G extends GivenSource | GivenSink>(
  { given, secret }: With<G>,
  before: GivenSource | GivenSink | null,
  open: () => string | undefined
): With<G> => ({
  given,
  secret: secret ?? (before !== null && placeOf(before) === placeOf(given) ? open() : undefined)
})

const withSecrets = <P extends Places>(
  box: SecretBox,
  account: string,
  stored: SecretRow,
  wanted: P
): P => {
  const open = (secret: Uint8Array | null) => () =>
    secret === null ? undefined : box.open(account, secret)
  const { source, sink } = wanted
  return {
    ...wanted,
    ...(source && { source: withSecret(source, stored.source, open(stored.sourceSecret)) }),
    ...(sink && { sink: withSecret(sink, stored.sink, open(stored.sinkSecret)) })
  }
}

/** Lets the run begin that waits: planned for now, so that its own time is free for the next one. */
const hurry = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update schedule_run set planned_at = now(), due_at = now()
    where schedule_id = ${id} and ended_at is null and began_at is null and lease is null
      and planned_at > now()`
  return yield* findRun(id)
})

const make = Effect.gen(function* () {
  const read = yield* SqlClient.SqlClient
  const transaction = yield* makeWriteTransaction
  const box = yield* ofPurpose("schedule secrets")
  const adapters = yield* makeAdapters

  const find = Effect.fnUntraced(
    function* (account: string, id: string) {
      const [row] = yield* findSchedules(account, id)
      return row ?? (yield* new NoSchedule())
    },
    Effect.provideService(SqlClient.SqlClient, read)
  )

  const stored = (account: string, id: string) =>
    Effect.flatMap(
      Effect.provideService(secretsOf(account, id), SqlClient.SqlClient, read),
      ([row]) => (row === undefined ? new NoSchedule() : Effect.succeed(row))
    )

  return Schedules.of({
    create: Effect.fnUntraced(function* (account, wanted) {
      yield* check(adapters, wanted)
      const id = randomUUIDv7()
      yield* transaction(insert(account, id, wanted, sealed(box, account, wanted)))
      return id
    }),

    change: Effect.fnUntraced(function* (account, id, changes) {
      const before = yield* find(account, id)
      const wanted = withSecrets(box, account, yield* stored(account, id), changes)
      yield* check(adapters, wanted)
      yield* transaction(update(account, before, wanted, sealed(box, account, wanted)))
    }),

    remove: (account, id) => transaction(removeRows(account, id)),

    runNow: Effect.fnUntraced(function* (account, id) {
      yield* find(account, id)
      return (yield* transaction(hurry(id))) ?? (yield* new Paused())
    }),

    tryOut: Effect.fnUntraced(function* (account, wanted, id) {
      const complete =
        id === undefined ? wanted : withSecrets(box, account, yield* stored(account, id), wanted)
      yield* check(adapters, complete)
      return yield* tryOut(adapters, account, complete)
    }),

    takeBack: Effect.fnUntraced(function* (account, id, changes) {
      const { sink, sinkSecret } = yield* stored(account, id)
      const secret = sinkSecret === null ? undefined : box.open(account, sinkSecret)
      const opened = sink === null ? undefined : adapters.sinks.open(account, sink, secret)
      if (opened?.takeBack === undefined)
        return yield* new Refused({
          sentence: "the sink of this schedule cannot take back what was written"
        })
      yield* Effect.mapError(opened.takeBack(changes), ({ sentence }) => new Refused({ sentence }))
    })
  })
})

export const layer: Layer.Layer<
  Schedules,
  never,
  Config | EventStore | Resolver | Secrets | SqlClient.SqlClient | Uploads | WriteSql
> = Layer.effect(Schedules, make)
