/**
 * Kickbox and Emailable have the same four results, and the same reasons for them. Sources: the reference of Kickbox v2
 * ("verification results", "reason codes"), and that of Emailable v1 ("states", "reasons").
 */
import { outcomeOf, verdictOf } from "./outcome.ts"
import type { Outcome, Said } from "./outcome.ts"

const results = {
  valid: "deliverable",
  risky: "risky",
  invalid: "undeliverable",
  unknown: "unknown"
} as const

/** Without a reason, where the mail server was not asked: no reason of theirs says so. */
export const reasons: Readonly<Record<Outcome, string | null>> = {
  accepted: "accepted_email",
  no_problem: null,
  failed_syntax_check: "invalid_email",
  domain_not_found: "invalid_domain",
  does_not_accept_mail: "invalid_domain",
  mx_unroutable: "invalid_domain",
  mailbox_not_found: "rejected_email",
  mailbox_disabled: "rejected_email",
  domain_rejected_by_mail_server: "rejected_email",
  reported_bounce: "low_deliverability",
  reported_complaint: "low_deliverability",
  blocked_by_rule: "low_quality",
  dns_error: "unexpected_error",
  no_mx_records: "low_deliverability",
  disposable: "low_quality",
  blocklisted: "low_quality",
  parked: "low_quality",
  role_based: "low_quality",
  role_based_catch_all: "low_deliverability",
  relay: "low_quality",
  catch_all: "low_deliverability",
  synthetic_local_part: "low_quality",
  new_domain: "low_quality",
  mailbox_full: "low_deliverability",
  possible_typo: "low_quality",
  low_score: "low_quality",
  greylisted: "unavailable_smtp",
  rate_limited: "unavailable_smtp",
  policy_blocked: "unavailable_smtp",
  timeout: "timeout",
  connection_failed: "no_connect",
  inconclusive: "unexpected_error",
  not_asked: "unexpected_error"
}

export const resultOf = (said: Said) => results[verdictOf(said)]
export const reasonOf = (said: Said): string | null => reasons[outcomeOf(said)]
