/**
 * `POST /feedback`: what became of mail to addresses that the account had verified. It changes later answers
 * to this account alone, and shows how often verdicts were right.
 */
import { ReportedOutcome } from "@rcpt/domain/Feedback"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { described, integer, string } from "./fields.ts"
import { idempotencyHeaders } from "./IdempotencyKey.ts"
import { Requires } from "./Permissions.ts"
import { BadRequest, KeyReused, RequestInFlight } from "./Problem.ts"
import { isUpTo } from "./query.ts"
import { secured } from "./secured.ts"

/** This many fit into a body of 1 MiB with a reply each. */
export const feedbackItemsMax = 1_000

/** Characters. A mail server's reply has some 200; the rest is what a program writes around it. */
export const smtpResponseCharsMax = 2_000

const size = `must be a list of 1 to ${feedbackItemsMax} items`
const text = Schema.String.annotate({ message: "must be a string" })

export const FeedbackItem = Schema.Struct({
  email: Schema.optionalKey(
    text.annotate({
      description: "An address that was verified alone or in a batch, or one of the job's."
    })
  ),
  job_id: Schema.optionalKey(text.annotate({ description: "Of the job that verified it." })),
  row: Schema.optionalKey(
    Schema.Int.annotate({
      message: "must be a whole number",
      description: "With `job_id`: the row of the file, from 1, without the header line."
    })
  ),
  outcome: ReportedOutcome.annotate({
    message: 'must be "delivered", "bounced", "complained" or "deferred"',
    description:
      "What happened to the mail. `complained`: the recipient called it spam or unwanted. `deferred`: the mail server " +
      "put it off; that is counted in `GET /usage/accuracy`, and changes nothing."
  }),
  smtp_response: Schema.optionalKey(
    text.check(isUpTo(smtpResponseCharsMax)).annotate({
      description:
        "Required for `bounced`: the mail server's reply, as in the returned mail or in the log."
    })
  ),
  occurred_at: Schema.optionalKey(
    text.annotate({ format: "date-time", description: "Default: now. At most 90 days ago." })
  )
}).annotate({ identifier: "FeedbackItem" })
export type FeedbackItem = typeof FeedbackItem.Type

export const FeedbackRequest = Schema.Struct({
  items: Schema.Array(FeedbackItem)
    .annotate({ message: size })
    .check(
      Schema.isMinLength(1, { message: size }),
      Schema.isMaxLength(feedbackItemsMax, { message: size })
    )
    .annotate({ description: "Bounces and deliveries, each for one address or row." }),
  search_lists: described(
    Schema.optionalKey(Schema.Boolean.annotate({ message: "must be true or false" })),
    "Whether an address that was not checked alone, and has no `job_id`, is looked for in your newest 50 lists. It takes " +
      "seconds if lists are large. Default: false."
  )
}).annotate({ identifier: "FeedbackRequest" })
export type FeedbackRequest = typeof FeedbackRequest.Type

const FeedbackStatus = Schema.Literals([
  "accepted",
  "not_about_mailbox",
  "not_verified_by_you",
  "invalid"
])

export const FeedbackResult = Schema.Struct({
  email: Schema.optionalKey(string("As sent.")),
  job_id: Schema.optionalKey(string("The job.")),
  row: Schema.optionalKey(integer("The row of the list, from 1.")),
  status: FeedbackStatus.annotate({
    description:
      "`not_about_mailbox`: the response blames something else, such as the sender, or cannot be " +
      "understood; it changes nothing. `not_verified_by_you`: not by this account within 90 days. " +
      "`invalid`: see `error`."
  }),
  error: described(Schema.optionalKey(Schema.String), "Why it was refused.")
}).annotate({ identifier: "FeedbackResult" })
export type FeedbackResult = typeof FeedbackResult.Type

export const FeedbackResponse = Schema.Struct({
  results: Schema.Array(FeedbackResult).annotate({ description: "In the order of the request." }),
  count: integer("Number of results."),
  accepted: integer("Number of those that are `accepted`.")
}).annotate({ identifier: "FeedbackResponse" })
export type FeedbackResponse = typeof FeedbackResponse.Type

const give = HttpApiEndpoint.post("give", "/feedback", {
  headers: idempotencyHeaders,
  payload: FeedbackRequest,
  success: FeedbackResponse,
  error: [BadRequest, RequestInFlight, KeyReused]
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "giveFeedback",
      summary: "Report bounces and deliveries of verified addresses",
      description:
        "Free. For 90 days, an address that you report as bounced is `risky`, `reported_bounce`, in " +
        "your own results; one that complained is `reported_complaint`. A reported delivery is one of the `reasons`. Results of " +
        "other accounts do not change. Addresses are stored only as a keyed hash. Counts against the " +
        "rate limit as a batch of as many addresses."
    })
  )

export class Feedback extends secured(HttpApiGroup.make("Feedback").add(give)) {}
