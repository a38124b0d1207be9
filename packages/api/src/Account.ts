/** `GET /account`: the caller's credits and usage of the current month (UTC). */
import { Role } from "@rcpt/domain/Role"
import { Schema } from "effect"

export const Usage = Schema.Struct({
  year: Schema.Int,
  month: Schema.Int.annotate({ description: "1 to 12, UTC." }),
  total_checks: Schema.Int,
  single_checks: Schema.Int.annotate({ description: "Single checks in the dashboard." }),
  bulk_checks: Schema.Int.annotate({ description: "Rows of bulk jobs." }),
  api_checks: Schema.Int.annotate({ description: "Single and batch checks with an API key." }),
  public_checks: Schema.Int.annotate({ description: "Checks of the public demo." }),
  feedback: Schema.optionalKey(
    Schema.Struct({
      delivered: Schema.Int.annotate({ description: "Addresses reported as delivered." }),
      bounced: Schema.Int.annotate({ description: "Addresses reported as bounced." }),
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
  )
}).annotate({ identifier: "Usage" })
export type Usage = typeof Usage.Type

export const Account = Schema.Struct({
  email: Schema.optionalKey(
    Schema.String.annotate({
      description: "Of the signed-in person. Only with a dashboard session."
    })
  ),
  credits: Schema.Int.annotate({ description: "Available credits, without those on hold." }),
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
  usage: Usage,
  auth_mode: Schema.Literals(["jwt", "api_key"]),
  checked_at: Schema.String.annotate({ format: "date-time" })
}).annotate({ identifier: "Account" })
export type Account = typeof Account.Type
