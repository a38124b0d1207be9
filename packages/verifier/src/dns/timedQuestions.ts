/**
 * The questions of one domain look-up: all share one deadline, and the age of the oldest answer is
 * recorded. A question is sent when it is called, so all that are called before the first is awaited are
 * in flight together, without a fiber for each.
 */
import { Clock, Context, Duration, Effect } from "effect"

import { Deadline } from "../cache/Deadline.ts"
import { lookupWaitMax } from "../limits.ts"
import type { Question, Questions, TimedQuestion, TimedQuestions } from "./Questions.ts"

export interface DomainLookup extends Questions {
  /** In epoch milliseconds: when the oldest answer so far came. */
  readonly oldestAnswerAt: () => number
}

export const startLookup = (
  dns: TimedQuestions,
  waitMax = lookupWaitMax
): Effect.Effect<DomainLookup> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const startedAt = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const asker = { context, deadline: new Deadline(startedAt + Duration.toMillis(waitMax)) }
    let oldestAnswerAt = startedAt
    const timed =
      <Record>(question: TimedQuestion<Record>): Question<Record> =>
      (name) =>
        Effect.map(question(name, asker), ({ answer, at }) => {
          oldestAnswerAt = Math.min(oldestAnswerAt, at)
          return answer
        })
    return Effect.succeed({
      a: timed(dns.a),
      aaaa: timed(dns.aaaa),
      mx: timed(dns.mx),
      ns: timed(dns.ns),
      policies: timed(dns.policies),
      oldestAnswerAt: () => oldestAnswerAt
    })
  })
