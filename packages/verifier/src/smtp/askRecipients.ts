/** Asks about recipients in an open session: RCPT, its reply, the meaning, and the transcript. */
import type { SmtpExchange, SmtpPhase } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import { readFailure } from "./interpretProbe.ts"
import type { RcptResult } from "./interpretProbe.ts"
import { readReply } from "./readReply.ts"
import type { Reading } from "./readReply.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { probePolicyOf } from "./rules/probePolicies.ts"
import type { ConnectionLost, ReplyListener, SessionFailure } from "./SmtpDialog.ts"
import type { SmtpSession } from "./SmtpSession.ts"
import { domainOf } from "./transactions.ts"
import type { Answer, AskOptions, Question } from "./transactions.ts"
import type { OurNames } from "./withoutEcho.ts"

/** The replies to one probe, line by line, and the rule that read each decisive one. */
export class Transcript {
  readonly lines: Array<SmtpExchange> = []
  /** The texts of replies whose words no rule knows, without addresses. */
  readonly unread: Array<string> = []
  readonly #ours: OurNames
  #last: { readonly reply: SmtpReply; readonly reading: Reading } | undefined

  constructor(ours: OurNames) {
    this.#ours = ours
  }

  /** The meaning of a reply, which is read once. */
  read(phase: SmtpPhase, reply: SmtpReply, mxHost: string, recipient: string): Reading {
    if (this.#last?.reply !== reply) {
      const reading = readReply({ phase, reply, mxHost, recipient, ours: this.#ours })
      this.#last = { reply, reading }
    }
    return this.#last.reading
  }

  /** Makes the listener of a session with `host` about `recipient`. */
  listenerFor(host: string, recipient: string, control: boolean): ReplyListener {
    return ({ phase, reply, together }) => {
      const isDecisive = phase === "rcpt" || reply.code >= 400
      const reading = isDecisive ? this.read(phase, reply, host, recipient) : undefined
      if (reading?.unread !== undefined) this.unread.push(reading.unread)
      this.lines.push({
        host,
        phase,
        control,
        code: reply.code,
        ...(reply.enhancedCode !== undefined && { enhancedCode: reply.enhancedCode }),
        ...(together !== undefined && { together }),
        ...(reading && {
          ruleId: reading.ruleId,
          says: `${reading.subject}: ${reading.predicate}`,
          ...(reading.unread !== undefined && { text: reading.unread })
        })
      })
    }
  }

  /** Records a fault in place of a reply. A refusal is in the transcript already: the listener adds it. */
  recordFailure(failure: SessionFailure, host: string, control: boolean): void {
    if (failure._tag === "Refused") return
    this.lines.push({ host, phase: failure.phase, control, fault: failure.fault.why })
  }
}

/** One recipient, whichever host is asked about it. */
export interface Rcpt {
  /** An address in ASCII. */
  readonly recipient: string
  /** Whether nobody has the address: it shows how the domain treats unknown recipients. */
  readonly control: boolean
  /** When the answer is due, in epoch milliseconds. */
  readonly deadline: number
  readonly transcript: Transcript
}

/** The question about a recipient to one host. */
export interface HostQuestion<R extends Rcpt> extends Question {
  readonly rcpt: R
  /** The name of the host for this recipient. The one that opened the session may belong to another. */
  readonly host: string
}

export const questionTo = <R extends Rcpt>(
  host: string,
  rcpt: R,
  deadline = rcpt.deadline
): HostQuestion<R> => {
  const { recipient, control, transcript } = rcpt
  return {
    rcpt,
    host,
    recipient,
    deadline,
    rcptTimeout: probePolicyOf(host).rcptTimeout,
    listener: transcript.listenerFor(host, recipient, control)
  }
}

const resultOf = (
  { rcpt: { transcript, control }, host: mxHost, recipient }: HostQuestion<Rcpt>,
  answer: Answer,
  session: SmtpSession,
  ours: OurNames
): RcptResult => {
  if (answer._tag === "Failed") {
    transcript.recordFailure(answer.failure, mxHost, control)
    return readFailure(answer.failure, mxHost, recipient, ours)
  }
  const { reply } = answer
  const reading = transcript.read("rcpt", reply, mxHost, recipient)
  const hasAcceptedOthers = session.hasAccepted(domainOf(recipient))
  return { reading, reply, phase: "rcpt", mxHost, recipient, ours, hasAcceptedOthers }
}

const lossOf = (answer: Answer): ConnectionLost | undefined =>
  answer._tag === "Failed" && answer.failure._tag === "ConnectionLost" ? answer.failure : undefined

/**
 * Whether sending commands together cost an answer: the replies did not fit, the server broke off within a group, or
 * before the reply to RSET without which a "yes" counts for nothing. One that breaks off at a single recipient would
 * do so in turn.
 */
const costAnAnswer = (answers: ReadonlyArray<Answer>): boolean =>
  answers
    .map(lossOf)
    .some(
      (loss) =>
        loss !== undefined &&
        (answers.length > 1 || loss.fault.how !== "closed" || loss.phase === "rset")
    )

interface AskedRecipients {
  /** In the order of the questions. */
  readonly results: ReadonlyArray<RcptResult>
  /** Whether this server has to be asked in turn from now on. */
  readonly brokeTogether: boolean
}

/** Asks about recipients in one session. */
export const askRecipients = (
  session: SmtpSession,
  ours: OurNames,
  questions: ReadonlyArray<HostQuestion<Rcpt>>,
  options: AskOptions
): Effect.Effect<AskedRecipients> =>
  Effect.map(session.ask(questions, options), (answers) => ({
    results: questions.flatMap((question, index) => {
      const answer = answers[index]
      return answer === undefined ? [] : [resultOf(question, answer, session, ours)]
    }),
    brokeTogether: options.together && costAnAnswer(answers)
  }))
