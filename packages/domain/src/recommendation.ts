/**
 * Recommends what to do with an address, by a table over the verdict and the result of the mail server. The
 * verdict says what was found; the recommendation says whether to send now, later or never.
 */
import { Duration, Schema } from "effect"

import type { SmtpReason, SmtpStatus } from "./Smtp.ts"
import type { Status, SubStatus } from "./Verdict.ts"

export const Recommendation = Schema.Literals([
  "send",
  /** Send in small batches, with consent, and watch the bounces. */
  "send_with_care",
  "do_not_send",
  /** The answer may change later: `retry_after` says when. */
  "ask_again"
])
export type Recommendation = typeof Recommendation.Type

export interface Advice {
  readonly recommendation: Recommendation
  /** The wait in seconds, only with `ask_again`. */
  readonly retryAfter?: number
}

/** The part of a verification that the table needs. */
interface Advised {
  readonly status: Status
  readonly subStatus: SubStatus | undefined
  /** The result of the mail server, only in deep mode. */
  readonly smtp?: { readonly status: SmtpStatus; readonly reason?: SmtpReason } | undefined
}

const send: Advice = { recommendation: "send" }
const withCare: Advice = { recommendation: "send_with_care" }
const never: Advice = { recommendation: "do_not_send" }
const again = (after: Duration.Duration): Advice => ({
  recommendation: "ask_again",
  retryAfter: Duration.toSeconds(after)
})

/** Resolvers keep a failure for some minutes (RFC 2308 §7); servers and routes recover within a quarter of an hour. */
const outage = Duration.minutes(15)
/** Greylisting lets nearly all in after 5 to 10 minutes (RFC 6647 §4). */
const greylisting = Duration.minutes(15)
/** Limits of providers, and ours for guessed names, count by the hour. */
const limit = Duration.hours(1)
/** Our own queue is shorter after this time. */
const queue = Duration.minutes(5)
/** The owner of a full mailbox has to empty it. */
const fullMailbox = Duration.days(1)

const bySubStatus: Readonly<Record<SubStatus, Advice>> = {
  failed_syntax_check: never,
  domain_not_found: never,
  does_not_accept_mail: never,
  mx_unroutable: never,
  mailbox_not_found: never,
  mailbox_disabled: never,
  domain_rejected_by_mail_server: never,
  reported_bounce: never,
  reported_complaint: never,
  blocked_by_rule: never,
  dns_error: again(outage),
  no_mx_records: never,
  disposable: never,
  blocklisted: withCare,
  parked: never,
  role_based: withCare,
  role_based_catch_all: withCare,
  relay: withCare,
  catch_all: withCare,
  synthetic_local_part: withCare,
  new_domain: withCare,
  mailbox_full: again(fullMailbox),
  possible_typo: never,
  mailbox_unverified: withCare,
  low_score: withCare
}

/** Advice without a finding. Every verdict has one now, but stored rows of another time may not. */
const withoutFinding: Readonly<Record<Exclude<Status, "valid">, Advice>> = {
  risky: withCare,
  invalid: never,
  unknown: again(outage)
}

/** Advice for temporary results. A status that is missing here is final, or would be the same again. */
const byStatus: Partial<Readonly<Record<SmtpStatus, Advice>>> = {
  greylisted: again(greylisting),
  rate_limited: again(limit),
  timeout: again(outage)
}
const byReason: Partial<Readonly<Record<SmtpReason, Advice>>> = {
  smtp_throttled: again(queue),
  smtp_unavailable: again(outage),
  smtp_abuse_throttled: again(limit)
}

const ofServer = ({ status, reason }: NonNullable<Advised["smtp"]>): Advice | undefined =>
  byStatus[status] ?? (reason && byReason[reason])

/** Whether a verification may come to something else soon: nothing was learnt, or the server put it off. */
export const isTemporary = ({ smtp, ...verdict }: Advised): boolean =>
  verdict.status === "unknown" ||
  adviceFor(verdict).recommendation === "ask_again" ||
  (smtp !== undefined && ofServer(smtp) !== undefined)

/**
 * The advice for a verification. A later answer of the server may improve it, unless the address must not be
 * used at all.
 */
export const adviceFor = ({ status, subStatus, smtp }: Advised): Advice => {
  if (status === "valid") return send
  const advice = subStatus === undefined ? withoutFinding[status] : bySubStatus[subStatus]
  return advice === withCare ? ((smtp && ofServer(smtp)) ?? withCare) : advice
}
