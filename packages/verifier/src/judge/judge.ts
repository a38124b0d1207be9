/**
 * Judges evidence: a pure function over two tables, so that the same evidence always gets the same
 * judgement.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import { reason } from "@rcpt/domain/reasons"
import type { Reason } from "@rcpt/domain/reasons"
import type { Judgement, Status, SubStatus } from "@rcpt/domain/Verdict"

import { findingNames, findingOf } from "./findings.ts"
import type { FindingName } from "./findings.ts"
import { scoreRules } from "./scoreRules.ts"

export interface VerdictRule {
  readonly finding: FindingName
  /** A second finding that has to hold too. */
  readonly and?: FindingName
  readonly status: Status
  readonly subStatus: SubStatus
  /** A reason to add where this rule decides. */
  readonly because?: Reason
}

/**
 * The verdict, strongest evidence first; the first rule whose finding holds decides.
 *
 * Evidence that no mail can arrive outranks every list: a disposable address on a domain that does not
 * exist is invalid, not only risky.
 */
export const verdictRules: ReadonlyArray<VerdictRule> = [
  { finding: "malformed", status: "invalid", subStatus: "failed_syntax_check" },
  { finding: "dnsFailed", status: "unknown", subStatus: "dns_error" },
  { finding: "domainMissing", status: "invalid", subStatus: "domain_not_found" },
  { finding: "nullMx", status: "invalid", subStatus: "does_not_accept_mail" },
  { finding: "unroutable", status: "invalid", subStatus: "mx_unroutable" },
  {
    finding: "domainRejected",
    status: "invalid",
    subStatus: "domain_rejected_by_mail_server"
  },
  { finding: "mailboxMissing", status: "invalid", subStatus: "mailbox_not_found" },
  { finding: "mailboxDisabled", status: "invalid", subStatus: "mailbox_disabled" },
  // A bounce of the customer's own mail outranks every list. It is not proof: a mailbox may be created again.
  { finding: "reportedBounced", status: "risky", subStatus: "reported_bounce" },
  // More mail to a recipient who complained costs the reputation of the customer, whatever the mailbox takes.
  { finding: "reportedComplained", status: "risky", subStatus: "reported_complaint" },
  // The customer's own word, and no proof either: what the mail server or DNS proves stands above it.
  { finding: "blockedByRule", status: "risky", subStatus: "blocked_by_rule" },
  { finding: "mailHostMissing", status: "risky", subStatus: "no_mx_records" },
  { finding: "mxMissing", status: "risky", subStatus: "no_mx_records" },
  { finding: "disposable", status: "risky", subStatus: "disposable" },
  { finding: "blocklisted", status: "risky", subStatus: "blocklisted" },
  { finding: "parked", status: "risky", subStatus: "parked" },
  { finding: "relay", status: "risky", subStatus: "relay" },
  { finding: "role", and: "catchAll", status: "risky", subStatus: "role_based_catch_all" },
  { finding: "catchAll", status: "risky", subStatus: "catch_all" },
  { finding: "role", status: "risky", subStatus: "role_based" },
  { finding: "synthetic", status: "risky", subStatus: "synthetic_local_part" },
  { finding: "newDomain", status: "risky", subStatus: "new_domain" },
  { finding: "mailboxFull", status: "risky", subStatus: "mailbox_full" },
  {
    finding: "likelyTypo",
    status: "risky",
    subStatus: "possible_typo",
    because: reason("likelyTypo")
  },
  {
    finding: "mailboxUnverified",
    status: "risky",
    subStatus: "mailbox_unverified",
    because: reason("mailboxUnverified")
  }
]

/** Below this score an address that no rule decides is `low_score`. */
const validScoreMin = 80

/** The highest score of each status, whatever the findings add up to. */
const scoreMax: Readonly<Record<Status, number>> = {
  invalid: 10,
  unknown: 50,
  risky: 100,
  valid: 100
}

const costOf: ReadonlyMap<FindingName, (evidence: Evidence) => number> = new Map(
  scoreRules.map(({ finding, points }) => [
    finding,
    typeof points === "number" ? () => points : points
  ])
)

const lowScore = reason("lowScore", { n: validScoreMin })

export const judge = (evidence: Evidence): Judgement => {
  const held = findingNames.filter((name) => findingOf(name).holds(evidence))
  const points = held.reduce((left, name) => left - (costOf.get(name)?.(evidence) ?? 0), 100)
  const reasons = held.flatMap((name) => findingOf(name).says?.(evidence) ?? [])

  const rule = verdictRules.find(
    ({ finding, and = finding }) => held.includes(finding) && held.includes(and)
  )
  if (rule !== undefined) {
    const { status, subStatus, because } = rule
    const score = Math.max(0, Math.min(points, scoreMax[status]))
    return { status, subStatus, score, reasons: because ? [...reasons, because] : reasons }
  }
  return points < validScoreMin
    ? {
        status: "risky",
        subStatus: "low_score",
        score: Math.max(0, points),
        reasons: [...reasons, lowScore]
      }
    : { status: "valid", subStatus: undefined, score: points, reasons }
}
