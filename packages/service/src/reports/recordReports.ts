/**
 * Records reports: the event, the rows that later answers are made from, and the reply, in one transaction.
 * The lock of the account's row lets one request after the other decide what is new.
 */
import * as Feedback from "@rcpt/domain/Feedback"
import type { Known, Report, Submitted } from "@rcpt/domain/Feedback"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore } from "@rcpt/store/EventStore"
import type { Append } from "@rcpt/store/EventStore"
import { Duration, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import type { Reply } from "../ledger/commands.ts"
import type { StoredReply } from "../ledger/idempotency/Reply.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { eraseDeferred } from "./deferredMail.ts"

// The stream of an account's reports, `feedback-<account>`.

export const feedbackCodec = EventCodec.make(Feedback.format)

export const feedbackStream = feedbackCodec.streamOf

const countsSeconds = Duration.toSeconds(Feedback.feedbackCounts)

interface KnownRow {
  readonly mailbox: string
  readonly outcome: Known["outcome"]
  readonly at: Date
  readonly reportedAt: Date
  readonly facts: Feedback.Facts | null
}

const knownOf = (account: string, reports: ReadonlyArray<Submitted>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<KnownRow>`
      select encode(mailbox, 'hex') as mailbox, outcome, at, reported_at as "reportedAt", facts
      from reported_mailbox
      where account_id = ${account} and expires_at > now() and mailbox in (
        select decode(asked, 'hex') from unnest(${reports.map(({ mailbox }) => mailbox)}::text[]) asked)`
  ).pipe(
    Effect.map(
      (rows): ReadonlyMap<string, Known> =>
        new Map(
          rows.map(({ mailbox, outcome, at, reportedAt, facts }) => [
            mailbox,
            {
              outcome,
              at: at.getTime(),
              reportedAt: reportedAt.getTime(),
              ...(facts !== null && { facts })
            }
          ])
        )
    )
  )

interface Given {
  readonly submitted: ReadonlyArray<Submitted>
  /** By mailbox: the digest of its domain, where that takes every name (domainMail.ts). */
  readonly catchAlls?: ReadonlyMap<string, string>
}

const keepRows = (account: string, reports: ReadonlyArray<Report>, catchAlls: Given["catchAlls"]) =>
  SqlClient.SqlClient.use((sql) => {
    const at = reports.map((report) => report.at)
    return sql`
      insert into reported_mailbox (account_id, mailbox, outcome, at, reported_at, expires_at,
        status, facts, domain)
      select ${account}::uuid, decode(mailbox, 'hex'), outcome, at, now(),
        at + make_interval(secs => ${countsSeconds}::float8), status, facts::jsonb,
        decode(nullif(domain, ''), 'hex')
      from (select mailbox, outcome, status, facts, domain,
          'epoch'::timestamptz + millis * interval '1 millisecond' as at
        from unnest(${reports.map(({ mailbox }) => mailbox)}::text[],
          ${reports.map(({ outcome }) => outcome)}::text[], ${at}::float8[],
          ${reports.map(({ status }) => status)}::text[],
          ${reports.map(({ facts }) => (facts ? JSON.stringify(facts) : null))}::text[],
          ${reports.map(({ mailbox }) => catchAlls?.get(mailbox) ?? "")}::text[])
          as given (mailbox, outcome, millis, status, facts, domain)) reported
      on conflict (account_id, mailbox) do update set outcome = excluded.outcome, at = excluded.at,
        reported_at = excluded.reported_at, expires_at = excluded.expires_at,
        status = excluded.status, facts = excluded.facts, domain = excluded.domain`
  })

const lockAccount = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`select from account where account_id = ${account} for no key update`
  )

/** The time only moves forward: a report of old news does not end what a newer one began. */
const noteFeedback = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update account
      set feedback_until = now() + make_interval(secs => ${countsSeconds}::float8)
      where account_id = ${account}`
  )

const toAppend = (
  accountId: string,
  version: number,
  event: Feedback.FeedbackEvent,
  reply: Reply | undefined
): Append => {
  const stream = feedbackStream(accountId)
  return {
    streams: [{ stream, expectedVersion: version, events: [feedbackCodec.encode(event)] }],
    commands:
      reply === undefined
        ? []
        : [
            {
              commandId: reply.commandId,
              requestHash: reply.requestHash,
              outcome: { account: accountId, credits: 0 },
              reply: reply.body
            }
          ],
    holds: [],
    transfers: []
  }
}

/** "before": another attempt at the same request has recorded its reports. */
const append = (
  account: string,
  event: Feedback.FeedbackEvent,
  reply: Reply | undefined
): Effect.Effect<StoredReply["kept"], never, EventStore> =>
  EventStore.use((store) => {
    const stream = feedbackStream(account)
    const commands = reply === undefined ? [] : [reply.commandId]
    const keys = { streams: [stream], accounts: [], holds: [], commands }
    return store.transact(keys, (view) => {
      const kept = reply === undefined ? ("no" as const) : ("yes" as const)
      return Result.succeed(
        view.commands.length > 0
          ? { append: undefined, outcome: "before" as const }
          : { append: toAppend(account, view.versions[stream] ?? 0, event, reply), outcome: kept }
      )
    })
  }).pipe(Effect.orDie)

export const recordReports = Effect.fnUntraced(function* (
  account: string,
  { submitted, catchAlls }: Given,
  reply: Reply | undefined
) {
  if (submitted.length === 0) return "no" as const
  const inTransaction = yield* makeWriteTransaction
  return yield* inTransaction(
    Effect.gen(function* () {
      yield* lockAccount(account)
      const reports = Feedback.newReports(submitted, yield* knownOf(account, submitted))
      if (reports.length === 0) return "no" as const
      yield* keepRows(account, reports, catchAlls)
      yield* noteFeedback(account)
      const reported = Feedback.FeedbackEvent.cases.OutcomesReported.make({
        accountId: account,
        reports
      })
      return yield* append(account, reported, reply)
    })
  )
})

interface ErasedRow extends Omit<KnownRow, "mailbox" | "reportedAt"> {
  /** Null: recorded by an older program, which did not count it. */
  readonly status: Report["status"] | null
}

/**
 * Forgets the last report on a mailbox, whose counts it takes back, and mail that was put off. `mailbox`: the digest.
 * Returns how many there were.
 */
export const eraseReports = Effect.fnUntraced(function* (account: string, mailbox: string) {
  const inTransaction = yield* makeWriteTransaction
  return yield* inTransaction(
    Effect.gen(function* () {
      yield* lockAccount(account)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<ErasedRow>`
        delete from reported_mailbox
        where account_id = ${account} and mailbox = decode(${mailbox}, 'hex')
        returning outcome, at, status, facts`
      const reports = rows.flatMap(({ outcome, at, status, facts }) =>
        status === null ? [] : [{ outcome, status, at: at.getTime(), ...(facts && { facts }) }]
      )
      if (reports.length > 0) {
        const cases = Feedback.FeedbackEvent.cases
        yield* append(
          account,
          cases.OutcomesErased.make({ accountId: account, reports }),
          undefined
        )
      }
      return rows.length + (yield* eraseDeferred(account, mailbox))
    })
  )
})
