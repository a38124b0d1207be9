/** Results of SMTP sessions for the sandbox, in the form of real ones. No server is asked. */
import type { SmtpChecked, SmtpSubReason } from "@rcpt/domain/Smtp"

import { mxHost } from "./changes.ts"

export const smtpResult = (
  status: SmtpChecked["status"],
  more: Partial<SmtpChecked> = {}
): SmtpChecked => ({
  checked: true,
  status,
  tls: true,
  mxHost,
  latencyMillis: 0,
  control: "notAsked",
  transcript: [],
  ...more
})

/** RFC 5321 §4.2.3, RFC 3463 §3.2. */
const recipientOk = { responseCode: 250, enhancedCode: "2.1.5" } as const

/** The recipient is accepted, and a made-up name is not. */
export const accepted = smtpResult("deliverable", {
  ...recipientOk,
  catchAll: false,
  control: "refused"
})

const everyRecipientAccepted = { ...recipientOk, catchAll: true, control: "accepted" } as const

/** Every recipient is accepted: by the mailbox host, or by a gateway in front of it. */
export const catchAllAccepted = smtpResult("catch_all", everyRecipientAccepted)
export const gatewayAccepted = smtpResult("unknown", {
  ...everyRecipientAccepted,
  subReason: "accept_all_gateway"
})

/** Accepted, which proves nothing: the provider conceals which mailboxes exist. */
export const unverifiable = smtpResult("unknown", {
  ...recipientOk,
  subReason: "provider_unverifiable"
})

/** A permanent refusal of the recipient. */
export const refused = (subReason: SmtpSubReason, enhancedCode: string): SmtpChecked =>
  smtpResult("undeliverable", { subReason, responseCode: 550, enhancedCode })

/** A temporary refusal. */
export const temporaryFailure = (
  status: SmtpChecked["status"],
  enhancedCode: string,
  more: Partial<SmtpChecked> = {}
): SmtpChecked => smtpResult(status, { responseCode: 450, enhancedCode, ...more })

/** The server refuses us, whatever the recipient. */
export const policyBlocked = (
  responseCode: number,
  enhancedCode: string,
  more: Partial<SmtpChecked> = {}
): SmtpChecked => smtpResult("policy_blocked", { responseCode, enhancedCode, ...more })

/** No reply that could be understood. */
export const withoutReply = (
  status: SmtpChecked["status"],
  subReason?: SmtpSubReason
): SmtpChecked => smtpResult(status, { tls: false, ...(subReason && { subReason }) })
