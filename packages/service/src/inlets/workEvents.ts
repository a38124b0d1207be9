/**
 * Works off what inlets have taken, on every node: each event becomes a report of its account, as if the account had sent it
 * to `POST /feedback`, and what became of it is recorded. An inlet that one node has leased is left alone by the others. If a
 * node dies in between, another one does the same again: a report counts once (domain/Feedback.ts).
 */
import type { FeedbackItem, FeedbackResult } from "@rcpt/api/Feedback"
import type { ReportedOutcome } from "@rcpt/domain/Feedback"
import { inletEventCounts, inletEventsShown } from "@rcpt/domain/Inlet"
import type { InletFate, InletOutcome } from "@rcpt/domain/Inlet"
import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { giveToNewest } from "../feedback/giveToNewest.ts"
import { WriteSql } from "../platform/Database.ts"
import { leasedRows, workForEver } from "../platform/leasedRows.ts"
import { NodeLease } from "../platform/NodeLease.ts"

/** The delay of an event, at most. A look costs one index lookup. */
const lookEvery = Duration.seconds(1)
const troubleWait = Duration.seconds(5)

/** Events of an inlet that are worked off together. */
const eventsAtOnce = 1_000

/** Inlets that a node works at, each with a few short transactions. */
const inletsAtOnce = 2

/** Not decoded by a schema: the inlet's own statements write them. */
interface Claimed {
  readonly id: string
  readonly account: string
  readonly addressKey: Uint8Array
  readonly counts: Readonly<Partial<Record<InletFate, number>>>
  readonly lease: string
}

interface Waiting {
  readonly place: bigint
  readonly email: string | null
  readonly type: string
  readonly outcome: InletOutcome
  readonly response: string | null
  readonly occurredAt: Date
}

const isReport = (outcome: InletOutcome): outcome is ReportedOutcome => outcome !== "other"

/** What becomes of an event that is no report. Pure. */
const fateWithout = (
  { email, outcome, occurredAt }: Waiting,
  now: number
): InletFate | undefined => {
  const ofNone = outcome === "deferred" ? outcome : undefined
  if (email === null || outcome === "other") return ofNone ?? "nothing"
  const isOld = occurredAt.getTime() < now - Duration.toMillis(inletEventCounts)
  return isOld ? (ofNone ?? "too_old") : undefined
}

const itemOf = ({
  email,
  type,
  outcome,
  response,
  occurredAt
}: Waiting): ReadonlyArray<FeedbackItem> =>
  email === null || !isReport(outcome)
    ? []
    : [
        {
          email,
          outcome,
          // A bounce without words is one whose reason is not known.
          ...(outcome === "bounced" && { smtp_response: response ?? type }),
          occurred_at: occurredAt.toISOString()
        }
      ]

const fates: Readonly<Record<FeedbackResult["status"], InletFate>> = {
  accepted: "recorded",
  not_about_mailbox: "not_about_mailbox",
  not_verified_by_you: "not_verified_by_you",
  invalid: "not_about_mailbox"
}

/** Mail that was put off is counted where the address was verified, and shown as put off in any case. */
const fateOf = ({ outcome }: Waiting, status: FeedbackResult["status"]): InletFate =>
  outcome === "deferred" ? outcome : fates[status]

/** Those that have waited longest, in turn: one that is flooded does not hold up the others. */
const claim = (sql: SqlClient.SqlClient, holder: string) => sql<Claimed>`
  with recursive waiting as (
    (select inlet_id from inlet_event where fate is null order by inlet_id limit 1)
    union all
    select next.inlet_id from waiting cross join lateral (
      select inlet_id from inlet_event where fate is null and inlet_id > waiting.inlet_id
      order by inlet_id limit 1) next
  ), due as (
    select inlet_id from inlet join waiting using (inlet_id) where due_at <= now()
    order by due_at limit ${inletsAtOnce} for no key update of inlet skip locked
  )
  update inlet i set ${leasedRows(sql, "inlet").taken(holder)}
  from due, account a where i.inlet_id = due.inlet_id and a.account_id = i.account_id
  returning i.inlet_id as id, i.account_id as account, a.address_key as "addressKey", i.counts, i.lease`

const waitingOf = (sql: SqlClient.SqlClient, inlet: string) => sql<Waiting>`
  select place, email, type, outcome, response, occurred_at as "occurredAt" from inlet_event
  where inlet_id = ${inlet} and fate is null order by place limit ${eventsAtOnce}`

const fatesOf = Effect.fnUntraced(function* (claimed: Claimed, events: ReadonlyArray<Waiting>) {
  const now = yield* Clock.currentTimeMillis
  const without = events.map((event) => fateWithout(event, now))
  const reports = events.filter((_, at) => without[at] === undefined)
  const { account: accountId, addressKey } = claimed
  const caller = { accountId, addressKey, authMode: "api_key" as const }
  const told = yield* giveToNewest(caller, reports.flatMap(itemOf))
  let next = 0
  return without.map((fate, at): InletFate => fate ?? fateOf(events[at]!, told[next++]!.status))
})

const countsAfter = (counts: Claimed["counts"], told: ReadonlyArray<InletFate>) => {
  const after: Partial<Record<InletFate, number>> = { ...counts }
  for (const fate of told) after[fate] = (after[fate] ?? 0) + 1
  return after
}

/** Records what became of the events, unless the lease is lost: then another node does so. The last ones stay. */
const settle = (claimed: Claimed, events: ReadonlyArray<Waiting>, told: ReadonlyArray<InletFate>) =>
  WriteSql.use((sql) =>
    Effect.gen(function* () {
      const { id, counts } = claimed
      const { free, ofLease } = leasedRows(sql, "inlet")
      const held = yield* sql`
        update inlet set ${free}, due_at = now(), last_event_at = now(),
          counts = ${JSON.stringify(countsAfter(counts, told))}::text::jsonb
        where ${ofLease(claimed)} returning 1`
      if (held.length === 0) return
      const places = events.map(({ place }) => String(place))
      const shownFrom = Math.max(0, events.length - inletEventsShown)
      yield* sql`
        delete from inlet_event
        where inlet_id = ${id} and place = any (${places.slice(0, shownFrom)}::bigint[])`
      yield* sql`
        update inlet_event e set fate = told.fate
        from unnest(${places.slice(shownFrom)}::bigint[], ${told.slice(shownFrom)}::text[]) as told (place, fate)
        where e.inlet_id = ${id} and e.place = told.place`
      yield* sql`
        delete from inlet_event where inlet_id = ${id} and fate is not null and place < (
          select min(place) from (
            select place from inlet_event where inlet_id = ${id} and fate is not null
            order by place desc limit ${inletEventsShown}) shown)`
    }).pipe(sql.withTransaction)
  )

const workInlet = (claimed: Claimed) =>
  Effect.gen(function* () {
    const events = yield* waitingOf(yield* WriteSql, claimed.id)
    yield* settle(claimed, events, yield* fatesOf(claimed, events))
  }).pipe(
    Effect.onInterrupt(() => WriteSql.use((sql) => leasedRows(sql, "inlet").handBack(claimed)))
  )

/** What is due now. Returns how many inlets had something. */
export const round = Effect.gen(function* () {
  const sql = yield* WriteSql
  const { holder } = yield* NodeLease
  yield* leasedRows(sql, "inlet").releaseEnded
  const claimed = yield* claim(sql, holder())
  yield* Effect.forEach(claimed, workInlet, { concurrency: "unbounded", discard: true })
  return claimed.length
}).pipe(Effect.orDie)

const isAnyWaiting = WriteSql.use(
  (sql) => sql<{ readonly isAny: boolean }>`
    select exists (select from inlet_event where fate is null) as "isAny"`
).pipe(Effect.map(([row]) => row!.isAny))

/** Runs for ever. */
export const run = workForEver({
  isAny: isAnyWaiting,
  work: Effect.repeat(round, { until: (count) => count === 0 }),
  every: lookEvery,
  troubleWait,
  trouble: "Events of inlets could not be worked off"
})
