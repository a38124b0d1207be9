/** `GET /account`: the caller's credits and usage of the current month (UTC); and `GET /usage`. */
import { Role } from "@rcpt/domain/Role"
import { Mode } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

import { boolean, described, integer, string } from "./fields.ts"

export const Usage = Schema.Struct({
  year: integer("The year in UTC."),
  month: integer("1 to 12, UTC."),
  total_checks: integer("The sum of all checks."),
  single_checks: integer("Single checks in the dashboard."),
  bulk_checks: integer("Rows of lists."),
  api_checks: integer("Single and batch checks with an API key."),
  public_checks: integer("Checks of the public demo."),
  feedback: described(
    Schema.optionalKey(
      Schema.Struct({
        delivered: integer("Addresses reported as delivered."),
        bounced: integer("Addresses reported as bounced."),
        complained: integer("Addresses whose complaint was reported."),
        right: integer("Reports that confirm a verdict: `valid` delivered, `invalid` bounced."),
        wrong: integer(
          "Reports that contradict one. `risky` and `unknown` verdicts count as neither."
        )
      }).annotate({
        identifier: "UsageFeedback",
        description: "Reports of this month (`POST /feedback`). Only present if there are any."
      })
    ),
    "How often verdicts were right, as far as was reported."
  )
}).annotate({ identifier: "Usage" })
export type Usage = typeof Usage.Type

const checks = integer("With a verdict; without repeated answers and sandbox addresses.")
const credits = integer("Charged for them.")

export const UsageGroup = Schema.Struct({
  source: Schema.Literals(["api_key", "dashboard", "list"]).annotate({
    description:
      "The source of the checks: single checks and batches of an API key or of the dashboard, or the lists " +
      "of the whole account."
  }),
  key: described(
    Schema.optionalKey(
      Schema.Struct({
        id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
        name: Schema.optionalKey(string("Its name.")),
        last4: Schema.optionalKey(string("Its last four characters."))
      }).annotate({
        identifier: "UsageKey",
        description: "Of `api_key`; without a name if the key is no longer known."
      })
    ),
    "The API key."
  ),
  mode: Mode.annotate({ description: "The mode that was used." }),
  checks,
  credits
}).annotate({ identifier: "UsageGroup" })
export type UsageGroup = typeof UsageGroup.Type

export const UsageBreakdown = Schema.Struct({
  since: Schema.String.annotate({
    format: "date-time",
    description: "The start of the count: `days` ago, or the oldest activity that is kept."
  }),
  groups: Schema.Array(UsageGroup).annotate({
    description: "One for each source and mode that has checks, the most credits first."
  })
}).annotate({ identifier: "UsageBreakdown" })
export type UsageBreakdown = typeof UsageBreakdown.Type

export const Account = Schema.Struct({
  email: Schema.optionalKey(string("Of the signed-in person. Only with a dashboard session.")),
  credits: integer("Available credits, without held ones."),
  role: Schema.optionalKey(
    Role.annotate({ description: "Of the signed-in person. Only with a dashboard session." })
  ),
  is_admin: Schema.optionalKey(
    boolean("Only present for managers of accounts that own the service.")
  ),
  webhook_url: Schema.optionalKey(string("Only present if a webhook is set.")),
  webhook_secret: Schema.optionalKey(
    string(
      "Signs the webhook's deliveries. Only with a dashboard session that may manage the account."
    )
  ),
  usage: described(Usage, "The checks of this month."),
  auth_mode: Schema.Literals(["jwt", "api_key"]).annotate({
    description: "The kind of credentials."
  }),
  checked_at: described(Schema.String.annotate({ format: "date-time" }), "The time of the finding.")
}).annotate({ identifier: "Account" })
export type Account = typeof Account.Type
