/**
 * How likely a mailbox is real on a domain that accepts every recipient, where nobody can ask: from
 * 5 to 95, because nothing that we look at proves either.
 *
 * Weights are judgement, not measurement. What they must keep: each bad sign lowers the number.
 */
import type { Evidence } from "./Evidence.ts"
import { valueOf } from "./Fact.ts"

interface Weight {
  /** Rows of a group exclude each other: the first that holds counts. */
  readonly group: "age" | "spf" | "dmarc" | "provider" | "localPart"
  readonly holds: (evidence: Evidence) => boolean
  readonly points: number
  readonly why: string
}

const neither = 50
const least = 5
const most = 95

const ageDays = ({ age }: Evidence): number | undefined => valueOf(age)?.days

const youngerThan =
  (days: number) =>
  (evidence: Evidence): boolean =>
    (ageDays(evidence) ?? days) < days

const olderThan =
  (days: number) =>
  (evidence: Evidence): boolean =>
    (ageDays(evidence) ?? -1) >= days

export const confidenceWeights: ReadonlyArray<Weight> = [
  { group: "age", holds: youngerThan(30), points: -25, why: "New domains are mostly abuse." },
  { group: "age", holds: youngerThan(365), points: -10, why: "Younger than a year." },
  { group: "age", holds: olderThan(5 * 365), points: 15, why: "In use for five years." },
  { group: "age", holds: olderThan(365), points: 5, why: "In use for a year." },
  {
    group: "spf",
    holds: ({ domain }) => domain?.spf._tag === "Present",
    points: 5,
    why: "Somebody set the domain up for mail."
  },
  {
    group: "spf",
    holds: ({ domain }) => domain?.spf._tag === "Absent",
    points: -10,
    why: "Nobody sends mail from here."
  },
  {
    group: "dmarc",
    holds: ({ domain }) => domain?.dmarc._tag === "Present" && domain.dmarc.value.policy !== "none",
    points: 10,
    why: "Somebody guards the name of the domain."
  },
  {
    group: "dmarc",
    holds: ({ domain }) => domain?.dmarc._tag === "Absent",
    points: -5,
    why: "Well-kept domains mostly have it."
  },
  {
    group: "provider",
    holds: ({ domain }) => domain?.provider._tag === "Present",
    points: 10,
    why: "Somebody pays for mailboxes, and each costs."
  },
  {
    group: "localPart",
    holds: ({ localPart }) => localPart?.synthetic !== undefined,
    points: -30,
    why: "The name looks like nobody's."
  },
  {
    group: "localPart",
    holds: ({ localPart }) => localPart?.shape === "fullName",
    points: 15,
    why: "First and last name: how organizations name mailboxes."
  },
  {
    group: "localPart",
    holds: ({ localPart }) => localPart?.shape === "word",
    points: 5,
    why: "A word can be a name."
  }
]

/** The rows that count for this evidence. */
const countingRows = (evidence: Evidence): ReadonlyArray<Weight> => {
  const holding = confidenceWeights.filter(({ holds }) => holds(evidence))
  return holding.filter(
    ({ group }, index) => holding.findIndex((row) => row.group === group) === index
  )
}

/** `undefined` unless the domain is known to accept every recipient. */
export const catchAllConfidence = (evidence: Evidence): number | undefined => {
  if (evidence.catchAll._tag !== "Present") return undefined
  const sum = countingRows(evidence).reduce((points, row) => points + row.points, neither)
  return Math.min(most, Math.max(least, sum))
}

/** What a catch-all domain costs in points, by confidence: part of the public contract. */
const penalties = [
  { confidenceMin: 70, points: 5 },
  { confidenceMin: 40, points: 15 },
  { confidenceMin: 0, points: 25 }
] as const

/** Points off the score; 0 where the domain is not known to be a catch-all. */
export const catchAllPenalty = (evidence: Evidence): number => {
  const confidence = catchAllConfidence(evidence)
  if (confidence === undefined) return 0
  return penalties.find(({ confidenceMin }) => confidence >= confidenceMin)?.points ?? 0
}
