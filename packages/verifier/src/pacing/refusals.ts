/**
 * Block detection: whether a provider has blocked us, judged by its recent results. That takes many
 * domains, nearly all of which refuse us. One domain's refusals say nothing as long as others are
 * served.
 */
import { Duration, Schema } from "effect"

import {
  answersKeptMax,
  answersLifetime,
  answersToJudgeMin,
  domainsToJudgeMin,
  refusedShareMax
} from "./limits.ts"

export const PastAnswer = Schema.Struct({
  /** Epoch milliseconds. */
  at: Schema.Finite,
  domain: Schema.String,
  /** For a reason that is about us. */
  refused: Schema.Boolean
})
export type PastAnswer = typeof PastAnswer.Type

const since = (now: number): number => now - Duration.toMillis(answersLifetime)

export const addAnswer = (
  answers: ReadonlyArray<PastAnswer>,
  answer: PastAnswer,
  now: number
): ReadonlyArray<PastAnswer> => {
  const oldest = since(now)
  const firstKept = answers.findIndex(({ at }, index) => {
    return at >= oldest && index > answers.length - answersKeptMax
  })
  return [...(firstKept === -1 ? [] : answers.slice(firstKept)), answer]
}

const shareOfRefusals = (answers: ReadonlyArray<PastAnswer>): number =>
  answers.filter(({ refused }) => refused).length / answers.length

/** The domain with most refusals. */
const worstOf = (answers: ReadonlyArray<PastAnswer>): string | undefined => {
  const refusals = new Map<string, number>()
  for (const { domain, refused } of answers) {
    if (refused) refusals.set(domain, (refusals.get(domain) ?? 0) + 1)
  }
  return [...refusals].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** The reason to pause, if there is one. */
export const judgeRefusals = (
  answers: ReadonlyArray<PastAnswer>
): "blocked" | "refused" | undefined => {
  if (answers.length < answersToJudgeMin) return undefined
  if (shareOfRefusals(answers) < refusedShareMax) return undefined
  // A thousand rows of one domain would outnumber all others. Those decide.
  const worst = worstOf(answers)
  const others = answers.filter(({ domain }) => domain !== worst)
  if (others.length > 0 && shareOfRefusals(others) <= 0.5) return undefined
  return new Set(answers.map(({ domain }) => domain)).size >= domainsToJudgeMin
    ? "blocked"
    : "refused"
}

/** Some other domain of the group was served lately. */
export const othersAreServed = (
  answers: ReadonlyArray<PastAnswer>,
  domain: string,
  now: number
): boolean => answers.some((one) => !one.refused && one.at >= since(now) && one.domain !== domain)

export const hasRefused = (
  answers: ReadonlyArray<PastAnswer>,
  now: number,
  domain?: string
): boolean =>
  answers.some(
    (one) => one.refused && one.at >= since(now) && (domain === undefined || one.domain === domain)
  )
