/**
 * Works off the runs of schedules, on every node.
 *
 *   waiting ──its time──▶ source is read ──some contacts are due──▶ checking ──the job ends──▶ results are taken
 *      ▲                        │ none is due                                                        │
 *      │                        ▼                                                                    ▼
 *   the next one ◀── ended ◀── writing: changes go to the sink, page by page ◀───────────────────────┘
 *
 * A run is a row that one node leases for a step, and the next run is planned in the transaction that ends it. So there is
 * one at a time, and each time has one run, whatever happens to nodes and their clocks. A step that was broken off is done
 * again, and what it had stored before changes nothing.
 */
import { failuresToPause } from "@rcpt/domain/Schedule"
import type { RunState } from "@rcpt/domain/Schedule"
import { Cause, Duration, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"

import { Jobs } from "../jobs/Jobs.ts"
import type { MailFacts } from "../mail/mailKinds.ts"
import { Outbox } from "../mail/Outbox.ts"
import { WriteSql } from "../platform/Database.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { inPlaces, leasedRows, workForEver } from "../platform/leasedRows.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { announce } from "../webhooks/messageRows.ts"
import { changesPerWrite, SourceFailed } from "./adapters/Adapter.ts"
import type { Sink, SinkFailed, Source } from "./adapters/Adapter.ts"
import { makeAdapters } from "./adapters/adapters.ts"
import type { Adapters } from "./adapters/adapters.ts"
import { beginRun } from "./beginRun.ts"
import { claimRuns, holdRun, isAnyToWork, stepMax } from "./claimRuns.ts"
import type { Claimed } from "./claimRuns.ts"
import { changeOf, changesAfter } from "./scheduleRows.ts"
import { planNext } from "./Schedules.ts"
import { takeResults } from "./takeResults.ts"

/** The delay of a run that is due, at most. A look costs one index lookup. */
const lookEvery = Duration.seconds(1)

const troubleWait = Duration.seconds(5)

/** A step that died is done again after so long: the cause may be one that passes. */
const brokenWait = Duration.minutes(1)

/** Runs of this node at once. Each reads a source, and stores what it reads by one of the writers' connections. */
const runsAtOnce = 3

/** A server that is away is asked again, within the same run; then it has failed. */
const againAfter: ReadonlyArray<Duration.Duration> = [
  Duration.minutes(1),
  Duration.minutes(5),
  Duration.minutes(30)
]

type Failure = SourceFailed | SinkFailed

type Ended = Exclude<RunState, "waiting" | "checking" | "writing">

const isFailure: ReadonlySet<Ended> = new Set<Ended>(["failed", "over_limit"])

interface End {
  readonly state: Ended
  readonly reason?: string
  readonly contacts?: number | null
}

/** Tells the managers and the endpoints of the account that a run has failed or could not start. */
const tellFailure = Effect.fnUntraced(function* (
  claimed: Claimed,
  reason: string,
  isPaused: boolean
) {
  const { account, schedule, name, id } = claimed
  const { tell } = yield* Outbox
  yield* tell(
    { managersOf: account },
    { kind: "schedule_failed", facts: { schedule, name, why: reason, paused: isPaused } }
  )
  const at = new Date(yield* databaseNow)
  const data = { schedule_id: schedule, name, run_id: id, reason, paused: isPaused }
  yield* announce({ account, type: "schedule.failed", at, data })
})

/** How many contacts a run found changed, and in which way. */
type Found = Omit<MailFacts<"schedule_changed">, "schedule" | "name">

const tellChanges = ({ account, schedule, name }: Claimed, found: Found) =>
  Outbox.use(({ tell }) =>
    tell({ managersOf: account }, { kind: "schedule_changed", facts: { schedule, name, ...found } })
  )

/** Ends the run and plans the next one, in one transaction. The version counts only if each contact has a result. */
const end = Effect.fnUntraced(function* (claimed: Claimed, { state, reason, contacts }: End) {
  const sql = yield* SqlClient.SqlClient
  const { id, schedule } = claimed
  yield* holdRun(claimed)
  const { free } = leasedRows(sql, "schedule_run")
  const [found] = yield* sql<Found>`
    update schedule_run r set ${free}, state = ${state}, ended_at = now(), reason = ${reason ?? null},
      contacts = coalesce(${contacts ?? null}::int, r.contacts),
      credits = coalesce((select charged from job where job_id = r.job_id), r.credits)
    where run_id = ${id}
    returning changed, appeared as "new", died as dead, revived, turned_risky as risky`
  const [after] = yield* sql<{ readonly isPaused: boolean; readonly isPausedNow: boolean }>`
    with before as (select paused_at from schedule where schedule_id = ${schedule} for no key update)
    update schedule s set
      failures = case when ${isFailure.has(state)} then failures + 1
        when ${state === "cancelled"} then failures else 0 end,
      paused_at = case when ${isFailure.has(state)} and failures + 1 >= ${failuresToPause}
        then coalesce(s.paused_at, now()) else s.paused_at end,
      paused_reason = case when ${isFailure.has(state)} and failures + 1 >= ${failuresToPause}
        then ${reason ?? null} else paused_reason end,
      version = case when ${state} <> 'done' then s.version
        when (select unfinished from schedule_run where run_id = ${id}) = 0
        then (select version from schedule_run where run_id = ${id}) end
    from before where s.schedule_id = ${schedule}
    returning s.paused_at is not null as "isPaused",
      s.paused_at is not null and before.paused_at is null as "isPausedNow"`
  if (after === undefined) return
  if (!after.isPaused) yield* planNext(schedule, claimed)
  if (isFailure.has(state) && reason !== undefined)
    yield* tellFailure(claimed, reason, after.isPausedNow)
  if (state === "done" && found!.changed > 0) yield* tellChanges(claimed, found!)
})

/** The run goes on later: a server was away. */
const later = Effect.fnUntraced(function* (claimed: Claimed, reason: string) {
  const sql = yield* SqlClient.SqlClient
  const { free, ofLease } = leasedRows(sql, "schedule_run")
  const wait = Duration.toSeconds(againAfter[claimed.attempts]!)
  yield* sql`
    update schedule_run set ${free}, attempts = attempts + 1, reason = ${reason},
      due_at = now() + make_interval(secs => ${wait}::float8)
    where ${ofLease(claimed)}`
})

const tooLong = new SourceFailed({
  code: "too_large",
  sentence: `The run took longer than ${Duration.toMinutes(stepMax)} minutes: make the source smaller or faster.`,
  mayHelp: true
})

const unreadable = new SourceFailed({
  code: "bad_answer",
  sentence: "The rows of the job can no longer be read: run the schedule again.",
  mayHelp: false
})

const ending = (claimed: Claimed, how: End) =>
  Effect.flatMap(makeWriteTransaction, (transaction) => transaction(end(claimed, how)))

/** Stores how far the run is, while it is the caller's. */
const noting = <A, E>(
  claimed: Claimed,
  step: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, SqlClient.SqlClient>
) =>
  Effect.flatMap(makeWriteTransaction, (transaction) =>
    transaction(Effect.andThen(holdRun(claimed), SqlClient.SqlClient.use(step)))
  )

/** Page by page, from where an earlier run may have stopped. */
const writeChanges = Effect.fnUntraced(function* (claimed: Claimed, sink: Sink) {
  const { schedule, name, id: run } = claimed
  for (let { written } = claimed; ;) {
    const page = yield* changesAfter({ schedule }, written, changesPerWrite)
    const last = page.at(-1)
    if (last === undefined) return
    yield* sink.write({ schedule, name, run }, page.map(changeOf))
    written = last.place
    yield* noting(
      claimed,
      (sql) => sql`
        with run as (update schedule_run set attempts = 0 where run_id = ${run})
        update schedule set written = ${last.place} where schedule_id = ${schedule}`
    )
  }
})

/** What a run reads from and writes to, with their secrets. */
interface Places {
  readonly source: (claimed: Claimed) => Source
  /** `undefined`: it writes nowhere. */
  readonly sink: (claimed: Claimed) => Sink | undefined
}

const placesOf = (box: SecretBox, { sources, sinks }: Adapters): Places => {
  const open = (account: string, secret: Uint8Array | null) =>
    secret === null ? undefined : box.open(account, secret)
  return {
    source: ({ account, source, sourceSecret }) =>
      sources.open(account, source, open(account, sourceSecret)),
    sink: ({ account, sink, sinkSecret }) =>
      sink === null ? undefined : sinks.open(account, sink, open(account, sinkSecret))
  }
}

const writeAndEnd = Effect.fnUntraced(function* (
  { sink }: Places,
  claimed: Claimed,
  contacts: number | null = null
) {
  const opened = sink(claimed)
  if (opened !== undefined) yield* writeChanges(claimed, opened)
  yield* ending(claimed, { state: claimed.job === null ? "nothing_due" : "done", contacts })
})

const takeAndWrite = Effect.fnUntraced(function* (places: Places, claimed: Claimed) {
  const job = yield* Effect.option(Jobs.use(({ get }) => get(claimed.job!)))
  if (Option.isNone(job) || job.value.status !== "complete")
    return yield* ending(claimed, { state: "cancelled" })
  yield* takeResults(claimed, job.value)
  yield* noting(
    claimed,
    (sql) => sql`
      update schedule_run set state = 'writing', attempts = 0 where run_id = ${claimed.id}`
  )
  yield* writeAndEnd(places, claimed)
})

const step = Effect.fnUntraced(function* (places: Places, claimed: Claimed) {
  if (claimed.state === "writing") return yield* writeAndEnd(places, claimed)
  if (claimed.state === "checking") return yield* takeAndWrite(places, claimed)
  const begun = yield* beginRun(claimed, places.source(claimed))
  if (!begun.isBegun) yield* writeAndEnd(places, claimed, begun.contacts)
})

const failed = (claimed: Claimed, { sentence, mayHelp }: Failure) =>
  mayHelp && claimed.attempts < againAfter.length
    ? noting(claimed, () => later(claimed, sentence))
    : ending(claimed, { state: "failed", reason: sentence })

const handBack = (claimed: Claimed, wait?: Duration.Duration) =>
  WriteSql.use((sql) => leasedRows(sql, "schedule_run").handBack(claimed, wait))

/** If it dies, such as by a database that does not answer in time, the step is done again soon. */
const workOn = (places: Places, claimed: Claimed) =>
  step(places, claimed).pipe(
    Effect.timeoutOrElse({ duration: stepMax, orElse: () => tooLong }),
    Effect.catchTag("UploadUnreadable", () => unreadable),
    Effect.catchTag(["SourceFailed", "SinkFailed"], (failure) => failed(claimed, failure)),
    Effect.catchTag("OverLimit", ({ sentence }) =>
      ending(claimed, { state: "over_limit", reason: sentence })
    ),
    Effect.catchTag(["RunLost", "UploadLost"], () => Effect.void),
    Effect.onInterrupt(() => handBack(claimed)),
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.andThen(
            Effect.logWarning("A run of a schedule could not go on", claimed.id, cause),
            handBack(claimed, brokenWait)
          )
    ),
    Effect.exit
  )

/** Runs for ever. A run that takes long holds up no other. */
export const run = Effect.gen(function* () {
  const write = yield* WriteSql
  const { holder } = yield* NodeLease
  const places = placesOf(yield* ofPurpose("schedule secrets"), yield* makeAdapters)
  const { releaseEnded } = leasedRows(write, "schedule_run")
  return yield* workForEver({
    isAny: isAnyToWork(write),
    work: Effect.andThen(
      releaseEnded,
      inPlaces(
        runsAtOnce,
        (free) => claimRuns(write, holder(), free),
        (one) => workOn(places, one)
      )
    ),
    every: lookEvery,
    troubleWait,
    trouble: "Runs of schedules could not be worked off"
  })
}).pipe(Effect.scoped)
