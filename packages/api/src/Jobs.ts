/** Schemas of bulk jobs: the job with its counters, its results, facets and price. */
import { columnOf, newColumns } from "@rcpt/domain/checkFlags"
import type { FlagColumn } from "@rcpt/domain/checkFlags"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Recommendation } from "@rcpt/domain/recommendation"
import { SmtpStatus } from "@rcpt/domain/Smtp"
import { Mode, Status } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

import { boolean, described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { ImportService } from "./ImportService.ts"
import { PersonNamed } from "./PersonNamed.ts"
import { checkField } from "./VerifyResult.ts"

export const JobStatus = Schema.Literals([
  "pending",
  "processing",
  "complete",
  "failed",
  "cancelled"
])
export type JobStatus = typeof JobStatus.Type

export const BulkJob = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
  filename: string("The name of the uploaded file."),
  total_rows: integer("Rows with an address."),
  processed_rows: integer("Rows with a result."),
  valid_count: integer("Rows that are `valid`, so far."),
  invalid_count: integer("Rows that are `invalid`, so far."),
  risky_count: integer("Rows that are `risky`, so far."),
  unknown_count: integer("Rows that are `unknown`, so far."),
  status: JobStatus.annotate({ description: "Its state." }),
  mode: Mode.annotate({ description: "The mode that was used." }),
  credits_reserved: integer(
    `Maximum cost of the job: ${creditsOf(heldFor.fast)} per row, ${heldFor.deep} in deep mode.`
  ),
  credits_charged: integer(
    "Charged so far. The rest of `credits_reserved` is held until the job ends."
  ),
  error_message: Schema.optionalKey(string("Why the job failed.")),
  erased_rows: Schema.optionalKey(
    integer(
      "Rows whose cells were erased on request. They keep their results and are still counted."
    )
  ),
  started_at: Schema.NullOr(dateTime).annotate({ description: "When it began; null before." }),
  completed_at: Schema.NullOr(dateTime).annotate({
    description: "When the job ended; null before."
  }),
  created_at: described(dateTime, "When it was made."),
  made_by: described(
    Schema.optionalKey(PersonNamed),
    "Who made it. Absent if no person with a session did."
  ),
  key_id: Schema.optionalKey(
    Schema.String.annotate({ format: "uuid", description: "The API key that uploaded it." })
  ),
  schedule_id: described(Schema.optionalKey(uuidText), "The schedule that made it.")
}).annotate({ identifier: "BulkJob" })
export type BulkJob = typeof BulkJob.Type

/** In the order of version 1.0.0. Whether a domain is a catch-all is among the details. */
const shownFlags = [
  ...(["disposable", "mx", "role", "free", "relay", "dnsbl", "spf", "dmarc"] as const),
  ...newColumns.map(({ flag }) => flag)
]

type ShownColumn = Exclude<FlagColumn, "is_catch_all">

const checkFields = Object.fromEntries(
  shownFlags.map((flag) => [columnOf(flag), checkField(flag)])
) as Readonly<Record<ShownColumn, Schema.optionalKey<Schema.Boolean>>>

const detail = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description: `${description} Only with \`details=true\`.` }))

export const JobResultRow = Schema.Struct({
  email: Schema.optionalKey(string("The email address. Absent if it can no longer be read.")),
  verification_status: Schema.optionalKey(Status.annotate({ description: "The verdict." })),
  verification_score: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
      description: "The score, 0 to 100."
    })
  ),
  ...checkFields,
  domain_age_days: Schema.optionalKey(string("Days since the domain was registered, as a string.")),
  mx_provider: Schema.optionalKey(string("The recognized mail provider.")),
  normalized_email: Schema.optionalKey(string("The same for all spellings of one mailbox.")),
  did_you_mean: Schema.optionalKey(string("The address that was probably meant, or empty.")),
  erased: Schema.optionalKey(
    boolean("Present if the row was erased on request: its `email` is empty, its result stays.")
  ),
  sub_status: detail(Schema.String, "The finding behind a status other than valid."),
  is_catch_all: detail(Schema.Boolean, "The domain accepts every recipient."),
  smtp_status: detail(SmtpStatus, "Deep mode: what the mail server said."),
  mailbox_exists: detail(Schema.Literals(["yes", "no", "unknown"]), "Deep mode."),
  credits_used: detail(Schema.Int, "0 for a duplicate, and for an earlier result (`max_age`)."),
  checked_at: detail(dateTime, "When it was verified."),
  is_known: detail(Schema.Boolean, "An earlier result, given again (`max_age`)."),
  imported_from: detail(ImportService, "The other service whose verdict it is (`import`)."),
  recommendation: detail(Recommendation, "What to do with it."),
  retry_after: detail(
    Schema.Int,
    "With `ask_again`: seconds after `checked_at` from which the answer may be another one."
  )
}).annotate({ identifier: "JobResultRow" })
export type JobResultRow = typeof JobResultRow.Type

/** The fields of a row that are checks, but for those of the details. */
export const shownColumns = Object.keys(checkFields) as ReadonlyArray<ShownColumn>

export const JobResultsPage = Schema.Struct({
  results: Schema.Array(JobResultRow).annotate({
    description: "One for each address or row, in order."
  }),
  total_rows: integer("Rows that match the filter and the search."),
  page: integer("From 1."),
  page_size: integer("Rows per page."),
  total_pages: integer("Pages at this `page_size`.")
}).annotate({ identifier: "JobResultsPage" })
export type JobResultsPage = typeof JobResultsPage.Type

/** How long a deep list takes, by the mail servers that take longest. */
export const ExpectedTime = Schema.Struct({
  seconds: integer("Seconds from now, as far as it is known."),
  mail_servers: string("The mail servers that take longest: a provider, or a domain."),
  rows: integer("Rows at these mail servers.")
})
export type ExpectedTime = typeof ExpectedTime.Type

/** What a wanted time needs at one provider. */
export const EgressNeed = Schema.Struct({
  mail_servers: string("A provider, or a domain."),
  rows: integer("Rows at these mail servers."),
  seconds: integer("Seconds that they take at the present paces."),
  egresses: Schema.NullOr(Schema.Int).annotate({
    description:
      "Egresses that are needed, each warmed up and at its ordinary pace. `null`: no number is enough."
  }),
  domain: string("The domain with most of these rows. One egress asks about all of them."),
  domain_rows: integer("Rows at this domain.")
}).annotate({ identifier: "EgressNeed" })
export type EgressNeed = typeof EgressNeed.Type

const Facet = Schema.Struct({
  sub_status: string("The most decisive finding."),
  rows: integer("How many rows.")
})

export const JobFacets = Schema.Struct({
  total_rows: integer("Rows with an address."),
  processed_rows: integer("Rows with a result: the sum of the rows below."),
  waiting_addresses: integer(
    "Greylisted addresses, which are checked again later. `POST " +
      "/jobs/{id}/finish` does not wait for them."
  ),
  waiting_rows: Schema.optionalKey(
    integer("Rows with these addresses. Absent if no address waits.")
  ),
  next_retry_at: Schema.optionalKey(
    dateTime.annotate({
      description: "When the first of these addresses is checked again. Absent if that is now."
    })
  ),
  capped_rows: Schema.optionalKey(
    integer("Rows that wait for tomorrow's share of a new address (`since=` of RCPT_SMTP_EGRESS).")
  ),
  capped_until: Schema.optionalKey(
    dateTime.annotate({ description: "When the first of these rows is checked." })
  ),
  expected_time: Schema.optionalKey(
    ExpectedTime.annotate({
      description:
        "Deep mode: how long the rest takes at the present pace of each provider. Absent for fewer than 20 rows " +
        "at each mail server. Other lists that wait there are not counted."
    })
  ),
  statuses: Schema.Array(
    Schema.Struct({
      status: Status.annotate({ description: "Its state." }),
      rows: integer("How many rows."),
      sub_statuses: Schema.Array(Facet).annotate({
        description: "Most frequent first; empty for valid rows."
      })
    })
  ).annotate({ description: "All four statuses, including those without rows." }),
  recommendations: Schema.Array(
    Schema.Struct({
      recommendation: Recommendation.annotate({ description: "What to do with the address." }),
      rows: integer("How many rows.")
    })
  ).annotate({
    description:
      "Rows by recommendation. `send_with_care` and `ask_again` are absent in deep mode until the job has " +
      "ended, and for lists of more than 100,000 rows. They also depend on what the mail servers said."
  }),
  provable: Schema.optionalKey(
    Schema.Struct({
      rows: integer("How many rows."),
      addresses: integer("How many different addresses.")
    }).annotate({
      description:
        "What deep mode may still decide: the rows that `POST /jobs/{id}/verify` takes with `provable`. Only " +
        "of jobs that have ended, with at most 100,000 rows."
    })
  )
}).annotate({ identifier: "JobFacets" })
export type JobFacets = typeof JobFacets.Type

/** `GET /jobs/{id}/changes`: what is different from an earlier job, by address. */
export const JobChanges = Schema.Struct({
  since: Schema.NullOr(BulkJob).annotate({
    description: "The earlier job. Null: none was found, and nothing is counted."
  }),
  same: integer("Addresses with the same status in both."),
  changed: integer("Addresses with another status."),
  added: integer("Addresses that the earlier job did not have."),
  removed: integer("Addresses that only the earlier job has."),
  changes: Schema.Array(
    Schema.Struct({
      from: Status.annotate({ description: "The status in the earlier job." }),
      to: Status.annotate({ description: "The status in this job." }),
      rows: integer("How many rows.")
    })
  ).annotate({
    description: "How many addresses went from which status to which, the most frequent first."
  })
}).annotate({ identifier: "JobChanges" })
export type JobChanges = typeof JobChanges.Type

const share = (description: string) => Schema.Int.annotate({ description })

/** The facts about a list that are known before it is verified. */
export const ListPreview = Schema.Struct({
  sampled: share("Distinct addresses that the numbers below are of."),
  invalid_syntax: share("Not well-formed: they bounce."),
  disposable: share("At disposable providers."),
  role: share("Shared inboxes."),
  free: share("At free providers."),
  known_bad_domains: share(
    "At domains that are known to take no mail, from earlier verifications: they bounce."
  ),
  at_least_bounce_percent: Schema.Int.check(
    Schema.isBetween({ minimum: 0, maximum: 100 })
  ).annotate({
    description: "Per cent of the addresses that bounce, rounded down. Verifying finds more."
  })
}).annotate({ identifier: "ListPreview" })
export type ListPreview = typeof ListPreview.Type

const ListImports = Schema.Struct({
  from: ImportService.annotate({ description: "The service." }),
  column: integer("The column of its verdicts, from 1."),
  column_name: string("Its name."),
  reason_column: Schema.optionalKey(integer("The column of its reasons, from 1.")),
  date_column: Schema.optionalKey(
    integer("The column of its dates, from 1. Without it, verdicts count with `import_date`.")
  )
}).annotate({ identifier: "ListImports" })

const ListFormat = Schema.Struct({
  column: integer("The column of the addresses, from 1."),
  column_name: string("Its name, or a generated one."),
  because: Schema.Literals(["asked", "named", "cells"]).annotate({
    description:
      "`asked`: `column` names it; `named`: its header names it; `cells`: of several, it has the most addresses."
  }),
  examples: Schema.Array(Schema.String).annotate({
    description: "Its first cells, at most three."
  }),
  delimiter: string("The separator of the cells."),
  encoding: string("The encoding that was used, as browsers name it; `encoding` overrides it."),
  other_encodings: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description:
        "Encodings that are as likely, where few letters tell them apart. Absent if the encoding is certain."
    })
  ),
  imports: described(
    Schema.optionalKey(ListImports),
    "The columns with verdicts of another service. Absent if it has none."
  )
}).annotate({ identifier: "ListFormat" })

/** `POST /verify/bulk?dry_run=true`: the price of a list, estimated without any network access. */
export const UploadPrice = Schema.Struct({
  total_rows: integer("Rows with an address."),
  distinct_rows: integer("Distinct addresses. Only these are verified and charged."),
  mode: Mode.annotate({ description: "The mode that was used." }),
  credits_reserved: integer(
    "Credits that submitting the list would hold. The unused part is refunded."
  ),
  credits_expected: integer("Estimated cost. An unknown domain counts at the higher price."),
  credits_maximum: integer("Maximum cost."),
  unprovable_share: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({
    description: "Share of the distinct addresses that deep mode cannot confirm: 0 to 1."
  }),
  ignored_rows: Schema.optionalKey(
    integer(
      "Rows with no address that are not counted: footers, totals, titles and placeholders. Absent for none."
    )
  ),
  several_cells: Schema.optionalKey(
    integer(
      "Cells with more than one address. Each counts as one malformed address. Absent for none."
    )
  ),
  several_addresses: Schema.optionalKey(
    integer("Addresses in those cells. Each needs a row to be verified.")
  ),
  known_rows: Schema.optionalKey(
    integer(
      "Distinct addresses with an earlier result that `max_age` gives again for 0 credits; only with it."
    )
  ),
  imported_rows: Schema.optionalKey(
    integer(
      "Of `known_rows`: those with a verdict of another service that the list brings along. Absent for none."
    )
  ),
  credits_saved: Schema.optionalKey(
    integer("Estimated cost of those without `max_age`; `credits_expected` is without it.")
  ),
  expected_time: Schema.optionalKey(
    ExpectedTime.annotate({
      description:
        "Deep mode: an estimate from the present pace of each provider. Absent for fewer than 20 rows at " +
        "each mail server, and for rows of a job."
    })
  ),
  egress_plan: Schema.optionalKey(
    Schema.Array(EgressNeed).annotate({
      description:
        "Deep mode, with `within`: what that time needs at each provider with 20 rows or more. Slowest first, up to 20."
    })
  ),
  format: Schema.optionalKey(
    ListFormat.annotate({ description: "How the file was read. Absent for rows of a job." })
  ),
  preview: Schema.optionalKey(
    ListPreview.annotate({
      description:
        "From the syntax, rcpt's lists and earlier checks; no network is used. " +
        "Absent for fewer than 20 addresses, for rows of a job, and above 30 lists per hour."
    })
  )
}).annotate({ identifier: "UploadPrice" })
export type UploadPrice = typeof UploadPrice.Type
