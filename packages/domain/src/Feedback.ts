/**
 * Reports of an account about mail to addresses that it had verified: stream `feedback-<account>`. They change
 * later answers only to this account: otherwise one account could blame addresses that others send to.
 */
import { Duration, Schema } from "effect"

import { deliveryOutcomes } from "./Evidence.ts"
import { Mode, Status } from "./Verdict.ts"

/** How long a verification can be reported on, and a report changes answers: addresses change hands. */
export const feedbackCounts = Duration.days(90)

/** Mail that was put off is counted as long as accuracy looks back. */
export const deferredKept = Duration.days(366)

export const DeliveryOutcome = Schema.Literals(deliveryOutcomes)

/** `deferred`: a mail server put the mail off, or bounced it softly. That is counted, and changes nothing. */
export const ReportedOutcome = Schema.Literals([...deliveryOutcomes, "deferred"])
export type ReportedOutcome = typeof ReportedOutcome.Type

/** What the verification said beside its status, as far as it is known: accuracy is counted by it. */
export const Facts = Schema.Struct({
  mode: Schema.optionalKey(Mode),
  subStatus: Schema.optionalKey(Schema.String),
  score: Schema.optionalKey(Schema.Int),
  /** The service that the domain's mail hosts belong to, if it is a known one. */
  provider: Schema.optionalKey(Schema.String),
  /** Only of catch-all domains. */
  confidence: Schema.optionalKey(Schema.Int)
})
export type Facts = typeof Facts.Type

/** One report. `mailbox` is an HMAC under a key of the account. It never holds an address or the words of a bounce. */
const Report = Schema.Struct({
  mailbox: Schema.String,
  outcome: DeliveryOutcome,
  /** The status of the verification that it reports on. */
  status: Status,
  /** When the mail was delivered or came back, in epoch milliseconds. */
  at: Schema.Int,
  /** Absent in reports that older programs have recorded. */
  facts: Schema.optionalKey(Facts),
  /** The earlier report on the same mail, which counts no more. */
  replaces: Schema.optionalKey(Schema.Struct({ outcome: DeliveryOutcome, at: Schema.Int }))
})
export type Report = typeof Report.Type

const { mailbox: _mailbox, replaces: _replaces, ...ofErased } = Report.fields
const ErasedReport = Schema.Struct(ofErased)
export type ErasedReport = typeof ErasedReport.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const FeedbackEvent = Schema.TaggedUnion({
  OutcomesReported: { accountId: Schema.String, reports: Schema.Array(Report) },
  /** The person was erased: the last report on their mail counts no more. Which mailbox it was, is not said. */
  OutcomesErased: { accountId: Schema.String, reports: Schema.Array(ErasedReport) }
})
export type FeedbackEvent = typeof FeedbackEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `feedback-<account>`. */
export const format = { category: "feedback", events: FeedbackEvent, upcasts: {} }

/** A submitted report. */
export interface Submitted extends Omit<Report, "replaces"> {
  /** When the verification was made, in epoch milliseconds. */
  readonly checkedAt: number
}

/** The latest report of an account about a mailbox. */
export interface Known extends Pick<Report, "outcome" | "at" | "facts"> {
  /** When it was reported, in epoch milliseconds. */
  readonly reportedAt: number
}

/** A later delivery does not take a complaint back: the recipient has asked for no more mail. */
const wouldTakeBack = (outcome: Report["outcome"], known: Known): boolean =>
  known.outcome === "complained" && outcome === "delivered"

/** Whether a report is news. A verification counts once for each outcome, and an older report replaces no newer one. */
const isNews = ({ outcome, at, checkedAt }: Submitted, known: Known | undefined): boolean =>
  known === undefined ||
  (at >= known.at &&
    !wouldTakeBack(outcome, known) &&
    (outcome !== known.outcome || checkedAt > known.reportedAt))

/** Two reports on one verification are of one mail. Its facts stay those of the first: activity may be gone by now. */
const toReport = ({ checkedAt, ...report }: Submitted, known: Known | undefined): Report => {
  if (known === undefined || checkedAt > known.reportedAt) return report
  const { facts: _, ...rest } = report
  const { outcome, at, facts } = known
  return { ...rest, ...(facts && { facts }), replaces: { outcome, at } }
}

/** The reports to record: the latest one of each mailbox, if it says anything new. */
export const newReports = (
  submitted: ReadonlyArray<Submitted>,
  known: ReadonlyMap<string, Known>
): ReadonlyArray<Report> => {
  const latest = new Map<string, Submitted>()
  for (const report of submitted)
    if (report.at >= (latest.get(report.mailbox)?.at ?? -Infinity))
      latest.set(report.mailbox, report)
  return [...latest.values()].flatMap((report) => {
    const before = known.get(report.mailbox)
    return isNews(report, before) ? [toReport(report, before)] : []
  })
}

/** The outcome that a status promises. Only `valid` and `invalid` promise one. */
const promised: Readonly<Partial<Record<Status, Report["outcome"]>>> = {
  valid: "delivered",
  invalid: "bounced"
}

/** Whether the verdict was right; `undefined` if it left the outcome open. A complaint is about the mail, not the mailbox. */
export const wasRight = ({
  status,
  outcome
}: Pick<Report, "status" | "outcome">): boolean | undefined => {
  const expected = promised[status]
  return expected === undefined || outcome === "complained" ? undefined : expected === outcome
}

export interface ReportCounts {
  readonly delivered: number
  readonly bounced: number
  readonly complained: number
  /** How many verdicts proved right. */
  readonly correct: number
  readonly wrong: number
}

export const countReports = (
  reports: ReadonlyArray<Pick<Report, "status" | "outcome">>
): ReportCounts => {
  const count = (holds: (report: Pick<Report, "status" | "outcome">) => boolean) =>
    reports.filter(holds).length
  return {
    delivered: count(({ outcome }) => outcome === "delivered"),
    bounced: count(({ outcome }) => outcome === "bounced"),
    complained: count(({ outcome }) => outcome === "complained"),
    correct: count((report) => wasRight(report) === true),
    wrong: count((report) => wasRight(report) === false)
  }
}
