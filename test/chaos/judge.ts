/**
 * Checks the database after a run: every outcome was correct, nothing is lost, nothing is duplicated.
 * The events of each account are replayed through the model, in the order of the log.
 */
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { audit } from "@rcpt/service/operations/audit/audit"
import { EventStore } from "@rcpt/store/EventStore"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { explain } from "../support/model/explain.ts"
import type { Request } from "../support/model/explain.ts"
import { ofChecks } from "../support/model/ledgerCommands.ts"
import type { Command } from "../support/model/LedgerModel.ts"
import type { History, SentCommand } from "./load.ts"

/** An event of one account, with the earliest and the latest time at which it was committed. */
interface DatedEvent {
  readonly event: StoredEvent
  /** Its append was in progress. */
  readonly notBefore: number
  /** It was in the log. */
  notAfter: number
}

/** Waits for the transactions of killed clients: only when they have ended is the log complete. */
const noTransactions = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly others: number }>`
    select count(*)::int4 as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and state like '%transaction%'`
).pipe(
  Effect.repeat({ until: ([row]) => row!.others === 0, schedule: Schedule.spaced("20 millis") })
)

const wholeLog = Effect.gen(function* () {
  const store = yield* EventStore
  yield* Effect.repeat(store.seal, { until: ({ sealed }) => sealed === 0 })
  const commits: Array<SealedCommit> = []
  while (true) {
    const page: ReadonlyArray<SealedCommit> = yield* store.readLog({
      after: commits.at(-1)?.seq ?? 0
    })
    if (page.length === 0) return commits
    commits.push(...page)
  }
})

/** The events of each stream in the order of the log. */
const datedEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const log = yield* wholeLog
  const sealed = yield* sql<{ readonly at: number }>`
    select extract(epoch from at)::float8 * 1000 as at from es.sealed order by seq`
  const byStream = new Map<string, Array<DatedEvent>>()
  for (const { seq, events } of log)
    for (const event of events) {
      const ofStream = byStream.get(event.stream) ?? []
      byStream.set(event.stream, ofStream)
      ofStream.push({ event, notBefore: event.atMicros / 1_000, notAfter: sealed[seq - 1]!.at })
    }
  return byStream
})

/** Key of the event that must exist when a command's outcome is "done"; `undefined`: none must. */
const requiredEvent = (command: Command): string | undefined => {
  switch (command.do) {
    case "grant":
    case "hold":
      return command.id
    case "adjust":
      return command.credits === 0 ? undefined : command.id
    case "settle":
      return command.charge === 0 ? undefined : `charged ${command.id}`
    default:
      return undefined
  }
}

interface EventData {
  readonly grantId?: string
  readonly adjustmentId?: string
  readonly holdId?: string
}

const keyOf = ({ type, data }: StoredEvent): string => {
  const { grantId, adjustmentId, holdId }: EventData = JSON.parse(data)
  const id = grantId ?? adjustmentId ?? holdId ?? ""
  if (type === "CreditsCharged") return `charged ${id}`
  return type === "CreditsRefunded" ? `refunded ${id}` : id
}

/** An event was committed before the reply "done" arrived, even if it was sealed later. */
const applyReplies = (
  events: ReadonlyArray<DatedEvent>,
  commands: ReadonlyArray<SentCommand>
): void => {
  const byKey = new Map(events.map((dated) => [keyOf(dated.event), dated]))
  for (const { command, reply } of commands) {
    const dated = byKey.get(requiredEvent(command) ?? "")
    if (dated !== undefined && reply?.outcome === "done")
      dated.notAfter = Math.min(dated.notAfter, reply.at)
  }
}

/**
 * Times as positions: `from` counts the events that certainly existed when the command was sent, `to`
 * those that may have existed when the reply arrived.
 */
const requestOf = (
  events: ReadonlyArray<DatedEvent>,
  { command, sentAt, reply }: SentCommand
): Request => {
  const from = events.findLastIndex(({ notAfter }) => notAfter < sentAt) + 1
  if (reply === undefined) return { command, from, to: Infinity, outcome: undefined }
  // Our clock shows whole milliseconds: the reply arrived before the next one.
  const later = events.findIndex(({ notBefore }) => notBefore > reply.at + 1)
  return { command, from, to: later < 0 ? events.length : later, outcome: reply.outcome }
}

/**
 * Milliseconds. Holds of requests are answered before they are on disk (ledgerRows.ts), and are on
 * disk within 0.6 s (three times wal_writer_delay). Replies may arrive a little after the crash.
 */
const beforeCrashMax = 1_000
const afterCrashMax = 500

/** Makes the outcome unknown that a crash may undo: replied around the crash, and not flushed. */
const forgetAtCrash = (sent: SentCommand, crashes: ReadonlyArray<number>): SentCommand => {
  const { command, reply } = sent
  if (reply === undefined) return sent
  const isAtCrash = crashes.some(
    (at) => reply.at > at - beforeCrashMax && reply.at < at + afterCrashMax
  )
  const isFlushed =
    requiredEvent(command) !== undefined && (command.do !== "hold" || command.expiresAt === null)
  if (!isAtCrash || (reply.outcome === "done" && isFlushed)) return sent
  return { ...sent, reply: undefined }
}

/**
 * The contradictions, as sentences; empty when all is correct. No client may still write. `crashes`:
 * their times in epoch milliseconds.
 */
export const judge = ({ commands }: History, crashes: ReadonlyArray<number> = []) =>
  Effect.gen(function* () {
    yield* noTransactions
    const byStream = yield* datedEvents
    const found: Array<string> = []
    for (const account of new Set(commands.map(({ account }) => account))) {
      const events = byStream.get(ledgerStream(account)) ?? []
      const ofAccount = commands
        .filter((sent) => sent.account === account)
        .map((sent) => forgetAtCrash(sent, crashes))
      applyReplies(events, ofAccount)
      const commits = Object.values(Object.groupBy(events, ({ event }) => event.commitId))
      const { contradictions } = explain(
        commits.map((ofCommit) => ({ events: ofCommit!.map(({ event }) => event) })),
        ofAccount.map((sent) => requestOf(events, sent))
      )
      found.push(...contradictions.map((contradiction) => `${account}: ${contradiction}`))
    }
    for (const { id, broken } of yield* audit({}))
      if (broken !== undefined && id !== ofChecks) found.push(`${id}: ${JSON.stringify(broken)}`)
    return found
  })
