/** Evidence of conversations as plain data, for the tests of what follows from them. */
import type { Evidence } from "@rcpt/domain/Evidence"
import type { SmtpChecked, SmtpEvidence, SmtpSubReason } from "@rcpt/domain/Smtp"

import { evidence } from "./evidence.ts"

export const said = (
  status: SmtpChecked["status"],
  rest: Partial<SmtpChecked> = {}
): SmtpChecked => ({
  checked: true,
  status,
  tls: false,
  mxHost: "mx.x.test",
  latencyMillis: 10,
  control: "notAsked",
  transcript: [],
  ...rest
})

export const refused = (subReason: SmtpSubReason): SmtpChecked =>
  said("undeliverable", { subReason })

/** Of a sound address, after a conversation. */
export const asked = (smtp: SmtpEvidence): Evidence => evidence({}, {}, { smtp })
