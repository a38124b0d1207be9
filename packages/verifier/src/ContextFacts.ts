/**
 * Records that change no verdict, asked apart from DomainFacts: a bulk job has no column for them and
 * would pay for each with a question per domain.
 */
import type { ContextEvidence } from "@rcpt/domain/Evidence"
import { Duration, Effect } from "effect"

import { findBimi, findMtaSts, findTlsRpt } from "./findRecords.ts"
import { inTime } from "./inTime.ts"
import { jittered } from "./jittered.ts"
import { absentLifetime, contextsKeptMax } from "./limits.ts"
import { remember } from "./remember.ts"
import type { Remembered } from "./remember.ts"
import { Resolver } from "./Resolver.ts"
import type { TimedQuestions } from "./Resolver.ts"

export type ContextFacts = Remembered<ContextEvidence>

const learn = Effect.fnUntraced(function* (questions: TimedQuestions, domain: string) {
  const dns = yield* inTime(questions)
  const facts = yield* Effect.all(
    {
      mtaSts: findMtaSts(dns, domain),
      tlsRpt: findTlsRpt(dns, domain),
      bimi: findBimi(dns, domain)
    },
    { concurrency: "unbounded" }
  )
  return { ...facts, learntAt: dns.oldest() } satisfies ContextEvidence
})

const hasGap = ({ mtaSts, tlsRpt, bimi }: ContextEvidence): boolean =>
  [mtaSts, tlsRpt, bimi].some(({ _tag }) => _tag === "Unanswered")

export const makeContextFacts = Effect.gen(function* () {
  const { timed } = yield* Resolver
  return remember<ContextEvidence>({
    learn: (domain) => learn(timed, domain),
    lifetimeOf: (evidence, domain) =>
      hasGap(evidence) ? Duration.zero : jittered(absentLifetime, domain),
    keysMax: contextsKeptMax
  })
})
