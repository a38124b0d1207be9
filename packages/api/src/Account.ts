/** `GET /account`: the caller's credits and usage of the current month (UTC); and `GET /usage`. */
import { Role } from "@rcpt/domain/Role"
import { Mode } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

export const Usage = Schema.Struct({
  year: Schema.Int.annotate({ description: "The year in UTC." }),
  month: Schema.Int.annotate({ description: "1 to 12, UTC." }),
  total_checks: Schema.Int.annotate({ description: "The sum of all checks." }),
  single_checks: Schema.Int.annotate({ description: "Single checks in the dashboard." }),
  bulk_checks: Schema.Int.annotate({ description: "Rows of lists." }),
  api_checks: Schema.Int.annotate({ description: "Single and batch checks with an API key." }),
  public_checks: Schema.Int.annotate({ description: "Checks of the public demo." }),
  feedback: Schema.optionalKey(
    Schema.Struct({
      delivered: Schema.Int.annotate({ description: "Addresses reported as delivered." }),
      bounced: Schema.Int.annotate({ description: "Addresses reported as bounced." }),
      complained: Schema.Int.annotate({ description: "Addresses whose complaint was reported." }),
      right: Schema.Int.annotate({
        description: "Reports that confirm a verdict: `valid` delivered, `invalid` bounced."
      }),
      wrong: Schema.Int.annotate({
        description: "Reports that contradict one. `risky` and `unknown` verdicts count as neither."
      })
    }).annotate({
      identifier: "UsageFeedback",
      description: "Reports of this month (`POST /feedback`). Only present if there are any."
    })
  ).pipe(
    Schema.annotateKey({ description: "How often verdicts were right, as far as was reported." })
  )
}).annotate({ identifier: "Usage" })
export type Usage = typeof Usage.Type

const checks = Schema.Int.annotate({
  description: "With a verdict; without repeated answers and sandbox addresses."
})
const credits = Schema.Int.annotate({ description: "Charged for them." })

export const UsageGroup = Schema.Struct({
  source: Schema.Literals(["api_key", "dashboard", "list"]).annotate({
    description:
      "The source of the checks: single checks and batches of an API key or of the dashboard, or the lists " +
      "of the whole account."
  }),
  key: Schema.optionalKey(
    Schema.Struct({
      id: Schema.String.annotate({ format: "uuid" }).pipe(
        Schema.annotateKey({ description: "Its id." })
      ),
      name: Schema.optionalKey(Schema.String.annotate({ description: "Its name." })),
      last4: Schema.optionalKey(
        Schema.String.annotate({ description: "Its last four characters." })
      )
    }).annotate({
      identifier: "UsageKey",
      description: "Of `api_key`; without a name if the key is no longer known."
    })
  ).pipe(Schema.annotateKey({ description: "The API key." })),
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
  email: Schema.optionalKey(
    Schema.String.annotate({
      description: "Of the signed-in person. Only with a dashboard session."
    })
  ),
  credits: Schema.Int.annotate({ description: "Available credits, without held ones." }),
  role: Schema.optionalKey(
    Role.annotate({ description: "Of the signed-in person. Only with a dashboard session." })
  ),
  is_admin: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Only present for managers of accounts that own the service."
    })
  ),
  webhook_url: Schema.optionalKey(
    Schema.String.annotate({ description: "Only present if a webhook is set." })
  ),
  webhook_secret: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Signs the webhook's deliveries. Only with a dashboard session that may manage the account."
    })
  ),
  usage: Usage.pipe(Schema.annotateKey({ description: "The checks of this month." })),
  auth_mode: Schema.Literals(["jwt", "api_key"]).annotate({
    description: "The kind of credentials."
  }),
  checked_at: Schema.String.annotate({ format: "date-time" }).pipe(
    Schema.annotateKey({ description: "The time of the finding." })
  )
}).annotate({ identifier: "Account" })
export type Account = typeof Account.Type
