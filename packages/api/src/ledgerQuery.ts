/**
 * Parameters of the ledger. What a check answers completes the sentence that begins with the
 * parameter's name, as in query.ts.
 */
import { Effect, Schema } from "effect"

import { once, whole } from "./jobsQuery.ts"

export const pageSizeMax = 100
const pageSizeDefault = 50

export const LimitQuery = whole(
  `must be a whole number from 1 to ${pageSizeMax}`,
  "Entries of a page.",
  pageSizeMax
).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(pageSizeDefault))))

/** Commit and place in it; of more digits than any commit has it is nobody's. */
export const entryId = /^[1-9]\d{0,14}-[1-9]\d{0,5}$/u

const notGivenOut = "must be one that a page was given as `next`"

export const CursorQuery = Schema.optionalKey(
  once
    .check(Schema.isPattern(entryId, { message: notGivenOut }))
    .annotate({ description: "`next` of the page before. Default: from the newest on." })
)

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

export const JobQuery = Schema.optionalKey(
  once
    .check(Schema.isPattern(uuid, { message: "must be the id of a job, a UUID" }))
    .annotate({ description: "What was held, charged and refunded for this job." })
)

const types = ["grant", "adjust", "hold", "charge", "refund"] as const

export const EntryType = Schema.Literals(types)

export const TypeQuery = Schema.optionalKey(
  EntryType.annotate({
    message: `must be one of ${types.map((type) => `"${type}"`).join(", ")}`,
    description: "Entries of this type alone."
  })
)

/** Years that Postgres and everybody else agree on. */
const month = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/u

export const MonthQuery = Schema.optionalKey(
  once
    .check(Schema.isPattern(month, { message: "must be a month such as 2026-11" }))
    .annotate({ description: "Entries of this calendar month (UTC) alone, and its `totals`." })
)

/** Two years, which is longer than anybody compares. */
export const monthsMax = 24
const monthsDefault = 12

export const MonthsQuery = whole(
  `must be a whole number from 1 to ${monthsMax}`,
  "How many months, with this one.",
  monthsMax
).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(monthsDefault))))
