/**
 * The result for one address (`GET /verify`, items of a batch).
 *
 * A check that did not run is left out; `false` promises that we looked and found nothing.
 */
import { checkFlags, flags } from "@rcpt/domain/checkFlags"
import type { Flag } from "@rcpt/domain/checkFlags"
import { Recommendation } from "@rcpt/domain/recommendation"
import { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Mode, Status, SubStatus } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

import { defined } from "./defined.ts"
import { Explained } from "./explain.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { ImportService } from "./ImportService.ts"

/**
 * What the recipient's mail server said about the mailbox: `smtp`, only present in deep mode.
 * `smtp.status` is not the verdict; clients branch on the top-level `status`.
 */
export const SmtpResult = Schema.Struct({
  checked: boolean("Whether there was an SMTP session."),
  status: SmtpStatus.annotate({ description: "Its state." }),
  reason: Schema.optionalKey(
    SmtpReason.annotate({ description: "Why there was no session. Only if `checked` is false." })
  ),
  sub_reason: Schema.optionalKey(SmtpSubReason.annotate({ description: "More about the status." })),
  response_code: Schema.optionalKey(integer("SMTP reply code.")),
  enhanced_code: Schema.optionalKey(string("Enhanced status code (RFC 3463), dotted.")),
  catch_all: Schema.optionalKey(boolean("Absent if unknown.")),
  tls: Schema.optionalKey(boolean("Whether STARTTLS was used.")),
  mx_host: Schema.optionalKey(string("Host that answered; if none did, the last one tried.")),
  provider: Schema.optionalKey(string("Recognized mail provider, such as `google_workspace`.")),
  latency_ms: Schema.optionalKey(integer("Duration of the SMTP session."))
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

/** The field of a check. */
export const checkField = (flag: Flag): Schema.optionalKey<Schema.Boolean> =>
  Schema.optionalKey(boolean(checkFlags[flag].says))

const checkFields = Object.fromEntries(flags.map((flag) => [flag, checkField(flag)])) as Readonly<
  Record<Flag, Schema.optionalKey<Schema.Boolean>>
>

export const Checks = Schema.Struct(checkFields).annotate({ identifier: "Checks" })

export const VerifyResult = Schema.Struct({
  email: string("The address as sent, trimmed."),
  status: Status.annotate({
    description: "In deep mode valid means that the mail server accepts mail for the mailbox."
  }),
  score: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
    description: "0 to 100; from 80 on, no problem was found."
  }),
  checks: described(Checks, "The results of the checks. A check without an answer is left out."),
  domain: string("The domain of the address."),
  mode: Mode.annotate({ description: "The mode that was used." }),
  credits_used: Schema.optionalKey(integer("Credits charged for this request.")),
  sub_status: Schema.optionalKey(
    SubStatus.annotate({ description: "The most decisive finding; absent if valid." })
  ),
  mx_records: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "The mail servers of the domain, the preferred ones first."
    })
  ),
  free_check: Schema.optionalKey(
    boolean("Whether the domain is a free email provider; the same as `checks.free`.")
  ),
  response_time_ms: integer("Milliseconds that the verification took."),
  checked_at: described(
    Schema.String.annotate({ format: "date-time" }),
    "The time of the finding."
  ),
  imported_from: Schema.optionalKey(
    ImportService.annotate({
      description:
        "An addition of rcpt: the other service whose verdict this is. It came with a list of the account (`import`), " +
        "and `checked_at` is its date."
    })
  ),
  recommendation: Schema.optionalKey(
    Recommendation.annotate({
      description:
        "What to do: send; send_with_care (few at a time, watching bounces); do_not_send; ask_again " +
        "(after retry_after seconds: the answer may be another one by then)."
    })
  ),
  retry_after: Schema.optionalKey(integer("Seconds; only with ask_again.")),
  normalized_email: Schema.optionalKey(string("The same for all spellings of one mailbox.")),
  did_you_mean: Schema.optionalKey(string("The address that was probably meant.")),
  mx_provider: Schema.optionalKey(string("Recognized mail provider, such as Google Workspace.")),
  domain_age_days: Schema.optionalKey(integer("Days since the domain was registered.")),
  dnsbl_listings: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "Blocklists with the domain or its primary mail server; empty if on none."
    })
  ),
  spf_record: Schema.optionalKey(string("The SPF record.")),
  dmarc_record: Schema.optionalKey(string("The DMARC record.")),
  is_catch_all: Schema.optionalKey(boolean("Absent if unknown.")),
  catch_all_confidence: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 5, maximum: 95 })).annotate({
      description: "How likely the mailbox exists. Only present for catch-all domains."
    })
  ),
  dmarc_policy: Schema.optionalKey(
    Schema.Literals(["none", "quarantine", "reject"]).annotate({
      description: "The domain's request to receivers about forged mail."
    })
  ),
  reasons: Schema.Array(Schema.String).annotate({
    description: "Sentences for people. Programs use `sub_status`."
  }),
  smtp: described(Schema.optionalKey(SmtpResult), "What the mail server said. Only in deep mode."),
  evidence: described(
    Schema.optionalKey(Explained),
    "The evidence of the answer. Only with `explain=true`."
  )
}).annotate({ identifier: "VerifyResult" })
export type VerifyResult = typeof VerifyResult.Type
