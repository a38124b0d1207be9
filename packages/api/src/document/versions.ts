/**
 * What is not the same in every version of the API: words that are added over time, and fields that rcpt has added to
 * version 1.0.0. Clients are told of both, so that they go on where there are more or fewer.
 */
import { SubStatus } from "@rcpt/domain/Verdict"

import { ChangeType, RefusalKind } from "../Security.ts"
import { isObject, mapValues } from "./Json.ts"
import type { Json } from "./Json.ts"

/** Words that the contract adds to over time. */
const openWords: ReadonlySet<string> = new Set(
  [SubStatus.literals, ChangeType.literals, RefusalKind.literals].map((words) => words.join())
)

/** A client that is generated from an enumeration fails at the first word that is new to it. */
export const withOpenWords = ({ enum: words, ...schema }: Json): Json => {
  if (!Array.isArray(words)) return schema
  if (!openWords.has(words.join())) return { ...schema, enum: words }
  const { description = "", ...rest } = schema
  return {
    ...rest,
    description: `${String(description)} Words are added over time.`.trim(),
    "x-extensible-enum": words
  }
}

const fields = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** By schema. Whatever else one of them has, another service of the same version need not have. */
const firstFields: Readonly<Record<string, ReadonlySet<string>>> = {
  VerifyResult:
    fields(`email status score checks domain mode credits_used sub_status mx_records free_check
    response_time_ms checked_at normalized_email did_you_mean mx_provider domain_age_days dnsbl_listings spf_record
    dmarc_record is_catch_all catch_all_confidence dmarc_policy reasons smtp`),
  Checks:
    fields(`syntax free disposable mx parked relay spf dmarc catch_all role dnsbl mx_routable forwarder smtputf8
    mta_sts tls_rpt bimi`),
  SmtpResult:
    fields(`checked status reason sub_reason response_code enhanced_code catch_all tls mx_host provider
    latency_ms`),
  BatchRequest: fields("emails mode"),
  BatchResultItem: fields("email result error"),
  BatchResponse: fields("results count credits_used mode truncated"),
  UploadForm: fields("file mode"),
  BulkJob:
    fields(`id filename total_rows processed_rows valid_count invalid_count risky_count unknown_count status mode
    credits_reserved error_message started_at completed_at created_at`),
  JobResultRow:
    fields(`email verification_status verification_score is_disposable has_mx is_role_based
    is_free_provider is_relay is_blacklisted has_spf has_dmarc domain_age_days mx_provider normalized_email
    did_you_mean`),
  JobResultsPage: fields("results total_rows page page_size total_pages"),
  Account: fields(`email credits is_admin webhook_url webhook_secret usage auth_mode checked_at`),
  Usage: fields("year month total_checks single_checks bulk_checks api_checks public_checks")
}

const addition = "An addition of rcpt to version 1.0.0 of the API."

const named = (field: unknown): unknown => {
  if (!isObject(field)) return field
  const { description } = field
  return {
    ...field,
    description: typeof description === "string" ? `${description} ${addition}` : addition
  }
}

/** The schemas of the document, by name. */
export const withAdditionsNamed = (schemas: Readonly<Record<string, Json>>) =>
  mapValues(schemas, (schema, name) => {
    const known = firstFields[name]
    const { properties } = schema
    if (known === undefined || !isObject(properties)) return schema
    return {
      ...schema,
      properties: mapValues(properties, (field, key) => (known.has(key) ? field : named(field)))
    }
  })
