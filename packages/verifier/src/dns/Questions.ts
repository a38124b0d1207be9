/** The questions that DNS is asked: five, each about a name, with an answer and never an error. */
import type { MailHost } from "@rcpt/domain/Evidence"
import type { Context, Effect } from "effect"

import type { Deadline } from "../cache/Deadline.ts"
import type { Answer } from "./Answer.ts"

export type Question<Record> = (name: string) => Effect.Effect<Answer<Record>>

export interface Questions {
  readonly a: Question<string>
  readonly aaaa: Question<string>
  /** Lowest preference first, then by name. A null MX (RFC 7505) is one host with an empty name. */
  readonly mx: Question<MailHost>
  /** Names of the zone's name servers, sorted, lower case. */
  readonly ns: Question<string>
  /**
   * Policy records only: TXT that begins with `v=`, as SPF, DMARC, MTA-STS, TLS-RPT and BIMI do. A
   * domain's other TXT records, often kilobytes of site verifications, are never kept.
   */
  readonly policies: Question<string>
}

/** An answer, and when it came, in epoch milliseconds: a cached answer may be minutes old. */
export interface TimedAnswer<Record> {
  readonly answer: Answer<Record>
  readonly at: number
}

/** For whom a question is asked. */
export interface Asker {
  readonly context: Context.Context<never>
  /** Then the asker gets "unanswered"; the question continues in the background. */
  readonly deadline?: Deadline | undefined
}

/** Sent by the call, where a network is asked; the effect waits for the answer. */
export type TimedQuestion<Record> = (
  name: string,
  asker: Asker
) => Effect.Effect<TimedAnswer<Record>>

/** The same questions, for callers that need to know how old an answer is. */
export type TimedQuestions = {
  readonly [Kind in keyof Questions]: Questions[Kind] extends Question<infer Record>
    ? TimedQuestion<Record>
    : never
}
