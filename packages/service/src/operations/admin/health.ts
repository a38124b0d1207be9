/** The state of the service as the contract has it: from the database, except the doctor's findings. */
import { defined } from "@rcpt/api/defined"
import type { Health } from "@rcpt/api/Health"
import * as generations from "@rcpt/store/generations"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/lists/Lists"
import type { ShownReply } from "@rcpt/verifier/pacing/QueueStatus"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { shownSince, troubledGuards } from "../../probing/GuardRecords.ts"
import type { ShownGuard } from "../../probing/GuardRecords.ts"
import { Doctor } from "../doctor/Doctor.ts"
import { nodes } from "./nodes.ts"

/** Guards shown. The worst come first. */
const guardsMax = 100

/** The same time as in `rcpt guards`. */
const recently = Duration.minutes(10)

/** Rows. Counting stops there, so that counting a very long queue stays cheap. */
const countedMax = 1_000_000

type Guard = Health["guards"][number]

type Counts = { readonly [Name in keyof Health["queues"]]: number }

/** Counts the rows that wait in the database. Counting of each kind stops at `countedMax`. */
export const countQueues = Effect.fnUntraced(function* (countedMax: number) {
  const sql = yield* SqlClient.SqlClient
  const count = (of: string) =>
    sql.literal(`(select count(*)::int from (select from ${of} limit ${countedMax}) counted)`)
  const [row] = yield* sql<Counts>`
    select ${count("job where completed_at is null and status = 'pending'")} as jobs_pending,
      ${count("job where completed_at is null and status = 'processing'")} as jobs_processing,
      ${count("probe_queue where due_at <= now()")} as probes_due,
      ${count("probe_queue where due_at > now() and leased_by is null")} as probes_later,
      ${count("probe_queue where due_at > now() and leased_by is not null")} as probes_asked,
      ${count(`es.hold where charged + refunded < credits and expires_at is not null
        and expires_at <= now()`)} as holds_expired,
      ${count(`es.commit where commit_id > (select max_seen from es.head)`)}
        + ${count("es.gap join es.commit using (commit_id)")} as commits_unsealed,
      ${count("webhook_delivery where status = 'pending'")} as webhooks_pending`
  return row!
})

const time = (millis: number): string => new Date(millis).toISOString()

const toReply = ({ at, host, phase, code, enhancedCode, fault }: ShownReply) =>
  defined({ at: time(at), host, phase, code, enhanced_code: enhancedCode, fault })

const toGuard = ({ group, egress, node, shownAt, status }: ShownGuard): Guard =>
  defined({
    group,
    egress,
    node,
    circuit: status.circuit,
    blocked: status.isBlocked,
    because: status.pause?.because,
    paused_until: status.pause && time(status.pause.until),
    starts_per_second: status.startsPerSecond,
    conversations_max: status.conversationsMax,
    fixed_pace: status.isFixed,
    open: status.open,
    waiting_real_time: status.waiting.realTime,
    waiting_bulk: status.waiting.bulk,
    warm_up: status.warmUp && {
      conversations_today: status.warmUp.cap,
      left_today: status.warmUp.left,
      next_day: time(status.warmUp.until)
    },
    unread_replies: status.unread?.count,
    unread_texts: status.unread?.texts,
    last_reply: status.lastReplies.map(toReply).at(-1),
    shown_at: shownAt.toISOString()
  })

const blocklists = Effect.gen(function* () {
  const { status } = yield* Dnsbl
  return (yield* status).map(({ testedAt, ...list }) =>
    defined({ ...list, tested_at: testedAt === undefined ? undefined : time(testedAt) })
  )
})

const examined = Effect.gen(function* () {
  const latest = yield* Doctor.use((doctor) => doctor.latest)
  return latest === undefined ? null : { examined_at: latest.examinedAt, findings: latest.findings }
})

export const health: Effect.Effect<Health, never, SqlClient.SqlClient | Lists | Dnsbl | Doctor> =
  Effect.gen(function* () {
    const { tables } = yield* Lists
    return {
      nodes: (yield* nodes).map(({ name, startedAt, seenAt, alive }) => ({
        name,
        alive,
        started_at: startedAt.toISOString(),
        seen_at: seenAt.toISOString()
      })),
      queues: yield* countQueues(countedMax),
      guards: (yield* shownSince(recently, guardsMax)).map(toGuard),
      guards_in_trouble: (yield* troubledGuards(guardsMax)).map(toGuard),
      views: yield* generations.status,
      lists: tables.map(({ name, asOf, entries, refreshed }) => ({
        name,
        entries,
        refreshed,
        as_of: asOf
      })),
      blocklists: yield* blocklists,
      doctor: yield* examined,
      checked_at: DateTime.formatIso(yield* DateTime.now)
    }
  }).pipe(Effect.orDie)
