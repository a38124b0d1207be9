/** What an account sees first: its credits, its last 30 days, its newest jobs, and what it should know. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { Authentication } from "./Authentication.ts"
import { BulkJob } from "./Jobs.ts"
import { Notices } from "./Notices.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"

const dateTime = Schema.String.annotate({ format: "date-time" })

/** A month and its weekdays, whichever month it is. */
export const daysShown = 30

/** A longer list is a page of its own. */
export const jobsShown = 5

export const Day = Schema.Struct({
  date: Schema.String.annotate({ description: "UTC, such as `2026-01-31`." }),
  valid: Schema.Int,
  risky: Schema.Int,
  invalid: Schema.Int,
  unknown: Schema.Int,
  credits_spent: Schema.Int.annotate({
    description: "Charged, less what was taken back: may be below 0."
  })
}).annotate({ identifier: "Day" })
export type Day = typeof Day.Type

export const Overview = Schema.Struct({
  credits: Schema.Struct({
    available: Schema.Int,
    held: Schema.Int.annotate({
      description: "For what is under way; the unused rest comes back."
    }),
    spent_this_month: Schema.Int.annotate({ description: "Charged in this calendar month (UTC)." })
  }),
  days: Schema.Array(Day).annotate({
    description:
      `The last ${daysShown} days, oldest first, today the last. Checks by what they came to; ` +
      "without the sandbox, and without the public demo, which keeps no results."
  }),
  jobs: Schema.Array(BulkJob).annotate({ description: `The newest ${jobsShown}.` }),
  checked_at: dateTime
}).annotate({ identifier: "Overview" })
export type Overview = typeof Overview.Type

const overview = HttpApiEndpoint.get("overview", "/overview", {
  success: Overview
}).annotateMerge(
  OpenApi.annotations({ summary: "Credits, the last 30 days and the newest jobs at a glance" })
)

const notices = HttpApiEndpoint.get("notices", "/notices", { success: Notices }).annotateMerge(
  OpenApi.annotations({
    summary: "What does not work as it should, and what to do about it",
    description:
      "The worst first; none when all is well. Whoever owns the service is told what an operator " +
      "can do, too."
  })
)

export class OverviewGroup extends HttpApiGroup.make("Overview")
  .add(overview, notices)
  .annotateEndpoints(Requires, "read")
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}
