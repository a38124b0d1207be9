/** The replies to one probe, line by line, and the rule that read each decisive one. */
import type { SmtpExchange } from "@rcpt/domain/Smtp"

import { readReply } from "./readReply.ts"
import type { ReplyListener, SessionFailure } from "./SmtpDialog.ts"
import type { OurNames } from "./withoutEcho.ts"

export interface Transcript {
  /** For the session with `host` about `recipient`. */
  readonly listenerFor: (host: string, recipient: string, control: boolean) => ReplyListener
  /** The fault in place of a reply. A refusal is in the transcript already: the listener adds it. */
  readonly recordFailure: (failure: SessionFailure, host: string, control: boolean) => void
  readonly lines: ReadonlyArray<SmtpExchange>
}

export const makeTranscript = (ours: OurNames): Transcript => {
  const lines: Array<SmtpExchange> = []
  return {
    lines,
    listenerFor:
      (host, recipient, control) =>
      ({ phase, reply }) => {
        const isDecisive = phase === "rcpt" || reply.code >= 400
        lines.push({
          host,
          phase,
          control,
          code: reply.code,
          ...(reply.enhancedCode !== undefined && { enhancedCode: reply.enhancedCode }),
          ...(isDecisive && {
            ruleId: readReply({ phase, reply, mxHost: host, recipient, ours }).ruleId
          })
        })
      },
    recordFailure: (failure, host, control) => {
      if (failure._tag === "Refused") return
      lines.push({ host, phase: failure.phase, control, fault: failure.fault.why })
    }
  }
}
