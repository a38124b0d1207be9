/**
 * Guards against name servers that deny every name: a closed network often answers "no such name" for
 * all names that it does not know, and believing it would make every address invalid. While the canary,
 * a name that must exist, is denied too, "no such name" counts as unanswered.
 */
import { unanswered } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import type { TimedQuestion, TimedQuestions } from "./Questions.ts"

/** The canary's answer is cached like any other, so the check costs a question every few minutes. */
export const withCanaryCheck = (questions: TimedQuestions, canary: string): TimedQuestions => {
  const checked =
    <Record>(ask: TimedQuestion<Record>): TimedQuestion<Record> =>
    (name, asker) =>
      Effect.flatMap(ask(name, asker), (timed) =>
        timed.answer._tag !== "NoDomain"
          ? Effect.succeed(timed)
          : Effect.map(questions.ns(canary, asker), ({ answer }) =>
              answer._tag === "Found"
                ? timed
                : { ...timed, answer: unanswered("denies every name") }
            )
      )
  return {
    a: checked(questions.a),
    aaaa: checked(questions.aaaa),
    mx: checked(questions.mx),
    ns: checked(questions.ns),
    policies: checked(questions.policies)
  }
}
