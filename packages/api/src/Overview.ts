/** The dashboard's overview: credits, the last 30 days, the latest jobs, and current problems. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { BouncedOfValid } from "./Accuracy.ts"
import { described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"
import { BulkJob } from "./Jobs.ts"
import { Notices } from "./Notices.ts"
import { Requires } from "./Permissions.ts"
import { secured } from "./secured.ts"

/** About a month, whatever its length. */
export const daysShown = 30

/** The full list is a separate page. */
export const jobsShown = 5

const sums = {
  valid: integer("Rows or checks with this status."),
  risky: integer("Rows or checks with this status."),
  invalid: integer("Rows or checks with this status."),
  unknown: integer("Rows or checks with this status."),
  credits_spent: integer("Charges minus reversed charges; may be negative.")
}

export const Day = Schema.Struct({
  date: string("UTC, such as `2026-01-31`."),
  ...sums
}).annotate({ identifier: "Day" })
export type Day = typeof Day.Type

export const Hour = Schema.Struct({
  hour: dateTime.annotate({ description: "When it begins, such as `2026-01-31T13:00:00.000Z`." }),
  ...sums
}).annotate({ identifier: "Hour" })
export type Hour = typeof Hour.Type

export const PeriodSums = Schema.Struct(sums).annotate({ identifier: "PeriodSums" })
export type PeriodSums = typeof PeriodSums.Type

export const Overview = Schema.Struct({
  credits: Schema.Struct({
    available: integer("What can be spent now."),
    held: integer("Held for running checks and jobs. The unused part is refunded."),
    spent_this_month: integer("Charged in the current calendar month (UTC).")
  }).annotate({ description: "The balance, and what of it is held." }),
  days: Schema.Array(Day).annotate({
    description:
      `The last ${daysShown} days including today, oldest first. Checks by status, without sandbox ` +
      "addresses and without the public demo, which stores no results."
  }),
  hours: Schema.optionalKey(
    Schema.Array(Hour).annotate({
      description:
        "The 24 hours (UTC) of the only day of `days` that has checks, from the list of activity. Absent " +
        "with several such days or none, and while activity misses checks of the day. A list counts in the " +
        "hour of its upload, with all of its rows, also those of the sandbox."
    })
  ),
  days_before: PeriodSums.annotate({
    description: `The sums of the ${daysShown} days before \`days\`, to compare with.`
  }),
  bounced_of_valid: described(
    Schema.optionalKey(BouncedOfValid),
    "How many of the valid addresses bounced that were mailed, as reported (`GET /usage/accuracy`). " +
      "Absent while there is not enough mail to say."
  ),
  jobs: Schema.Array(BulkJob).annotate({ description: `The latest ${jobsShown}.` }),
  checked_at: described(dateTime, "The time of the finding.")
}).annotate({ identifier: "Overview" })
export type Overview = typeof Overview.Type

const overview = HttpApiEndpoint.get("overview", "/overview", {
  success: Overview
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getOverview",
    summary: "Get the credits, the last 30 days and the latest jobs",
    description: "Credits, thirty days by verdict, and the latest jobs, in one answer."
  })
)

const notices = HttpApiEndpoint.get("notices", "/notices", { success: Notices }).annotateMerge(
  OpenApi.annotations({
    identifier: "getNotices",
    summary: "List current problems of the service, and what to do about them",
    description:
      "Most severe first; empty if everything works. Owners of the service also get the notices for " +
      "operators."
  })
)

export class OverviewGroup extends secured(
  HttpApiGroup.make("Overview").add(overview, notices).annotateEndpoints(Requires, "read")
) {}
