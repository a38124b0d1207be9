/**
 * Name servers that deny everything: a closed network often answers "no such name" to whatever it
 * does not know, and believing it would make every address invalid. While a name that must exist is
 * denied too, a denial is no answer.
 */
import { unanswered } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import type { TimedQuestion, TimedQuestions } from "./Resolver.ts"

/** Remembered like every answer, so the doubt costs a question every few minutes. */
export const doubting = (questions: TimedQuestions, canary: string): TimedQuestions => {
  const doubt =
    <Record>(ask: TimedQuestion<Record>): TimedQuestion<Record> =>
    (name, deadline) =>
      Effect.flatMap(ask(name, deadline), (told) =>
        told.answer._tag !== "NoDomain"
          ? Effect.succeed(told)
          : Effect.map(questions.ns(canary, deadline), ({ answer }) =>
              answer._tag === "Found" ? told : { ...told, answer: unanswered("denies every name") }
            )
      )
  return {
    a: doubt(questions.a),
    aaaa: doubt(questions.aaaa),
    mx: doubt(questions.mx),
    ns: doubt(questions.ns),
    policies: doubt(questions.policies)
  }
}
