/** RCPT for one recipient in an open session: the reply, and what it means. */
import { Effect } from "effect"

import { readFailure } from "./interpretProbe.ts"
import type { RcptResult } from "./interpretProbe.ts"
import { readReply } from "./readReply.ts"
import { probePolicyOf } from "./rules/probePolicies.ts"
import type { CommandOptions } from "./SmtpDialog.ts"
import type { SmtpClient, SmtpSession } from "./SmtpSession.ts"
import { domainOf } from "./transactions.ts"
import type { Transcript } from "./Transcript.ts"

/** What one probe needs while it looks for a host and asks it. */
export interface RcptContext {
  readonly client: SmtpClient
  /** Epoch milliseconds. */
  readonly deadline: number
  readonly transcript: Transcript
  /** Is called with the result of each host, also of those that were passed over. */
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
      return { reading: readReply({ phase: "rcpt", reply, ...context }), reply, ...context }
    }),
    Effect.catch((failure) => {
      rcpt.transcript.recordFailure(failure, mxHost, control)
      return Effect.succeed(readFailure(failure, mxHost, recipient, rcpt.client))
    }),
    Effect.tap((result) => Effect.sync(() => rcpt.onResult(result)))
  )
}
