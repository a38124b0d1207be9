/**
 * Records that change no verdict, asked apart from DomainFacts: a bulk job has no column for them and
 * would pay for each with a question per domain.
 */
import type { ContextEvidence } from "@rcpt/domain/Evidence"
import { Cache, Duration, Effect, Exit } from "effect"

import { findBimi, findMtaSts, findTlsRpt } from "./findRecords.ts"
import { inTime } from "./inTime.ts"
import { jittered } from "./jittered.ts"
import { absentLifetime, contextsKeptMax } from "./limits.ts"
import { Resolver } from "./Resolver.ts"
import type { TimedQuestions } from "./Resolver.ts"

export interface ContextFacts {
  readonly about: (domain: string) => Effect.Effect<ContextEvidence>
}

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
  const cache = yield* Cache.makeWith(
    (domain: string): Effect.Effect<ContextEvidence> => learn(timed, domain),
    {
      capacity: contextsKeptMax,
      timeToLive: (exit, domain) =>
        Exit.isFailure(exit) || hasGap(exit.value)
          ? Duration.zero
          : jittered(absentLifetime, domain)
    }
  )
  return { about: (domain) => Cache.get(cache, domain) } satisfies ContextFacts
})
