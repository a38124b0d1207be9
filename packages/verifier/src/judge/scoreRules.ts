/** The cost of each finding, of 100 points. The README of this package shows examples. */
import { catchAllPenalty } from "@rcpt/domain/catchAllConfidence"
import type { Evidence } from "@rcpt/domain/Evidence"

import type { FindingName } from "./findings.ts"

interface ScoreRule {
  readonly finding: FindingName
  /** A function if the cost depends on the evidence (catch-all confidence). */
  readonly points: number | ((evidence: Evidence) => number)
  readonly why: string
}

export const scoreRules: ReadonlyArray<ScoreRule> = [
  { finding: "malformed", points: 100, why: "No mail can be sent to it." },
  { finding: "domainMissing", points: 100, why: "There is no domain to send to." },
  { finding: "nullMx", points: 100, why: "The domain itself declares that it takes no mail." },
  { finding: "unroutable", points: 100, why: "No server on the internet takes its mail." },
  { finding: "domainRejected", points: 100, why: "Its own mail server does not know the domain." },
  { finding: "mailboxMissing", points: 100, why: "Its own mail server does not know it." },
  { finding: "mailboxDisabled", points: 100, why: "Its user can no longer read it." },
  {
    finding: "mailHostMissing",
    points: 90,
    why: "Mail has nowhere to go, as at a domain that does not exist."
  },
  {
    finding: "reportedBounced",
    points: 70,
    why: "Your own mail bounced there."
  },
  {
    finding: "reportedComplained",
    points: 70,
    why: "Its recipient called your mail unwanted."
  },
  { finding: "blockedByRule", points: 70, why: "One of your rules blocks it." },
  { finding: "disposable", points: 60, why: "It works today and is abandoned tomorrow." },
  { finding: "dnsFailed", points: 50, why: "Unknown is half way between; a retry decides it." },
  { finding: "blocklisted", points: 50, why: "The list has seen abuse from there." },
  { finding: "parked", points: 50, why: "A domain for sale hardly ever has mailboxes." },
  { finding: "mxMissing", points: 40, why: "Few domains without MX run a mail server." },
  { finding: "mailboxFull", points: 40, why: "It takes no mail, and is hardly read." },
  { finding: "synthetic", points: 35, why: "Few people choose such a name." },
  {
    finding: "likelyTypo",
    points: 30,
    why: "A stranger reads the mail, or it is lost; added to a mistyped domain."
  },
  {
    finding: "newDomain",
    points: 25,
    why: "Most domains used for abuse are younger than a month."
  },
  {
    finding: "symbol",
    points: 25,
    why: "It needs SMTPUTF8 all the way, and hardly any provider offers such a name."
  },
  { finding: "role", points: 20, why: "Several people read it, and complaints are more frequent." },
  {
    finding: "typo",
    points: 15,
    why: "The owner of the mistyped domain is not the intended recipient."
  },
  {
    finding: "routabilityUnknown",
    points: 15,
    why: "There are MX records, but perhaps no server."
  },
  {
    finding: "smtpInconclusive",
    points: 10,
    why: "The server was asked and gave no result: a little less certain."
  },
  { finding: "relay", points: 10, why: "A person reads it until the alias is switched off." },
  {
    finding: "catchAll",
    points: catchAllPenalty,
    why: "The server accepts it, which proves nothing."
  },
  { finding: "spfMissing", points: 5, why: "Most domains that are used for mail have it." },
  { finding: "dmarcMissing", points: 5, why: "Most well-kept domains have it." }
]
