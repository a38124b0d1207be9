/**
 * Worlds of catch-all domains in which the true share of mail that arrives is known, to show how well the confidence
 * tells it after so many reports. Nothing is drawn by chance: each possible outcome counts with its probability.
 */
import { catchAllConfidence } from "@rcpt/domain/catchAllConfidence"
import type { Evidence, MailCounts } from "@rcpt/domain/Evidence"
import { present, unanswered } from "@rcpt/domain/Fact"

import { evidence } from "./evidence.ts"

/** Domains whose signs bring these points, each as frequent as the others. */
const unknown = { spf: unanswered("timeout"), dmarc: unanswered("timeout") } as const
const aged = (days: number) => present({ days, registeredOn: "2020-01-01" })
const domainWith = (
  facts: Parameters<typeof evidence>[0],
  more: Partial<Evidence>
): Evidence & { readonly prior: number } => {
  const known = evidence(
    facts,
    {},
    {
      catchAll: present({ because: "a test" }),
      age: unanswered("timeout"),
      localPart: { shape: "other", synthetic: undefined },
      ...more
    }
  )
  return { ...known, prior: catchAllConfidence(known)! / 100 }
}
const fullName = { shape: "fullName", synthetic: undefined } as const
export const domains = [
  domainWith(unknown, { age: aged(7) }),
  domainWith(unknown, {}),
  domainWith({}, {}),
  domainWith({}, { localPart: fullName })
]

/** True shares, with the middle of each of 40 equal parts. */
const shares = Array.from({ length: 40 }, (_, at) => (at + 0.5) / 40)

/** The density of a Beta distribution, but for its constant. */
const beta = (a: number, b: number) => (share: number) => share ** (a - 1) * (1 - share) ** (b - 1)

interface World {
  readonly name: string
  /** How frequent a true share is among domains whose signs bring so many points, of 1. */
  readonly weight: (prior: number) => (share: number) => number
}

export const worlds: ReadonlyArray<World> = [
  { name: "the signs are right", weight: (prior) => beta(10 * prior, 10 * (1 - prior)) },
  { name: "the signs say nothing", weight: () => () => 1 },
  { name: "most names do not exist", weight: () => beta(2, 8) }
]

const binomial = (count: number, of: number, share: number): number => {
  let probability = (1 - share) ** of
  for (let at = 1; at <= count; at++) probability *= ((of - at + 1) / at) * (share / (1 - share))
  return probability
}

interface Case {
  readonly confidence: number
  readonly share: number
  /** How frequent it is, of 1. */
  readonly weight: number
}

const noMail: MailCounts = { arrived: 0, bounced: 0 }

/** All that can happen after the account has reported on so many mails to a domain. */
const casesAfter = (mails: number, { weight }: World): ReadonlyArray<Case> =>
  domains.flatMap((domain) => {
    const frequent = shares.map(weight(domain.prior))
    const all = frequent.reduce((sum, one) => sum + one, 0) * domains.length
    return shares.flatMap((share, at) =>
      Array.from({ length: mails + 1 }, (_, arrived) => {
        const own = mails === 0 ? noMail : { arrived, bounced: mails - arrived }
        return {
          confidence: catchAllConfidence({ ...domain, domainMail: { own } })! / 100,
          share,
          weight: (frequent[at]! / all) * binomial(arrived, mails, share)
        }
      })
    )
  })

const mean = (cases: ReadonlyArray<Case>, value: (one: Case) => number): number =>
  cases.reduce((sum, one) => sum + one.weight * value(one), 0) /
  cases.reduce((sum, { weight }) => sum + weight, 0)

/** Brier (1950): the mean square of what was said less what happened to the next mail; 0 is best, 0.25 a coin. */
export const brierAfter = (mails: number, world: World): number =>
  mean(
    casesAfter(mails, world),
    ({ confidence, share }) => (confidence - share) ** 2 + share * (1 - share)
  )

/** If the true share were known. */
export const brierBest = (world: World): number =>
  mean(casesAfter(0, world), ({ share }) => share * (1 - share))

const bands = [
  [0, 0.2],
  [0.2, 0.4],
  [0.4, 0.6],
  [0.6, 0.8],
  [0.8, 1]
] as const

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head = [], ...body] = rows
  return [head, head.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |`).join("\n")
}

export const brierTable = (): string =>
  table([
    ["mails reported", ...worlds.map(({ name }) => name)],
    ...[0, 1, 3, 10, 30, 100].map((mails) => [
      String(mails),
      ...worlds.map((world) => brierAfter(mails, world).toFixed(3))
    ]),
    ["true share known", ...worlds.map((world) => brierBest(world).toFixed(3))]
  ])

const percent = (share: number): string => String(Math.round(100 * share))

/** Over all worlds: what was said, and what share of the next mails arrived. */
export const calibrationTable = (): string => {
  const after = (mails: number) => worlds.flatMap((world) => casesAfter(mails, world))
  const both = [after(0), after(10)]
  return table([
    ["confidence", "arrived, without reports", "arrived, after 10 mails"],
    ...bands.map(([from, to]) => [
      `${percent(from)} to ${percent(to) === "100" ? "95" : String(Number(percent(to)) - 1)}`,
      ...both.map((cases) => {
        const within = cases.filter(({ confidence }) => confidence >= from && confidence < to)
        return within.length === 0 ? "–" : `${percent(mean(within, ({ share }) => share))} %`
      })
    ])
  ])
}

if (import.meta.main) process.stdout.write(`${brierTable()}\n\n${calibrationTable()}\n`)
