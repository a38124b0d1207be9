/**
 * Parameters of the job endpoints. What a check answers completes the sentence that begins with the
 * parameter's name, as in query.ts.
 */
import { Status } from "@rcpt/domain/Verdict"
import { Effect, Schema, SchemaTransformation } from "effect"

import { emailCharsMax } from "./query.ts"

export const once = Schema.String.annotate({ message: "must be given only once" })

/** More digits are no number of anything that we have, and no longer exact in JSON. */
const digits = /^\d{1,15}$/u

/** Digits alone, as for a timeout: what else reads as a number somewhere is a mistake here. */
export const whole = (limits: string, description: string, max?: number) =>
  once
    .check(Schema.isPattern(digits, { message: limits }))
    .annotate({ description })
    .pipe(
      Schema.decodeTo(
        max === undefined
          ? Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { message: limits }))
          : Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: max }, { message: limits })),
        SchemaTransformation.numberFromString
      )
    )

const atLeastOne = "must be a whole number, 1 or more"

export const LimitQuery = Schema.optionalKey(
  whole(atLeastOne, "How many jobs, the newest ones. Default: all of them.")
)

export const PageQuery = whole(atLeastOne, "From 1. A page past the end has no rows.").pipe(
  Schema.withDecodingDefaultKey(Effect.succeed("1"))
)

export const pageSizeMax = 100
const pageSizeDefault = 50

export const PageSizeQuery = whole(
  `must be a whole number from 1 to ${pageSizeMax}`,
  "Rows of a page.",
  pageSizeMax
).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(pageSizeDefault))))

const statuses = Status.literals.map((status) => `"${status}"`).join(", ")

export const StatusQuery = Schema.optionalKey(
  Status.annotate({
    message: `must be one of ${statuses}`,
    description: "Rows that came out so."
  })
)

const isStatus = Schema.is(Status)

export const StatusesQuery = Schema.optionalKey(
  once
    .check(
      Schema.makeFilter(
        (text) => text.split(",").every(isStatus) || `must be some of ${statuses}, with commas`
      )
    )
    .annotate({ description: "Rows that came out so, such as `valid,risky`. Default: all rows." })
)

/** What `StatusesQuery` has let pass. */
export const statusesOf = (text: string): ReadonlyArray<Status> =>
  Status.literals.filter((status) => text.split(",").includes(status))

/** Any word that may be one some day: `sub_status` values are added over time. */
const subStatus = /^[a-z][\da-z_]{0,63}$/u

export const SubStatusQuery = Schema.optionalKey(
  once
    .check(Schema.isPattern(subStatus, { message: "must be a word such as mailbox_not_found" }))
    .annotate({ description: "Rows with this `sub_status`. One that no row has: no rows." })
)

export const SearchQuery = Schema.optionalKey(
  once
    .check(
      Schema.isMaxLength(emailCharsMax, {
        message: `must have at most ${emailCharsMax} characters`
      })
    )
    .annotate({ description: "Rows with this in their address, in any case." })
)

const yesOrNo = (description: string) =>
  Schema.Literals(["true", "false"])
    .annotate({ message: 'must be "true" or "false"', description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))

export const PartialQuery = yesOrNo(
  "`true`: of a job that was cancelled or has failed, the rows that it came to."
)

export const DetailsQuery = yesOrNo(
  "`true` adds to each row what its line of the CSV says beyond it, `sub_status` above all."
)

export const DryRunQuery = yesOrNo(
  "`true` answers 200 with what the list would cost, and stores nothing. An `Idempotency-Key` is " +
    "not looked at then."
)
