/**
 * The questions of one domain look-up: all share one deadline, and the age of the oldest answer is
 * recorded.
 */
import { Clock, Duration, Effect } from "effect"

import { Deadline } from "../cache/Deadline.ts"
import { lookupWaitMax } from "../limits.ts"
import type { Question, Questions, TimedQuestion, TimedQuestions } from "./Questions.ts"

export interface DomainLookup extends Questions {
  /** In epoch milliseconds: when the oldest answer so far came. */
  readonly oldestAnswerAt: () => number
}

export const startLookup = (dns: TimedQuestions): Effect.Effect<DomainLookup> =>
  Effect.map(Clock.currentTimeMillis, (startedAt) => {
    const deadline = new Deadline(startedAt + Duration.toMillis(lookupWaitMax))
    let oldestAnswerAt = startedAt
    const timed =
      <Record>(question: TimedQuestion<Record>): Question<Record> =>
      (name) =>
        Effect.map(question(name, deadline), ({ answer, at }) => {
          oldestAnswerAt = Math.min(oldestAnswerAt, at)
          return answer
        })
    return {
      a: timed(dns.a),
      aaaa: timed(dns.aaaa),
      mx: timed(dns.mx),
      ns: timed(dns.ns),
      policies: timed(dns.policies),
      oldestAnswerAt: () => oldestAnswerAt
    }
  })
