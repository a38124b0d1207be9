/**
 * The accuracy of verdicts on an account's own mail: reports (`Feedback.ts`) counted by what the verification
 * had said, and the share that bounced, with how far it may be off.
 */
import { penalties } from "./catchAllConfidence.ts"
import { FeedbackEvent } from "./Feedback.ts"
import type { ErasedReport, Report } from "./Feedback.ts"

/** The end of a score or confidence is its band's lower one; bands are ordered, highest first. */
export interface Band {
  readonly name: string
  readonly min: number
}

const bandsOf = (mins: ReadonlyArray<number>, max: number): ReadonlyArray<Band> =>
  mins.map((min, at) => ({ name: `${min}-${at === 0 ? max : mins[at - 1]! - 1}`, min }))

/** From 80 points on an address is `valid` if nothing else decides; below 50 it has several bad signs. */
export const scoreBands = bandsOf([90, 80, 50, 0], 100)

/** Those that cost a catch-all domain different points (`catchAllPenalty`). */
export const confidenceBands = bandsOf(
  penalties.map(({ confidenceMin }) => confidenceMin),
  100
)

const bandOf = (bands: ReadonlyArray<Band>, value: number | undefined): string =>
  value === undefined ? "" : (bands.find(({ min }) => value >= min)?.name ?? "")

/** By what reports are counted; "": not known, or there is none. */
export const dimensions = [
  "mode",
  "status",
  "sub_status",
  "score",
  "provider",
  "catch_all_confidence"
] as const
export type Dimension = (typeof dimensions)[number]

export type Key = Readonly<Record<Dimension, string>>

export const keyOf = ({ status, facts = {} }: Pick<Report, "status" | "facts">): Key => ({
  mode: facts.mode ?? "",
  status,
  sub_status: facts.subStatus ?? "",
  score: bandOf(scoreBands, facts.score),
  provider: facts.provider ?? "",
  catch_all_confidence: bandOf(confidenceBands, facts.confidence)
})

export interface OutcomeCounts {
  readonly delivered: number
  readonly bounced: number
  readonly complained: number
}

export interface Counted extends OutcomeCounts {
  readonly key: Key
  /** When the mail was delivered or came back, in epoch milliseconds. */
  readonly at: number
}

/** One more of an outcome, or one less. */
const countOf = (outcome: Report["outcome"], by: 1 | -1): OutcomeCounts => ({
  delivered: outcome === "delivered" ? by : 0,
  bounced: outcome === "bounced" ? by : 0,
  complained: outcome === "complained" ? by : 0
})

const counted = (report: ErasedReport, by: 1 | -1): Counted => ({
  key: keyOf(report),
  at: report.at,
  ...countOf(report.outcome, by)
})

/** A mail counts once, by the last that was reported of it. */
const reported = (report: Report): ReadonlyArray<Counted> => {
  const { replaces } = report
  const added = counted(report, 1)
  return replaces === undefined ? [added] : [added, counted({ ...report, ...replaces }, -1)]
}

/** What an event adds, and what it takes away. */
export const countedOf = FeedbackEvent.match({
  OutcomesReported: ({ reports }): ReadonlyArray<Counted> => reports.flatMap(reported),
  OutcomesErased: ({ reports }) => reports.map((report) => counted(report, -1))
})

/**
 * Mail for which a share is said. If none of 100 bounces, the true share may still be 3.7 % (95 % of the time
 * it is below); mail services begin to warn at 5 %. With fewer, "none bounced" would not exclude that.
 */
export const accuracyMailMin = 100

/** The share that bounced, and between what it is with 95 % confidence; each from 0 to 1. */
export interface BounceRate {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** The 97.5th percentile of the normal distribution: 2.5 % are left out at either end. */
const z = 1.959963984540054

const rounded = (share: number): number => Math.round(share * 1e6) / 1e6

/** Wilson's score interval (1927): it also holds for shares near 0, where the usual one is too narrow. */
export const wilson = (count: number, of: number): BounceRate => {
  const share = count / of
  const square = z ** 2
  const middle = (share + square / (2 * of)) / (1 + square / of)
  const half =
    (z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of ** 2))
  return {
    share: rounded(share),
    low: rounded(Math.max(0, middle - half)),
    high: rounded(Math.min(1, middle + half))
  }
}

export const sentOf = ({ delivered, bounced, complained }: OutcomeCounts): number =>
  delivered + bounced + complained

/** `undefined`: there is not enough mail to say. */
export const bounceRateOf = (counts: OutcomeCounts): BounceRate | undefined => {
  const sent = sentOf(counts)
  return sent < accuracyMailMin ? undefined : wilson(counts.bounced, sent)
}

/** Without reports of deliveries every mail seems to have bounced. */
export const reportsDeliveries = ({ delivered, complained }: OutcomeCounts): boolean =>
  delivered + complained > 0
