/** Results of SMTP sessions as plain data, for tests of the judgement. */
import type { Evidence } from "@rcpt/domain/Evidence"
import type { SmtpChecked, SmtpEvidence, SmtpSubReason } from "@rcpt/domain/Smtp"

import { evidence } from "./evidence.ts"

export const smtpResult = (
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
  smtpResult("undeliverable", { subReason })

/** The evidence of a sound address with this SMTP result. */
export const afterSmtp = (smtp: SmtpEvidence): Evidence => evidence({}, {}, { smtp })
