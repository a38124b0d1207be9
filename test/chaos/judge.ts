/**
 * Was every answer right, is everything kept, and nothing twice? Looks at the database when all is
 * over: the log of each account is replayed through the model, in the order of the log.
 */
import { audit } from "@rcpt/service/ledger/audit"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { EventStore } from "@rcpt/store/EventStore"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { explain } from "../support/model/explain.ts"
import type { Asked } from "../support/model/explain.ts"
import type { Command } from "../support/model/LedgerModel.ts"
import type { History, Told } from "./load.ts"

/** A fact of one account, with the earliest and the latest time at which it became true. */
interface Kept {
  readonly event: StoredEvent
  /** Its append had begun, and not ended. */
  readonly notBefore: number
  /** It was in the log. */
  notAfter: number
}

/** A commit whose owner was killed is there or it is not once its backend is gone. */
const othersAreGone = SqlClient.SqlClient.use(
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

/** The facts of each ledger in the order of the log. */
const keptFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const log = yield* wholeLog
  const sealed = yield* sql<{ readonly at: number }>`
    select extract(epoch from at)::float8 * 1000 as at from es.sealed order by seq`
  const kept = new Map<string, Array<Kept>>()
  for (const { seq, events } of log)
    for (const event of events) {
      const facts = kept.get(event.stream) ?? []
      kept.set(event.stream, facts)
      facts.push({ event, notBefore: event.atMicros / 1_000, notAfter: sealed[seq - 1]!.at })
    }
  return kept
})

/** The fact that has to be there once a command was answered "done"; none where it need not. */
const proof = (command: Command): string | undefined => {
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

interface Said {
  readonly grantId?: string
  readonly adjustmentId?: string
  readonly holdId?: string
}

const proves = ({ type, data }: StoredEvent): string => {
  const { grantId, adjustmentId, holdId }: Said = JSON.parse(data)
  const id = grantId ?? adjustmentId ?? holdId ?? ""
  if (type === "CreditsCharged") return `charged ${id}`
  return type === "CreditsRefunded" ? `refunded ${id}` : id
}

/** What a client was told is true from then on, also before the sealer has seen it. */
const learn = (facts: ReadonlyArray<Kept>, told: ReadonlyArray<Told>): void => {
  const proven = new Map(facts.map((fact) => [proves(fact.event), fact]))
  for (const { command, answer } of told) {
    const fact = proven.get(proof(command) ?? "")
    if (fact !== undefined && answer?.says === "done")
      fact.notAfter = Math.min(fact.notAfter, answer.at)
  }
}

/** Times in facts: those that were surely there when it was sent, and may have been when answered. */
const asked = (facts: ReadonlyArray<Kept>, { command, sentAt, answer }: Told): Asked => {
  const from = facts.findLastIndex(({ notAfter }) => notAfter < sentAt) + 1
  if (answer === undefined) return { command, from, to: Infinity, answer }
  // Our clock shows whole milliseconds: the answer came before the next one.
  const later = facts.findIndex(({ notBefore }) => notBefore > answer.at + 1)
  return { command, from, to: later < 0 ? facts.length : later, answer: answer.says }
}

/**
 * Milliseconds. Holds of requests are answered before they are on disk (ledgerRows.ts), and get there
 * within 0.6 s (three times wal_writer_delay); the answers of a crash arrive a little after it.
 */
const beforeCrashMax = 1_000
const afterCrashMax = 500

/** What a crash may undo: whatever was answered right before it, and is proven by nothing on disk. */
const forgiven = (one: Told, crashes: ReadonlyArray<number>): Told => {
  const { command, answer } = one
  if (answer === undefined) return one
  const isAtCrash = crashes.some(
    (at) => answer.at > at - beforeCrashMax && answer.at < at + afterCrashMax
  )
  const isFlushed =
    proof(command) !== undefined && (command.do !== "hold" || command.until === null)
  if (!isAtCrash || (answer.says === "done" && isFlushed)) return one
  return { ...one, answer: undefined }
}

/** Sentences; none when all is well. Nobody may write any more. Crashes: when, epoch milliseconds. */
export const judge = ({ told }: History, crashes: ReadonlyArray<number> = []) =>
  Effect.gen(function* () {
    yield* othersAreGone
    const kept = yield* keptFacts
    const found: Array<string> = []
    for (const account of new Set(told.map(({ account }) => account))) {
      const facts = kept.get(ledgerStream(account)) ?? []
      const mine = told
        .filter((one) => one.account === account)
        .map((one) => forgiven(one, crashes))
      learn(facts, mine)
      const commits = Object.values(Object.groupBy(facts, ({ event }) => event.commitId))
      const { contradictions } = explain(
        commits.map((ofOne) => ({ events: ofOne!.map(({ event }) => event) })),
        mine.map((one) => asked(facts, one))
      )
      found.push(...contradictions.map((contradiction) => `${account}: ${contradiction}`))
    }
    for (const { id, broken } of yield* audit)
      if (broken !== undefined) found.push(`${id}: ${JSON.stringify(broken)}`)
    return found
  })
