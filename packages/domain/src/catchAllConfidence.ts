/**
 * Estimates how likely a mailbox is real on a domain that accepts every recipient, whose mail server cannot tell.
 * The number is from 5 to 95, because none of these signs proves it either way.
 *
 * The weights are estimates, not measurements. Invariant: each bad sign lowers the number.
 */
import type { Evidence } from "./Evidence.ts"
import { valueOf } from "./Fact.ts"

interface Weight {
  /** Only the first weight that applies counts in each group. */
  readonly group: "age" | "spf" | "dmarc" | "provider" | "localPart"
  readonly applies: (evidence: Evidence) => boolean
  readonly points: number
  readonly why: string
}

const initial = 50
const min = 5
const max = 95

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
  { group: "age", applies: youngerThan(30), points: -25, why: "New domains are mostly abuse." },
  { group: "age", applies: youngerThan(365), points: -10, why: "Younger than a year." },
  { group: "age", applies: olderThan(5 * 365), points: 15, why: "In use for five years." },
  { group: "age", applies: olderThan(365), points: 5, why: "In use for a year." },
  {
    group: "spf",
    applies: ({ domain }) => domain?.spf._tag === "Present",
    points: 5,
    why: "The domain is set up for mail."
  },
  {
    group: "spf",
    applies: ({ domain }) => domain?.spf._tag === "Absent",
    points: -10,
    why: "A domain that sends mail usually has SPF."
  },
  {
    group: "dmarc",
    applies: ({ domain }) =>
      domain?.dmarc._tag === "Present" && domain.dmarc.value.policy !== "none",
    points: 10,
    why: "The domain is protected from misuse."
  },
  {
    group: "dmarc",
    applies: ({ domain }) => domain?.dmarc._tag === "Absent",
    points: -5,
    why: "Most well-run domains have DMARC."
  },
  {
    group: "provider",
    applies: ({ domain }) => domain?.provider._tag === "Present",
    points: 10,
    why: "The domain pays a provider per mailbox."
  },
  {
    group: "localPart",
    applies: ({ localPart }) => localPart?.synthetic !== undefined,
    points: -30,
    why: "The name looks made up."
  },
  {
    group: "localPart",
    applies: ({ localPart }) => localPart?.shape === "fullName",
    points: 15,
    why: "First and last name: how organizations name mailboxes."
  },
  {
    group: "localPart",
    applies: ({ localPart }) => localPart?.shape === "word",
    points: 5,
    why: "A word can be a name."
  }
]

/** The weights that count for this evidence. */
const countedWeights = (evidence: Evidence): ReadonlyArray<Weight> => {
  const applicable = confidenceWeights.filter(({ applies }) => applies(evidence))
  return applicable.filter(
    ({ group }, index) => applicable.findIndex((weight) => weight.group === group) === index
  )
}

/** The confidence, from 5 to 95; `undefined` unless the domain is known to accept every recipient. */
export const catchAllConfidence = (evidence: Evidence): number | undefined => {
  if (evidence.catchAll._tag !== "Present") return undefined
  const sum = countedWeights(evidence).reduce((total, { points }) => total + points, initial)
  return Math.min(max, Math.max(min, sum))
}

/** The score points that a catch-all domain loses, by confidence. They are part of the public contract. */
export const penalties = [
  { confidenceMin: 70, points: 5 },
  { confidenceMin: 40, points: 15 },
  { confidenceMin: 0, points: 25 }
] as const

/** The points to subtract from the score; 0 if the domain is not known to be a catch-all. */
export const catchAllPenalty = (evidence: Evidence): number => {
  const confidence = catchAllConfidence(evidence)
  if (confidence === undefined) return 0
  return penalties.find(({ confidenceMin }) => confidence >= confidenceMin)?.points ?? 0
}
