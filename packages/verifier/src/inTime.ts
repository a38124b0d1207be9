/**
 * The questions of one look at a domain: each answered by the deadline or not at all, and a note of
 * how old the oldest answer is.
 */
import { Clock, Duration, Effect } from "effect"

import { Deadline } from "./byDeadline.ts"
import { learnWaitMax } from "./limits.ts"
import type { Question, Questions, TimedQuestion, TimedQuestions } from "./Resolver.ts"

export interface Look extends Questions {
  /** When the oldest answer so far came, in epoch milliseconds. */
  readonly oldest: () => number
}

export const inTime = (dns: TimedQuestions): Effect.Effect<Look> =>
  Effect.map(Clock.currentTimeMillis, (startedAt) => {
    const deadline = new Deadline(startedAt + Duration.toMillis(learnWaitMax))
    let oldest = startedAt
    const wait =
      <Record>(question: TimedQuestion<Record>): Question<Record> =>
      (name) =>
        Effect.map(question(name, deadline), ({ answer, at }) => {
          oldest = Math.min(oldest, at)
          return answer
        })
    return {
      a: wait(dns.a),
      aaaa: wait(dns.aaaa),
      mx: wait(dns.mx),
      ns: wait(dns.ns),
      policies: wait(dns.policies),
      oldest: () => oldest
    }
  })
