/**
 * The five questions that DNS is asked, each about a name and with an answer instead of an error; and the
 * look-up of one domain, which asks several of them at once.
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { Clock, Context, Duration, Effect } from "effect"

import { Deadline } from "../cache/Deadline.ts"
import { lookupWaitMax } from "../limits.ts"
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

/** The caller of a question. */
interface Asker {
  readonly context: Context.Context<never>
  /** At the deadline the asker gets "unanswered"; the question continues in the background. */
  readonly deadline?: Deadline | undefined
}

/** The call sends the question at once, if a network is asked; the effect waits for the answer. */
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

interface DomainLookup extends Questions {
  /** When the oldest answer so far came, in epoch milliseconds. */
  readonly oldestAnswerAt: () => number
}

/**
 * Starts the look-up of one domain: its questions share one deadline, and it records the age of the oldest
 * answer. A question is sent when it is called, so all that are called before the first is awaited are in
 * flight together, without a fiber for each.
 */
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
