/** What each finding costs, of 100 points. The README of this package shows the sums. */
import type { FindingName } from "./findings.ts"

export interface ScoreRule {
  readonly finding: FindingName
  readonly points: number
  readonly why: string
}

export const scoreRules: ReadonlyArray<ScoreRule> = [
  { finding: "malformed", points: 100, why: "Nobody can send to it." },
  { finding: "domainMissing", points: 100, why: "There is nowhere to send to." },
  { finding: "nullMx", points: 100, why: "The domain itself says no." },
  { finding: "unroutable", points: 100, why: "No server on the internet takes its mail." },
  {
    finding: "mailHostMissing",
    points: 80,
    why: "The domain exists, but nothing could take mail."
  },
  { finding: "disposable", points: 60, why: "It works today, and nobody reads it tomorrow." },
  { finding: "dnsFailed", points: 50, why: "Not known is half way; a retry settles it." },
  { finding: "mxMissing", points: 40, why: "Few domains without MX run a mail server." },
  { finding: "role", points: 20, why: "Several people read it, and complaints are more frequent." },
  { finding: "routabilityUnknown", points: 15, why: "MX records are there, a server may not be." },
  { finding: "spfMissing", points: 5, why: "Domains that are used for mail mostly have it." },
  { finding: "dmarcMissing", points: 5, why: "Well-kept domains mostly have it." }
]
