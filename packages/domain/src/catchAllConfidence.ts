/**
 * Estimates how likely a mailbox is real on a domain that accepts every recipient, whose mail server cannot tell.
 * The number is from 5 to 95, because none of these signs proves it either way.
 *
 * The weights are estimates, not measurements. Invariant: each bad sign lowers the number.
 *
 * Where accounts report what became of mail to the domain, the estimate is the mean of a Beta distribution (Gelman et al.,
 * Bayesian Data Analysis, 2.4): the signs are its prior, and each mail that arrived or bounced moves it.
 */
import type { DomainMail, Evidence, MailCounts } from "./Evidence.ts"
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

const within = (points: number): number => Math.min(max, Math.max(min, points))

/**
 * The signs count like so many mails. More would keep the estimate where it is; with fewer, one bounce would decide. At 10,
 * three of three mails that came back bring 85 to 65.
 */
export const priorMails = 10

/** All mail of other accounts counts at most like so many of the own: their recipients are other people. */
export const othersMailsMax = 10

/** Mail of other accounts counts if so many of them report, so that no account can be seen in the number. */
export const otherAccountsMin = 3

const noMail: MailCounts = { arrived: 0, bounced: 0 }

const mailsOf = ({ arrived, bounced }: MailCounts): number => arrived + bounced

/** Whether reports about mail to the domain count for this address. */
export const countsMail = ({ catchAll, domainMail }: Evidence, whose: keyof DomainMail): boolean =>
  catchAll._tag === "Present" && mailsOf(domainMail?.[whose] ?? noMail) > 0

const learnt = (prior: number, { own, others = noMail }: DomainMail): number => {
  const share = Math.min(1, othersMailsMax / Math.max(1, mailsOf(others)))
  const arrived = (priorMails * prior) / 100 + own.arrived + share * others.arrived
  return Math.round((100 * arrived) / (priorMails + mailsOf(own) + share * mailsOf(others)))
}

/** The confidence, from 5 to 95; `undefined` unless the domain is known to accept every recipient. */
export const catchAllConfidence = (evidence: Evidence): number | undefined => {
  if (evidence.catchAll._tag !== "Present") return undefined
  const sum = countedWeights(evidence).reduce((total, { points }) => total + points, initial)
  const { domainMail } = evidence
  return within(domainMail === undefined ? sum : learnt(within(sum), domainMail))
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
