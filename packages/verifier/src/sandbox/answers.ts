/** What mail servers of the sandbox say: conversations that never took place, as if they had. */
import type { SmtpChecked, SmtpSubReason } from "@rcpt/domain/Smtp"

import { mxHost } from "./changes.ts"

export const said = (
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
const yes = { responseCode: 250, enhancedCode: "2.1.5" } as const

/** The recipient is accepted, and a made-up name is not. */
export const accepted = said("deliverable", { ...yes, catchAll: false, control: "refused" })

const all = { ...yes, catchAll: true, control: "accepted" } as const

/** Everybody is accepted: by the host that has the mailboxes, or by a gateway before it. */
export const acceptedAll = said("catch_all", all)
export const gatewayAccepted = said("unknown", { ...all, subReason: "accept_all_gateway" })

/** Accepted, which proves nothing: the provider conceals who exists. */
export const concealed = said("unknown", { ...yes, subReason: "provider_unverifiable" })

/** The recipient is refused, for good. */
export const refused = (subReason: SmtpSubReason, enhancedCode: string): SmtpChecked =>
  said("undeliverable", { subReason, responseCode: 550, enhancedCode })

/** Refused for now. */
export const notNow = (
  status: SmtpChecked["status"],
  enhancedCode: string,
  more: Partial<SmtpChecked> = {}
): SmtpChecked => said(status, { responseCode: 450, enhancedCode, ...more })

/** We are refused, whoever the recipient is. */
export const turnedAway = (
  responseCode: number,
  enhancedCode: string,
  more: Partial<SmtpChecked> = {}
): SmtpChecked => said("policy_blocked", { responseCode, enhancedCode, ...more })

/** No answer that could be understood. */
export const silent = (status: SmtpChecked["status"], subReason?: SmtpSubReason): SmtpChecked =>
  said(status, { tls: false, ...(subReason && { subReason }) })
