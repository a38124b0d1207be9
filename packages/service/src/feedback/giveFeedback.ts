/** Takes reports on verified addresses: finds the verifications, judges each item, records what is new. */
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import type { FeedbackItem, FeedbackResponse, FeedbackResult } from "@rcpt/api/Feedback"
import { feedbackCounts } from "@rcpt/domain/Feedback"
import type { Submitted } from "@rcpt/domain/Feedback"
import { readBounce } from "@rcpt/verifier/smtp/readBounce"
import { Clock, Effect, DateTime, Duration, Option } from "effect"

import type { IdempotentCommand, StoredReply } from "../ledger/idempotency/Reply.ts"
import { recordDeferred } from "../reports/deferredMail.ts"
import { domainDigest, isOfCatchAll } from "../reports/domainMail.ts"
import { mailboxDigest } from "../reports/mailboxDigest.ts"
import { recordReports } from "../reports/recordReports.ts"
import { findChecks } from "./findChecks.ts"
import type { Caller, Check } from "./findChecks.ts"

// Judges one item of a report: pure, over the item and the verification that it is about.

/** The largest difference between the clocks of two machines. */
const clockSkewMax = Duration.minutes(5)

interface JudgedItem {
  readonly result: FeedbackResult
  /** The report to record; only an accepted item has one. */
  readonly report?: Omit<Submitted, "mailbox"> & { readonly email: string }
  /** Mail that was put off. */
  readonly deferred?: { readonly email: string; readonly at: number }
}

interface Situation {
  readonly item: FeedbackItem
  /** `undefined`: the account did not verify it. */
  readonly check: Check | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

const occurredAt = ({ occurred_at: text }: FeedbackItem, now: number): number | undefined =>
  text === undefined
    ? now
    : Option.getOrUndefined(Option.map(DateTime.make(text), DateTime.toEpochMillis))

const isRecent = (at: number, now: number): boolean =>
  at > now - Duration.toMillis(feedbackCounts) && at <= now + Duration.toMillis(clockSkewMax)

interface Demand {
  readonly isMet: (item: FeedbackItem, now: number) => boolean
  readonly says: string
}

/** The demands on an item, in this order; an item is answered with the first that it does not meet. */
const demands: ReadonlyArray<Demand> = [
  {
    isMet: ({ email, row }) => (email === undefined) !== (row === undefined),
    says: "either email or row must be given"
  },
  {
    isMet: ({ job_id: job, row }) => row === undefined || job !== undefined,
    says: "row must come with job_id"
  },
  { isMet: ({ row = 1 }) => row >= 1, says: "row must be 1 or more" },
  {
    isMet: ({ outcome, smtp_response: text = "" }) => outcome !== "bounced" || text.trim() !== "",
    says: "smtp_response must be given for a bounce"
  },
  {
    isMet: (item, now) => occurredAt(item, now) !== undefined,
    says: `occurred_at ${fieldFault("dateTime", { example: "2026-01-31T12:00:00Z" })}`
  },
  {
    isMet: (item, now) => isRecent(occurredAt(item, now) ?? now, now),
    says: "occurred_at must be within the last 90 days"
  }
]

/** An item names its address as it was sent. */
const named = ({ email, job_id: job, row }: FeedbackItem) => ({
  ...(email !== undefined && { email }),
  ...(job !== undefined && { job_id: job }),
  ...(row !== undefined && { row })
})

const problemOf = (item: FeedbackItem, now: number): string | undefined =>
  demands.find(({ isMet }) => !isMet(item, now))?.says

const judgeItem = ({ item, check, now }: Situation): JudgedItem => {
  const name = named(item)
  const error = problemOf(item, now)
  if (error !== undefined) return { result: { ...name, status: "invalid", error } }
  if (check === undefined || !isRecent(check.checkedAt, now))
    return { result: { ...name, status: "not_verified_by_you" } }
  const { email, status, checkedAt, facts } = check
  const { outcome, smtp_response: text = "" } = item
  const at = Math.min(occurredAt(item, now) ?? now, now)
  const accepted = { ...name, status: "accepted" } as const
  if (outcome === "deferred") return { result: accepted, deferred: { email, at } }
  if (outcome === "bounced" && !readBounce({ text, recipient: email }).isAboutMailbox)
    return { result: { ...name, status: "not_about_mailbox" } }
  return { result: accepted, report: { email, outcome, status, at, checkedAt, facts } }
}

export const bodyOf = (results: FeedbackResponse["results"]): string => {
  const accepted = results.filter(({ status }) => status === "accepted").length
  return JSON.stringify({ results, count: results.length, accepted } satisfies FeedbackResponse)
}

export const giveFeedback = Effect.fnUntraced(function* (
  caller: Caller,
  items: ReadonlyArray<FeedbackItem>,
  command: IdempotentCommand | undefined
) {
  const now = yield* Clock.currentTimeMillis
  const checks = yield* findChecks(
    caller,
    items.filter((item) => problemOf(item, now) === undefined)
  )
  const judged = items.map((item) => judgeItem({ item, check: checks.get(item), now }))
  const mailboxOf = (email: string) => mailboxDigest(caller.addressKey, email)
  yield* recordDeferred(
    caller.accountId,
    judged.flatMap(({ deferred }) =>
      deferred === undefined ? [] : [{ mailbox: mailboxOf(deferred.email), at: deferred.at }]
    )
  )
  const domainOf = yield* domainDigest
  const catchAlls = new Map<string, string>()
  const reports = judged.flatMap(({ report }) => {
    if (report === undefined) return []
    const { email, ...rest } = report
    const mailbox = mailboxOf(email)
    if (isOfCatchAll(rest.facts ?? {})) catchAlls.set(mailbox, domainOf(email))
    return [{ ...rest, mailbox }]
  })
  const body = bodyOf(judged.map(({ result }) => result))
  const reply = command && { ...command, body }
  const kept = yield* recordReports(caller.accountId, { submitted: reports, catchAlls }, reply)
  const stored: StoredReply = { body, kept }
  return stored
})
