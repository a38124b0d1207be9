/** What each finding costs, of 100 points. The README of this package shows the sums. */
import { catchAllPenalty } from "@rcpt/domain/catchAllConfidence"
import type { Evidence } from "@rcpt/domain/Evidence"

import type { FindingName } from "./findings.ts"

export interface ScoreRule {
  readonly finding: FindingName
  /** A function where the interface makes the price depend on how sure we are. */
  readonly points: number | ((evidence: Evidence) => number)
  readonly why: string
}

export const scoreRules: ReadonlyArray<ScoreRule> = [
  { finding: "malformed", points: 100, why: "Nobody can send to it." },
  { finding: "domainMissing", points: 100, why: "There is nowhere to send to." },
  { finding: "nullMx", points: 100, why: "The domain itself says no." },
  { finding: "unroutable", points: 100, why: "No server on the internet takes its mail." },
  { finding: "domainRejected", points: 100, why: "Its own mail server does not know the domain." },
  { finding: "mailboxMissing", points: 100, why: "Its own mail server does not know it." },
  { finding: "mailboxDisabled", points: 100, why: "Nobody can read it any more." },
  {
    finding: "mailHostMissing",
    points: 80,
    why: "The domain exists, but nothing could take mail."
  },
  { finding: "disposable", points: 60, why: "It works today, and nobody reads it tomorrow." },
  { finding: "dnsFailed", points: 50, why: "Not known is half way; a retry settles it." },
  { finding: "blocklisted", points: 50, why: "Somebody has seen abuse from there." },
  { finding: "parked", points: 50, why: "Hardly anybody has a mailbox on a domain for sale." },
  { finding: "mxMissing", points: 40, why: "Few domains without MX run a mail server." },
  { finding: "mailboxFull", points: 40, why: "It takes no mail, and hardly anybody reads it." },
  { finding: "synthetic", points: 35, why: "Few people call themselves so." },
  { finding: "newDomain", points: 25, why: "Most domains of abuse are younger than a month." },
  { finding: "role", points: 20, why: "Several people read it, and complaints are more frequent." },
  { finding: "typo", points: 15, why: "Whoever has the mistyped domain is not who was meant." },
  { finding: "routabilityUnknown", points: 15, why: "MX records are there, a server may not be." },
  { finding: "smtpInconclusive", points: 10, why: "Asked, and not told: somewhat less sure." },
  { finding: "relay", points: 10, why: "A person reads it, until the alias is switched off." },
  { finding: "catchAll", points: catchAllPenalty, why: "That it is accepted proves nothing." },
  { finding: "spfMissing", points: 5, why: "Domains that are used for mail mostly have it." },
  { finding: "dmarcMissing", points: 5, why: "Well-kept domains mostly have it." }
]
