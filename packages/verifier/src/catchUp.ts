/**
 * Adds the facts that were late for a verification. A fast answer waits only a short time for registries and
 * blocklists, and their look-ups continue. A caller that has time asks again and judges again, so that a list
 * gets the same verdicts however slow they were.
 */
import type { Evidence } from "@rcpt/domain/Evidence"
import type { Verification } from "@rcpt/domain/Verification"
import { Clock, Duration, Effect } from "effect"

import { Deadline } from "./cache/Deadline.ts"
import { judge } from "./judge/judge.ts"
import { inParallel, isEffect } from "./steps.ts"
import type { PartialEvidence, SlowFact, Step } from "./steps.ts"

const slowFacts: ReadonlyArray<SlowFact> = ["age", "dnsbl"]

const isLate = (evidence: Evidence, key: SlowFact): boolean => {
  const fact = evidence[key]
  return "isLate" in fact && fact.isLate
}

/** Whether a late fact of the verification may still arrive. */
export const isIncomplete = ({ evidence }: Verification): boolean =>
  slowFacts.some((key) => isLate(evidence, key))

/** Takes the late facts of a verification from another one of the same domain, and judges again. */
export const withSlowFactsOf = (
  { evidence }: Verification,
  { evidence: other }: Verification
): Verification => {
  const known = {
    ...evidence,
    ...(isLate(evidence, "age") && { age: other.age }),
    ...(isLate(evidence, "dnsbl") && { dnsbl: other.dnsbl })
  }
  return { evidence: known, judgement: judge(known) }
}

/** Makes a function that asks only for the late facts, for as long as `wait`, and judges again. */
export const catchUpWith =
  (steps: ReadonlyArray<Step>) =>
  (verification: Verification, wait: Duration.Duration): Effect.Effect<Verification> =>
    Effect.gen(function* () {
      const { evidence } = verification
      const { syntax } = evidence
      if (syntax._tag === "malformed" || !isIncomplete(verification)) return verification
      const startedAt = yield* Clock.currentTimeMillis
      const deadline = new Deadline(startedAt + Duration.toMillis(wait))
      const open = steps.filter(({ slowFacts = [] }) =>
        slowFacts.some((key) => isLate(evidence, key))
      )
      const result = inParallel(...open)(evidence, syntax.address, {
        startedAt,
        deadline,
        isPatient: true
      })
      const found: PartialEvidence = isEffect(result) ? yield* result : result
      const known = { ...evidence, ...found }
      return { evidence: known, judgement: judge(known) }
    })
