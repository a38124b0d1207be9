/** Asks about recipients in an open session: RCPT, its reply, the meaning, and the transcript. */
import type { SmtpExchange, SmtpPhase } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import { readFailure } from "./interpretProbe.ts"
import type { RcptResult } from "./interpretProbe.ts"
import { readReply } from "./readReply.ts"
import type { Reading } from "./readReply.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { probePolicyOf } from "./rules/probePolicies.ts"
import type { CommandOptions, ConnectionLost, ReplyListener, SessionFailure } from "./SmtpDialog.ts"
import type { SmtpClient, SmtpSession } from "./SmtpSession.ts"
import { domainOf } from "./transactions.ts"
import type { Answer, AskOptions } from "./transactions.ts"
import type { OurNames } from "./withoutEcho.ts"

/** The replies to one probe, line by line, and the rule that read each decisive one. */
export interface Transcript {
  /** Makes the listener of a session with `host` about `recipient`. */
  readonly listenerFor: (host: string, recipient: string, control: boolean) => ReplyListener
  /** Records a fault in place of a reply. A refusal is in the transcript already: the listener adds it. */
  readonly recordFailure: (failure: SessionFailure, host: string, control: boolean) => void
  /** The meaning of a reply, which is read once. */
  readonly read: (phase: SmtpPhase, reply: SmtpReply, host: string, recipient: string) => Reading
  readonly lines: ReadonlyArray<SmtpExchange>
  /** The texts of replies whose words no rule knows, without addresses. */
  readonly unread: ReadonlyArray<string>
}

export const makeTranscript = (ours: OurNames): Transcript => {
  const lines: Array<SmtpExchange> = []
  const unread: Array<string> = []
  let last: { readonly reply: SmtpReply; readonly reading: Reading } | undefined
  const read: Transcript["read"] = (phase, reply, mxHost, recipient) => {
    if (last?.reply !== reply) {
      last = { reply, reading: readReply({ phase, reply, mxHost, recipient, ours }) }
    }
    return last.reading
  }
  return {
    read,
    lines,
    unread,
    listenerFor:
      (host, recipient, control) =>
      ({ phase, reply, together }) => {
        const isDecisive = phase === "rcpt" || reply.code >= 400
        const reading = isDecisive ? read(phase, reply, host, recipient) : undefined
        if (reading?.unread !== undefined) unread.push(reading.unread)
        lines.push({
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
      },
    recordFailure: (failure, host, control) => {
      if (failure._tag === "Refused") return
      lines.push({ host, phase: failure.phase, control, fault: failure.fault.why })
    }
  }
}

/** Which sessions take commands that are sent together. */
export interface Pipelining {
  readonly mayAskTogether: (session: SmtpSession) => boolean
  /** Called when that cost an answer: this server is asked in turn from now on. */
  readonly onBroken: (session: SmtpSession) => void
}

/** The context of one probe while it looks for a host and asks it. */
export interface RcptContext {
  readonly client: SmtpClient
  /** When the answer is due, in epoch milliseconds. */
  readonly deadline: number
  readonly transcript: Transcript
  readonly pipelining: Pipelining
  /** Called with the result of each host, also of those that were passed over. */
  readonly onResult: (result: RcptResult) => void
}

export const commandOptionsFor = (
  { deadline, transcript }: RcptContext,
  host: string,
  recipient: string,
  control: boolean
): CommandOptions => ({
  deadline,
  rcptTimeout: probePolicyOf(host).rcptTimeout,
  listener: transcript.listenerFor(host, recipient, control)
})

/** A question about one recipient. */
export interface RecipientQuestion {
  readonly rcpt: RcptContext
  /** The name of the host for this probe. The one that opened the session may belong to another. */
  readonly host: string
  readonly recipient: string
  readonly control: boolean
}

const resultOf = (
  { rcpt, host: mxHost, recipient, control }: RecipientQuestion,
  answer: Answer,
  session: SmtpSession
): RcptResult => {
  if (answer._tag === "Failed") {
    rcpt.transcript.recordFailure(answer.failure, mxHost, control)
    return readFailure(answer.failure, mxHost, recipient, rcpt.client)
  }
  const { reply } = answer
  return {
    reading: rcpt.transcript.read("rcpt", reply, mxHost, recipient),
    reply,
    phase: "rcpt",
    mxHost,
    recipient,
    ours: rcpt.client,
    hasAcceptedOthers: session.hasAccepted(domainOf(recipient))
  }
}

const lossOf = (answer: Answer): ConnectionLost | undefined =>
  answer._tag === "Failed" && answer.failure._tag === "ConnectionLost" ? answer.failure : undefined

/**
 * Whether sending commands together cost an answer: the replies did not fit, the server broke off within a group, or
 * before the reply to RSET without which a "yes" counts for nothing. One that breaks off at a single recipient would
 * do so in turn.
 */
const brokeTogether = (answers: ReadonlyArray<Answer>): boolean =>
  answers
    .map(lossOf)
    .some(
      (loss) =>
        loss !== undefined &&
        (answers.length > 1 || loss.fault.how !== "closed" || loss.phase === "rset")
    )

/** Asks about recipients in one session, and returns the results in the same order. */
export const askRecipients = (
  session: SmtpSession,
  questions: ReadonlyArray<RecipientQuestion>,
  options: AskOptions
): Effect.Effect<ReadonlyArray<RcptResult>> =>
  Effect.map(
    session.ask(
      questions.map(({ rcpt, host, recipient, control }) => ({
        recipient,
        ...commandOptionsFor(rcpt, host, recipient, control)
      })),
      options
    ),
    (answers) => {
      const [first] = questions
      const isBroken = options.together && brokeTogether(answers)
      if (isBroken) first?.rcpt.pipelining.onBroken(session)
      return answers.flatMap((answer, index) => {
        const question = questions[index]
        if (question === undefined) return []
        const result = resultOf(question, answer, session)
        // What commands together lost says nothing about us: it is asked again in turn.
        if (!isBroken || lossOf(answer) === undefined) question.rcpt.onResult(result)
        return [result]
      })
    }
  )

/** Asks about one recipient. */
export const askRecipient = (
  session: SmtpSession,
  question: RecipientQuestion,
  options: AskOptions
): Effect.Effect<RcptResult> =>
  Effect.flatMap(askRecipients(session, [question], options), ([result]) =>
    result === undefined
      ? Effect.die(new Error("a question without an answer"))
      : Effect.succeed(result)
  )
