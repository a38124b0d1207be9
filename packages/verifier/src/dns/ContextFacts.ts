/**
 * Records that change no verdict: MTA-STS, TLS-RPT, BIMI. They are apart from DomainFacts because a
 * bulk job has no column for them, and each costs a question per domain.
 */
import type { ContextEvidence } from "@rcpt/domain/Evidence"
import { Duration, Effect } from "effect"

import { jittered } from "../cache/jittered.ts"
import { makeSharedCache } from "../cache/SharedCache.ts"
import type { SharedCache } from "../cache/SharedCache.ts"
import { absentLifetime, contextsKeptMax } from "../limits.ts"
import { findBimi, findMtaSts, findTlsRpt } from "./findRecords.ts"
import type { TimedQuestions } from "./Questions.ts"
import { Resolver } from "./Resolver.ts"
import { startLookup } from "./timedQuestions.ts"

export type ContextFacts = SharedCache<ContextEvidence>

const lookUp = Effect.fnUntraced(function* (questions: TimedQuestions, domain: string) {
  const dns = yield* startLookup(questions)
  const facts = yield* Effect.all({
    mtaSts: findMtaSts(dns, domain),
    tlsRpt: findTlsRpt(dns, domain),
    bimi: findBimi(dns, domain)
  })
  return { ...facts, learntAt: dns.oldestAnswerAt() } satisfies ContextEvidence
})

const hasGap = ({ mtaSts, tlsRpt, bimi }: ContextEvidence): boolean =>
  [mtaSts, tlsRpt, bimi].some(({ _tag }) => _tag === "Unanswered")

export const makeContextFacts = Effect.gen(function* () {
  const { timed } = yield* Resolver
  return makeSharedCache<ContextEvidence>({
    load: (domain) => lookUp(timed, domain),
    lifetimeOf: (evidence, domain) =>
      hasGap(evidence) ? Duration.zero : jittered(absentLifetime, domain),
    keysMax: contextsKeptMax
  })
})
