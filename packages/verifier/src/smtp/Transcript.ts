/** What was said in a probe, line by line, and by which rule each reply that counts was read. */
import type { SmtpExchange } from "@rcpt/domain/Smtp"

import type { Listener, Stopped } from "./Conversation.ts"
import { readReply } from "./readReply.ts"

export interface Transcript {
  /** For the conversation with `host` about `recipient`. */
  readonly listener: (host: string, recipient: string, control: boolean) => Listener
  /** What came in place of a reply. A refusal is written down when it is heard. */
  readonly stopped: (stopped: Stopped, host: string, control: boolean) => void
  readonly lines: ReadonlyArray<SmtpExchange>
}

export const makeTranscript = (): Transcript => {
  const lines: Array<SmtpExchange> = []
  return {
    lines,
    listener:
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
            ruleId: readReply({ phase, reply, mxHost: host, recipient }).ruleId
          })
        })
      },
    stopped: (stopped, host, control) => {
      if (stopped._tag === "Refused") return
      lines.push({ host, phase: stopped.phase, control, fault: stopped.fault.why })
    }
  }
}
