/** Asks about one recipient in an open session: RCPT, its reply, the meaning, and the transcript. */
import type { SmtpExchange, SmtpPhase } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import { readFailure } from "./interpretProbe.ts"
import type { RcptResult } from "./interpretProbe.ts"
import { readReply } from "./readReply.ts"
import type { Reading } from "./readReply.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { probePolicyOf } from "./rules/probePolicies.ts"
import type { CommandOptions, ReplyListener, SessionFailure } from "./SmtpDialog.ts"
import type { SmtpClient, SmtpSession } from "./SmtpSession.ts"
import { domainOf } from "./SmtpSession.ts"
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
      ({ phase, reply }) => {
        const isDecisive = phase === "rcpt" || reply.code >= 400
        const reading = isDecisive ? read(phase, reply, host, recipient) : undefined
        if (reading?.unread !== undefined) unread.push(reading.unread)
        lines.push({
          host,
          phase,
          control,
          code: reply.code,
          ...(reply.enhancedCode !== undefined && { enhancedCode: reply.enhancedCode }),
          ...(reading && {
            ruleId: reading.ruleId,
            says: `${reading.subject}: ${reading.predicate}`
          })
        })
      },
    recordFailure: (failure, host, control) => {
      if (failure._tag === "Refused") return
      lines.push({ host, phase: failure.phase, control, fault: failure.fault.why })
    }
  }
}

/** The context of one probe while it looks for a host and asks it. */
export interface RcptContext {
  readonly client: SmtpClient
  /** When the answer is due, in epoch milliseconds. */
  readonly deadline: number
  readonly transcript: Transcript
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

export const askRecipient = (
  rcpt: RcptContext,
  session: SmtpSession,
  recipient: string,
  control: boolean
): Effect.Effect<RcptResult> => {
  const mxHost = session.address.host
  const context = {
    mxHost,
    recipient,
    ours: rcpt.client,
    hasAcceptedOthers: session.hasAccepted(domainOf(recipient))
  }
  return session.ask(recipient, commandOptionsFor(rcpt, mxHost, recipient, control)).pipe(
    Effect.map((reply): RcptResult => {
      const reading = rcpt.transcript.read("rcpt", reply, mxHost, recipient)
      return { reading, reply, ...context }
    }),
    Effect.catch((failure) => {
      rcpt.transcript.recordFailure(failure, mxHost, control)
      return Effect.succeed(readFailure(failure, mxHost, recipient, rcpt.client))
    }),
    Effect.tap((result) => Effect.sync(() => rcpt.onResult(result)))
  )
}
