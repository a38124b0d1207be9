/**
 * Parameters of the job endpoints. The message of a check completes the sentence that starts with the
 * parameter's name, as in query.ts.
 */
import { emailCharsMax, nameCharsMax } from "@rcpt/domain/limits"
import { Recommendation } from "@rcpt/domain/recommendation"
import { Mode, Status } from "@rcpt/domain/Verdict"
import { Effect, Schema, SchemaTransformation } from "effect"

import { fieldFault, oneOf } from "./errors/errorTexts.ts"
import { JobStatus } from "./Jobs.ts"
import { isUpTo, singleValue } from "./query.ts"

const digits = /^\d+$/u

/** Where there is no maximum, a number that is not exact any more is as good as the largest that is. */
const exactNumber = SchemaTransformation.transform({
  decode: (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER),
  encode: String
})

interface Range {
  readonly maximum?: number
  readonly default?: number
}

/**
 * A whole number from 1 on, in digits alone, as for a timeout: other notations of numbers are refused. The document
 * shows clients the number that the text contains.
 */
export const wholeNumber = (limits: string, description: string, range: Range = {}) =>
  singleValue
    .annotate({ contentSchema: { minimum: 1, ...range } })
    .check(Schema.isPattern(digits, { message: limits }))
    .annotate({ description })
    .pipe(
      Schema.decodeTo(
        range.maximum === undefined
          ? Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { message: limits }))
          : Schema.Int.check(
              Schema.isBetween({ minimum: 1, maximum: range.maximum }, { message: limits })
            ),
        exactNumber
      )
    )

/** A whole number, with its default where it is not given. */
const wholeNumberOr = (
  limits: string,
  description: string,
  range: Range & { readonly default: number }
) =>
  wholeNumber(limits, description, range).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(range.default)))
  )

export const countUpTo = (maximum: number, fallback: number, description: string) =>
  wholeNumberOr(fieldFault("wholeNumber", { from: 1, to: maximum }), description, {
    maximum,
    default: fallback
  })

export const pageSizeMax = 100
const pageSizeDefault = 50

/** How many of a list a page has. */
export const pageSize = (description: string) =>
  countUpTo(pageSizeMax, pageSizeDefault, description)

/** Where a page of a list begins. */
export const cursor = (pattern: RegExp, fallback: string) =>
  Schema.optionalKey(
    singleValue
      .check(Schema.isPattern(pattern, { message: fieldFault("cursor") }))
      .annotate({ description: `\`next\` of the previous page. Default: ${fallback}.` })
  )

const atLeastOne = "must be a whole number, 1 or more"

export const LimitQuery = Schema.optionalKey(
  wholeNumber(atLeastOne, "Maximum number of jobs. Default: all.")
)

/**
 * Words with commas, or a parameter for each: generated clients send lists in both ways. The document shows clients
 * the list that it is.
 */
const wordsQuery = (literals: ReadonlyArray<string>, words: string, description: string) =>
  Schema.optionalKey(
    Schema.Union([Schema.String, Schema.Array(Schema.String)])
      .annotate({
        description,
        contentSchema: { type: "array", items: { type: "string", enum: literals } }
      })
      .pipe(
        Schema.decodeTo(
          Schema.String.check(
            Schema.makeFilter(
              (text) =>
                text.split(",").every((word) => literals.includes(word)) ||
                `must be a comma-separated list of ${words}`
            )
          ),
          SchemaTransformation.transform<string, string | ReadonlyArray<string>>({
            decode: (sent) => [sent].flat().join(","),
            encode: (text: string) => text
          })
        )
      )
  )

export const OffsetQuery = Schema.optionalKey(
  singleValue
    .check(Schema.isPattern(digits, { message: "must be a whole number, 0 or more" }))
    .annotate({ description: "Jobs to skip, of those that match. Default: 0." })
    .pipe(Schema.decodeTo(Schema.Int, exactNumber))
)

const jobStatuses = JobStatus.literals.map((status) => `"${status}"`).join(", ")

export const JobStatusesQuery = wordsQuery(
  JobStatus.literals,
  jobStatuses,
  "Only jobs in one of these states, such as `pending,processing`. Default: any."
)

/** Parses a value that `JobStatusesQuery` has accepted. */
export const jobStatusesOf = (text: string): ReadonlyArray<JobStatus> =>
  JobStatus.literals.filter((status) => text.split(",").includes(status))

export const NameQuery = Schema.optionalKey(
  singleValue
    .check(isUpTo(nameCharsMax))
    .annotate({ description: "Only jobs whose `filename` contains this text, ignoring case." })
)

const jobOrders = ["created", "-created", "name", "-name", "rows", "-rows"] as const
export type JobOrder = (typeof jobOrders)[number]

export const JobSortQuery = Schema.optionalKey(
  Schema.Literals(jobOrders).annotate({
    message: oneOf(jobOrders),
    description: "The order; with `-` from the end. Default: `-created`, the newest first."
  })
)

export const PageQuery = wholeNumberOr(atLeastOne, "From 1. A page after the last one is empty.", {
  default: 1
})

export const PageSizeQuery = pageSize("Rows per page.")

const statuses = Status.literals.map((status) => `"${status}"`).join(", ")

export const StatusQuery = Schema.optionalKey(
  Status.annotate({
    message: oneOf(Status.literals),
    description: "Only rows with this status."
  })
)

export const StatusesQuery = wordsQuery(
  Status.literals,
  statuses,
  "Only rows with one of these statuses, such as `valid,risky`. Default: all rows."
)

export const statusWords = Status.literals

/** Parses a value that `StatusesQuery` has accepted. */
export const statusesOf = (text: string): ReadonlyArray<Status> =>
  statusWords.filter((status) => text.split(",").includes(status))

export const recommendationWords = Recommendation.literals
const recommendations = recommendationWords.map((word) => `"${word}"`).join(", ")

export const RecommendationsQuery = wordsQuery(
  Recommendation.literals,
  recommendations,
  "Only rows with one of these recommendations, such as `send,send_with_care`."
)

/** Parses a value that `RecommendationsQuery` has accepted. */
export const recommendationsOf = (text: string): ReadonlyArray<Recommendation> =>
  recommendationWords.filter((word) => text.split(",").includes(word))

/** Any word that could become a `sub_status`: values are added over time. */
const subStatus = /^[a-z][\da-z_]{0,63}$/u

export const SubStatusQuery = Schema.optionalKey(
  singleValue
    .check(Schema.isPattern(subStatus, { message: "must be a word such as mailbox_not_found" }))
    .annotate({ description: "Only rows with this `sub_status`." })
)

const listOf = <S extends Schema.Top>(schema: S, words: string, description: string) =>
  Schema.optionalKey(
    Schema.Array(schema.annotate({ message: `must be one of ${words}` }))
      .annotate({ message: "must be a list", description })
      .check(Schema.isMinLength(1, { message: "must have at least one item" }))
  )

/** The body of `POST /jobs/{id}/verify`. */
export const VerifyRowsRequest = Schema.Struct({
  mode: Mode.annotate({
    message: 'must be "fast" or "deep"',
    description: "For every row. Default: `deep`."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("deep" as const))),
  status: listOf(Status, statuses, "Only rows with one of these statuses. Default: any."),
  recommendation: listOf(
    Recommendation,
    recommendations,
    "Only rows with one of these recommendations. Default: any."
  ),
  sub_status: SubStatusQuery,
  provable: Schema.optionalKey(
    Schema.Boolean.annotate({
      message: fieldFault("boolean"),
      description:
        "`true`: only rows that deep mode may decide. They are `valid` without an answer of a mail server, or " +
        "`mailbox_unverified`, and not at a provider that never tells whether a mailbox exists."
    })
  )
}).annotate({ identifier: "VerifyRowsRequest" })
export type VerifyRowsRequest = typeof VerifyRowsRequest.Type

const resultOrders = ["address", "-address", "status", "-status", "score", "-score"] as const

export const SortQuery = Schema.optionalKey(
  Schema.Literals(resultOrders).annotate({
    message: oneOf(resultOrders),
    description:
      "The order of the rows; with `-` from the end. For jobs of at most 100,000 rows. Default: that " +
      "of the list."
  })
)
export type ResultOrder = (typeof resultOrders)[number]

const jobId = (description: string) =>
  Schema.optionalKey(
    singleValue
      .check(Schema.isUUID(undefined, { message: "must be the id of a job" }))
      .annotate({ description })
  )

export const SinceQuery = jobId(
  "The earlier job. Default: the last complete one with the same file name. If there is none: of the " +
    "last 10 of about its size, the one with most of its addresses."
)
export const ChangedSinceQuery = jobId(
  "Only rows whose status is another one than in this earlier job, or whose address was not in it."
)

export const SearchQuery = Schema.optionalKey(
  singleValue
    .check(isUpTo(emailCharsMax))
    .annotate({ description: "Only rows whose address contains this text, ignoring case." })
)

const flag = (description: string) =>
  Schema.Literals(["true", "false"])
    .annotate({ message: 'must be "true" or "false"', description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))

export const PartialQuery = flag(
  "`true` also returns the results of a job that is running, cancelled or failed, for the rows that have one."
)

export const UniqueQuery = flag("`true` returns each address once, with the first of its rows.")

export const DownloadFormat = Schema.Literals(["csv", "xlsx"])
export type DownloadFormat = typeof DownloadFormat.Type

export const FormatQuery = DownloadFormat.annotate({
  message: 'must be "csv" or "xlsx"',
  description:
    "`xlsx`: an Excel workbook, for at most 1,048,575 rows with at most 32,767 characters in a cell. Default: `csv`."
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("csv" as const)))

export const DetailsQuery = flag(
  "`true` adds the fields that are otherwise only in the CSV, such as `sub_status`."
)

export const KeepQuery = flag(
  "`true` removes nothing: a job that has ended, maybe just now, keeps its results."
)

export const DryRunQuery = flag(
  "`true` returns 200 with the price of the list and stores nothing. The `Idempotency-Key` is " +
    "ignored."
)
