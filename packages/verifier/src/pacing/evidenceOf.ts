/** Makes evidence from what a session has heard about a probe and about its control probe. */
import type { SmtpChecked } from "@rcpt/domain/Smtp"

import { interpretProbe, controlOutcome } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf, providerIdOf } from "../smtp/rules/probePolicies.ts"
import type { ControlResult } from "./ControlProbe.ts"
import type { Heard } from "./Probe.ts"

const isBusyMailbox = ({ reading: { status, mailboxExists } }: RcptResult): boolean =>
  status === "rate_limited" && mailboxExists === true

/** The lowest code of a permanent refusal (RFC 5321 §4.2.1). */
const permanentMin = 500

const isUnreadRefusal = ({ reading, reply }: RcptResult): boolean =>
  reading.unread !== undefined && (reply?.code ?? 0) >= permanentMin

export const evidenceOf = (
  { probe: { transcript, startedAt = 0 }, target, tls }: Heard,
  { knownCatchAll, control, transcript: controlTranscript }: ControlResult,
  now: number
): SmtpChecked => {
  const { mxHost, reply } = target
  const { status, subReason, catchAll } = interpretProbe(
    target,
    control,
    probePolicyOf(mxHost),
    knownCatchAll
  )
  return {
    checked: true,
    status,
    subReason,
    responseCode: reply?.code,
    enhancedCode: reply?.enhancedCode,
    catchAll,
    tls,
    mxHost,
    provider: providerIdOf(mxHost),
    latencyMillis: now - startedAt,
    control: controlOutcome(control),
    ...(isBusyMailbox(target) && { isBusy: true }),
    ...(status === "unknown" && isUnreadRefusal(target) && { isUnread: true }),
    transcript: [...transcript.lines, ...controlTranscript]
  }
}
