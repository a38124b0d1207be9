/**
 * Decides when no mail server is asked: servers of other people are asked only what nothing else can tell. The
 * order of the rows matters: the first one that holds is the reason.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import type { SmtpReason } from "@rcpt/domain/Smtp"

import { findings } from "../judge/findings.ts"

interface ReasonRow {
  readonly reason: SmtpReason
  readonly holds: (evidence: Evidence) => boolean
}

const unroutable =
  (why: "noAddress" | "privateAddress") =>
  ({ domain }: Evidence): boolean =>
    domain?.routability._tag === "unroutable" && domain.routability.why === why

const reasonRows: ReadonlyArray<ReasonRow> = [
  { reason: "smtp_invalid_syntax", holds: findings.malformed.holds },
  // DNS failed or was too slow, so it is unknown where to connect.
  { reason: "smtp_unavailable", holds: ({ domain }) => domain === undefined },
  { reason: "smtp_unavailable", holds: findings.dnsFailed.holds },
  { reason: "smtp_no_mx", holds: findings.domainMissing.holds },
  { reason: "smtp_no_mx", holds: findings.nullMx.holds },
  { reason: "smtp_no_mx", holds: findings.mailHostMissing.holds },
  { reason: "smtp_no_mx", holds: findings.mxMissing.holds },
  { reason: "smtp_no_mx", holds: unroutable("noAddress") },
  { reason: "smtp_unsafe_mx", holds: unroutable("privateAddress") },
  { reason: "smtp_not_required", holds: findings.blockedByRule.holds },
  { reason: "smtp_not_required", holds: findings.disposable.holds },
  { reason: "smtp_not_required", holds: findings.parked.holds },
  { reason: "smtp_smtputf8", holds: findings.smtputf8.holds }
]

/** The reason not to ask a mail server; `undefined` if one can be asked. */
export const notProbedReason = (evidence: Evidence): SmtpReason | undefined =>
  reasonRows.find(({ holds }) => holds(evidence))?.reason
