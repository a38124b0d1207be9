/**
 * What accounts check and ask, for them to look up for some days. A request only leaves an object in memory;
 * rows are made of it and written in groups beside the requests, about once a second. The ledger proves what was
 * charged, this only helps to find it: what waits is lost when a process is killed, and what the database does
 * not take is dropped and counted (`rcpt_activity_rows_total`).
 */
import { inStep } from "@rcpt/store/inStep"
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
import type { Group } from "./groupRows.ts"
import { writeActivity } from "./writeActivity.ts"

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

/** Some 1.5 kB each, with the answer. More than a process checks in two seconds. */
export const waitingMax = 10_000

/** Rows that are packed in one turn of the event loop, in about 2 ms: requests are answered in between. */
const sliceMax = 64

/** Rows of one statement, which takes some 20 ms. */
const statementMax = 512

/** A node has 15 s to stop. */
const lastRoundWaitMax = Duration.seconds(2)

const { activityRows } = metricTable

/** Its request and its addresses. */
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
  yield* Effect.forkScoped(Effect.repeat(round, inStep(roundEvery)))
  return Activity.of({ isOn: true, note, flush: round })
})

export const layer: Layer.Layer<Activity, never, Config | Secrets | WriteSql> = Layer.effect(
  Activity,
  make
)
