/**
 * What an account reports about mail to addresses that it had verified: stream `feedback-<account>`. Reports
 * change later answers to this account, and nobody else's: one account could blame what others send to.
 */
import { Duration, Schema } from "effect"

import { deliveryOutcomes } from "./Evidence.ts"
import { Status } from "./Verdict.ts"

/** A verification can be reported on, and a report changes answers, for so long: addresses change hands. */
export const feedbackCounts = Duration.days(90)

export const DeliveryOutcome = Schema.Literals(deliveryOutcomes)

/** `mailbox`: an HMAC under a key of the account. Never an address, nor the words of a bounce. */
export const Report = Schema.Struct({
  mailbox: Schema.String,
  outcome: DeliveryOutcome,
  /** Of the verification that it reports on. */
  status: Status,
  /** When the mail was delivered or came back, in epoch milliseconds. */
  at: Schema.Int
})
export type Report = typeof Report.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const FeedbackEvent = Schema.TaggedUnion({
  OutcomesReported: { accountId: Schema.String, reports: Schema.Array(Report) }
})
export type FeedbackEvent = typeof FeedbackEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `feedback-<account>`. */
export const format = { category: "feedback", events: FeedbackEvent, upcasts: {} }

/** A report, and when the verification was that it reports on, in epoch milliseconds. */
export interface Submitted extends Report {
  readonly checkedAt: number
}

/** What an account has said about a mailbox last. */
export interface Known extends Pick<Report, "outcome" | "at"> {
  /** When it said so, in epoch milliseconds. */
  readonly reportedAt: number
}

/** Each verification counts once for each outcome, and older news do not replace newer ones. */
const isNews = ({ outcome, at, checkedAt }: Submitted, known: Known | undefined): boolean =>
  known === undefined ||
  (at >= known.at && (outcome !== known.outcome || checkedAt > known.reportedAt))

/** The reports to record: of several about one mailbox the latest, if it says anything new. */
export const newReports = (
  submitted: ReadonlyArray<Submitted>,
  known: ReadonlyMap<string, Known>
): ReadonlyArray<Submitted> => {
  const latest = new Map<string, Submitted>()
  for (const report of submitted)
    if (report.at >= (latest.get(report.mailbox)?.at ?? -Infinity))
      latest.set(report.mailbox, report)
  return [...latest.values()].filter((report) => isNews(report, known.get(report.mailbox)))
}

/** Only `valid` and `invalid` promise an outcome. */
const promised: Readonly<Partial<Record<Status, Report["outcome"]>>> = {
  valid: "delivered",
  invalid: "bounced"
}

/** Whether the verdict was right; `undefined`: it left that open. */
export const wasRight = ({
  status,
  outcome
}: Pick<Report, "status" | "outcome">): boolean | undefined => {
  const expected = promised[status]
  return expected === undefined ? undefined : expected === outcome
}

export interface ReportCounts {
  readonly delivered: number
  readonly bounced: number
  /** Verdicts that proved right. */
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
    correct: count((report) => wasRight(report) === true),
    wrong: count((report) => wasRight(report) === false)
  }
}
