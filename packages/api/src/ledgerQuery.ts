/**
 * Parameters of the ledger endpoints. The message of a check completes the sentence that starts with
 * the parameter's name, as in query.ts.
 */
import { uuid } from "@rcpt/domain/limits"
import { Schema } from "effect"

import { oneOf } from "./errors/errorTexts.ts"
import { countUpTo, cursor, pageSize } from "./jobsQuery.ts"
import { singleValue } from "./query.ts"

export const LimitQuery = pageSize("Entries per page.")

/** Commit and position in it, with no more digits than a commit number can have. */
export const entryId = /^[1-9]\d{0,14}-[1-9]\d{0,5}$/u

export const CursorQuery = cursor(entryId, "the newest entries")

export const JobQuery = Schema.optionalKey(
  singleValue
    .check(Schema.isPattern(uuid, { message: "must be the id of a job, a UUID" }))
    .annotate({ description: "Only entries of this job." })
)

const types = ["grant", "adjust", "hold", "charge", "refund"] as const

export const EntryType = Schema.Literals(types)

export const TypeQuery = Schema.optionalKey(
  EntryType.annotate({
    message: oneOf(types),
    description: "Only entries of this type."
  })
)

/** From 1000 to 2999: years that all date libraries and Postgres handle in the same way. */
const month = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/u

export const MonthQuery = Schema.optionalKey(
  singleValue
    .check(Schema.isPattern(month, { message: "must be a month such as 2026-11" }))
    .annotate({ description: "Only entries of this calendar month (UTC), with its `totals`." })
)

export const BeforeMonthQuery = Schema.optionalKey(
  singleValue
    .check(Schema.isPattern(month, { message: "must be a month such as 2026-11" }))
    .annotate({ description: "`next` of the previous page. Default: the newest months." })
)

export const MonthParam = singleValue
  .check(Schema.isPattern(month, { message: "must be a month such as 2026-11" }))
  .annotate({ description: "A calendar month (UTC), such as `2026-11`." })

/** Checks are kept for 30 days unless set otherwise; the longest month has 31. */
const breakdownDaysDefault = 30
const breakdownDaysMax = 31

export const DaysQuery = countUpTo(
  breakdownDaysMax,
  breakdownDaysDefault,
  "Number of days until now."
)

/** Two years, more than users compare. */
const monthsMax = 24
const monthsDefault = 12

export const MonthsQuery = countUpTo(
  monthsMax,
  monthsDefault,
  "Number of months, including the current one."
)
