/**
 * The answer about one address, as every client reads it (`GET /verify`, items of a batch).
 *
 * A check that did not run is left out; `false` promises that we looked and found nothing.
 */
import { Mode, Status, SubStatus } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

const check = (description: string) => Schema.optionalKey(Schema.Boolean.annotate({ description }))

export const Checks = Schema.Struct({
  syntax: check("Address is syntactically valid."),
  free: check("Free email provider."),
  disposable: check("Disposable or temporary provider."),
  mx: check("Domain has MX records."),
  spf: check("Domain publishes an SPF record."),
  dmarc: check("Domain publishes a DMARC record, or its organizational domain does."),
  role: check("Role-based mailbox."),
  mx_routable: check("At least one MX host resolves to a public address."),
  smtputf8: check("Local part has non-ASCII characters (RFC 6531).")
}).annotate({ identifier: "Checks" })

export const VerifyResult = Schema.Struct({
  email: Schema.String.annotate({ description: "The address as it was asked, trimmed." }),
  status: Status,
  score: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  checks: Checks,
  domain: Schema.String,
  mode: Mode,
  credits_used: Schema.optionalKey(
    Schema.Int.annotate({ description: "Credits charged for this request." })
  ),
  sub_status: Schema.optionalKey(
    SubStatus.annotate({ description: "The most decisive finding; absent when valid." })
  ),
  mx_records: Schema.optionalKey(Schema.Array(Schema.String)),
  free_check: Schema.optionalKey(Schema.Boolean),
  response_time_ms: Schema.Int,
  checked_at: Schema.String.annotate({ format: "date-time" }),
  normalized_email: Schema.optionalKey(Schema.String),
  spf_record: Schema.optionalKey(Schema.String),
  dmarc_record: Schema.optionalKey(Schema.String),
  dmarc_policy: Schema.optionalKey(Schema.Literals(["none", "quarantine", "reject"])),
  reasons: Schema.Array(Schema.String)
}).annotate({ identifier: "VerifyResult" })
export type VerifyResult = typeof VerifyResult.Type
