/**
 * What the recipient's mail server said about the mailbox: `smtp`, only present in deep mode.
 * `smtp.status` is not the verdict; clients branch on the top-level `status`.
 */
import { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import { defined } from "./defined.ts"

export const SmtpResult = Schema.Struct({
  checked: Schema.Boolean.annotate({ description: "Whether there was an SMTP session." }),
  status: SmtpStatus.annotate({ description: "Its state." }),
  reason: Schema.optionalKey(
    SmtpReason.annotate({ description: "Why there was no session. Only if `checked` is false." })
  ),
  sub_reason: Schema.optionalKey(SmtpSubReason.annotate({ description: "More about the status." })),
  response_code: Schema.optionalKey(Schema.Int.annotate({ description: "SMTP reply code." })),
  enhanced_code: Schema.optionalKey(
    Schema.String.annotate({ description: "Enhanced status code (RFC 3463), dotted." })
  ),
  catch_all: Schema.optionalKey(Schema.Boolean.annotate({ description: "Absent if unknown." })),
  tls: Schema.optionalKey(Schema.Boolean.annotate({ description: "Whether STARTTLS was used." })),
  mx_host: Schema.optionalKey(
    Schema.String.annotate({ description: "Host that answered; if none did, the last one tried." })
  ),
  provider: Schema.optionalKey(
    Schema.String.annotate({ description: "Recognized mail provider, such as `google_workspace`." })
  ),
  latency_ms: Schema.optionalKey(
    Schema.Int.annotate({ description: "Duration of the SMTP session." })
  )
}).annotate({ identifier: "SmtpResult", description: "What the mail server said." })
export type SmtpResult = typeof SmtpResult.Type

export const renderSmtp = (smtp: SmtpEvidence): SmtpResult =>
  smtp.checked
    ? defined({
        checked: true,
        status: smtp.status,
        sub_reason: smtp.subReason,
        response_code: smtp.responseCode,
        enhanced_code: smtp.enhancedCode,
        catch_all: smtp.catchAll,
        tls: smtp.tls,
        mx_host: smtp.mxHost,
        provider: smtp.provider,
        latency_ms: smtp.latencyMillis
      })
    : { checked: false, status: smtp.status, reason: smtp.reason }
