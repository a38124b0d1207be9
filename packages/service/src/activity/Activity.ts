/**
 * Keeps what accounts check and ask, so that they can look it up for some days. A request only leaves an
 * object in memory; rows are made of it and written in groups beside the requests, about once a second. The
 * ledger proves what was charged; activity only helps to find it. So rows that wait are lost when a process
 * is killed, and rows that the database does not take are dropped and counted (`rcpt_activity_rows_total`).
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { EventLoopTurns } from "@rcpt/verifier/EventLoopTurns"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { rowsOf } from "./activityRows.ts"
import type { ActivityEntry } from "./activityRows.ts"
import { groupRows, joinGroups } from "./groupRows.ts"
import type { Group, StoredAnswers } from "./groupRows.ts"

// Writes rows of activity: one statement, whose commit does not wait for the disk. Rows are one parameter, as
// JSON: an array for each of 21 columns took the driver some 0.1 ms a row, JSON takes 0.01 there and some 0.03
// more in Postgres (measured on a busy machine, 2026-11-25).

const asHex = ({ sealed, ...answers }: StoredAnswers) => ({
  ...answers,
  sealed: Buffer.from(sealed).toString("hex")
})

/** Nothing of an account that was closed meanwhile. A crash of Postgres loses the last half second. */
const writeActivity = Effect.fnUntraced(function* ({ rows, answers, hours }: Group) {
  const sql = yield* WriteSql
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
  yield* sql`
    with unsynced as (
      select set_config('synchronous_commit', 'off', true)
    ), open as (
      select a.account_id from account a, unsynced
      where a.account_id = any (${accounts}::uuid[]) and a.closed_at is null
    ), answers as (
      insert into activity_answers (account_id, id, sealed)
      select "accountId", id, decode(sealed, 'hex')
      from json_to_recordset(${JSON.stringify(answers.map(asHex))}::json)
        as given ("accountId" uuid, id uuid, sealed text)
        join open on account_id = "accountId"
    ), hours as (
      insert into activity_hour as h
        (account_id, hour, key_id, mode, valid, risky, invalid, unknown, credits)
      select "accountId", hour, "keyId", mode, valid, risky, invalid, unknown, credits
      from json_to_recordset(${JSON.stringify(hours)}::json)
        as given ("accountId" uuid, hour timestamptz, "keyId" uuid, mode text, valid int, risky int,
          invalid int, unknown int, credits bigint)
        join open on account_id = "accountId"
      order by account_id, hour, "keyId", mode
      on conflict (account_id, hour, key_id, mode) do update set
        valid = h.valid + excluded.valid, risky = h.risky + excluded.risky,
        invalid = h.invalid + excluded.invalid, unknown = h.unknown + excluded.unknown,
        credits = h.credits + excluded.credits
    )
    insert into activity (account_id, id, request_id, key_id, answers_id, millis, credits,
      http_status, place, score, is_replay, is_loose, what, method, route, mode, status, sub_status,
      code, mailbox, suggested)
    select "accountId", id, "requestId", "keyId", "answersId", millis, credits, "httpStatus", place,
      score, "isReplay", "isLoose", what, method, route, mode, status, "subStatus", code,
      decode(mailbox, 'hex'), decode(suggested, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given ("accountId" uuid, id uuid, "requestId" uuid, "keyId" uuid, "answersId" uuid,
        millis int, credits int, "httpStatus" smallint, place smallint, score smallint,
        "isReplay" boolean, "isLoose" boolean, what text, method text, route text, mode text,
        status text, "subStatus" text, code text, mailbox text, suggested text)
      join open on account_id = "accountId"`
})

export class Activity extends Context.Service<
  Activity,
  {
    readonly isOn: boolean
    /** Never waits and never fails. */
    readonly note: (entry: ActivityEntry) => void
    /** Writes what waits in this process. */
    readonly flush: Effect.Effect<void>
  }
>()("@rcpt/service/activity/Activity") {}

const roundEvery = Duration.seconds(1)

/** Rows that wait take some 1.5 kB each, with the answer. More than a process checks in two seconds. */
export const waitingMax = 10_000

/** Rows that are packed in one turn of the event loop, in about 2 ms: requests are answered in between. */
const sliceMax = 64

/** Rows of one statement, which takes some 20 ms. */
const statementMax = 512

/** A node has 15 s to stop. */
const lastRoundWaitMax = Duration.seconds(2)

const { activityRows } = metricTable

/** An entry counts as its request and its addresses. */
const weightOf = ({ noted }: ActivityEntry): number =>
  noted.reduce((sum, { checks }) => sum + checks.length, 1)

/** The first entries, up to so many rows; one at least. */
const takeFrom = (entries: Array<ActivityEntry>, max: number): ReadonlyArray<ActivityEntry> => {
  let weight = 0
  const end = entries.findIndex((entry, at) => (weight += weightOf(entry)) > max && at > 0)
  return entries.splice(0, end < 0 ? entries.length : end)
}

const slices = new EventLoopTurns(1)

const pack = Effect.fnUntraced(function* (box: SecretBox, entries: ReadonlyArray<ActivityEntry>) {
  const left = [...entries]
  const groups: Array<Group> = []
  while (left.length > 0) {
    yield* slices.turn
    const rows = takeFrom(left, sliceMax).flatMap(rowsOf)
    groups.push(groupRows(box, rows, yield* Clock.currentTimeMillis))
  }
  return joinGroups(groups)
})

const off = Activity.of({ isOn: false, note: () => {}, flush: Effect.void })

const make = Effect.gen(function* () {
  const { activityDays } = yield* Config
  if (activityDays === 0) return off
  const write = yield* WriteSql
  const box = yield* ofPurpose("activity")
  let queue: Array<ActivityEntry> = []
  let waiting = 0
  let isFailing = false

  const note = (entry: ActivityEntry): void => {
    const weight = weightOf(entry)
    if (waiting + weight > waitingMax) return activityRows.add({ outcome: "too_many" }, weight)
    waiting += weight
    queue.push(entry)
  }

  const writeGroup = Effect.fnUntraced(function* (entries: ReadonlyArray<ActivityEntry>) {
    const weight = entries.reduce((sum, entry) => sum + weightOf(entry), 0)
    const written = yield* pack(box, entries).pipe(
      Effect.tap(writeActivity),
      Effect.provideService(WriteSql, write),
      Effect.tapCause((cause) =>
        isFailing ? Effect.void : Effect.logWarning("Activity could not be written", cause)
      ),
      Effect.exit
    )
    waiting -= weight
    isFailing = written._tag === "Failure"
    if (written._tag === "Failure") activityRows.add({ outcome: "not_written" }, weight)
    else activityRows.add({ outcome: "written" }, written.value.rows.length)
  })

  const oneRound = Semaphore.makeUnsafe(1)
  const round = Effect.gen(function* () {
    const entries = queue
    queue = []
    while (entries.length > 0) yield* writeGroup(takeFrom(entries, statementMax))
  }).pipe(oneRound.withPermits(1))

  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(round, lastRoundWaitMax)))
  yield* Effect.forkScoped(Effect.repeat(round, alignedSchedule(roundEvery)))
  return Activity.of({ isOn: true, note, flush: round })
})

export const layer: Layer.Layer<Activity, never, Config | Secrets | WriteSql> = Layer.effect(
  Activity,
  make
)
