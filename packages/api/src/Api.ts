/**
 * The HTTP contract: every endpoint, its parameters, responses and errors, without handlers. The
 * server, the OpenAPI document and typed clients are derived from it.
 */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Account, Usage, UsageBreakdown } from "./Account.ts"
import { Accuracy, AccuracyDaysQuery } from "./Accuracy.ts"
import { Activity } from "./Activity.ts"
import { Admin } from "./Admin.ts"
import { BatchRequest, BatchResponse } from "./Batch.ts"
import { describeRateLimit, describeResponses } from "./describeResponses.ts"
import { describedInPlace } from "./document/describedInPlace.ts"
import { Closing, Erasure } from "./Erasure.ts"
import { Feedback } from "./Feedback.ts"
import { string } from "./fields.ts"
import { idempotencyHeaders } from "./IdempotencyKey.ts"
import { InletsGroup } from "./Inlet.ts"
import { JobsGroup } from "./JobsGroup.ts"
import { Keys } from "./Keys.ts"
import { Ledger } from "./Ledger.ts"
import { DaysQuery, MonthsQuery } from "./ledgerQuery.ts"
import { Mcp } from "./Mcp.ts"
import { OverviewGroup } from "./Overview.ts"
import { Joining, People } from "./People.ts"
import { OpenToBrowsers, Requires } from "./Permissions.ts"
import { BadRequest, InsufficientCredits, KeyReused, NotFound, RequestInFlight } from "./Problem.ts"
import { MailedLinks, Profile } from "./Profile.ts"
import { EmailQuery, VerifyQuery } from "./query.ts"
import { TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { Rules } from "./Rules.ts"
import { SchedulesGroup } from "./SchedulesGroup.ts"
import { basePath, secured } from "./secured.ts"
import { Security } from "./Security.ts"
import { AtProvider, Sessions, SignIn } from "./Session.ts"
import { Totp } from "./Totp.ts"
import { VerifyResult } from "./VerifyResult.ts"
import { WebhookEndpointsGroup } from "./WebhookEndpointsGroup.ts"
import { WebhookGroup } from "./WebhookGroup.ts"

const FastQuery = Schema.Literals(["fast"])
  .annotate({
    message: 'must be "fast": the demo does not contact mail servers',
    description: "The demo never contacts the recipient's mail server."
  })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("fast" as const)))

const verifyDemo = HttpApiEndpoint.get("verify", "/demo/verify", {
  query: { email: EmailQuery, mode: FastQuery },
  success: VerifyResult,
  error: [BadRequest, NotFound, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "verifyDemo",
    summary: "Verify one address without an account",
    description:
      "Only available if `RCPT_DEMO=on`, otherwise 404 for all but sandbox addresses. Limited to a few " +
      "addresses per minute and network address. Free of charge, so the result has no `credits_used`."
  })
)

/** The public demo: a fast verification without an account. */
class Demo extends HttpApiGroup.make("Demo")
  .add(verifyDemo)
  .middleware(RequestErrors)
  .prefix(basePath) {}

const stream = HttpApiEndpoint.get("stream", "/events/stream", {
  headers: {
    "last-event-id": Schema.optionalKey(
      string(
        "The last `id` that was received: the stream continues after it. Default: only what happens " +
          "from now on. If that event is no longer kept, the stream begins with the oldest one."
      )
    )
  },
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "streamEvents",
      summary: "Follow the account's events by server-sent events",
      description:
        "The events that a webhook of the account gets, also without a webhook. Each `id` is the " +
        "`webhook-id` and each `data` the body of the delivery, byte for byte. A client can forward them " +
        "signed, as `rcpt listen` does. The first event, `begun`, has no data: its `id` is where the " +
        "stream begins. Events come at least once, in order, and are kept as long as jobs. A comment comes every 15 s. " +
        "The stream ends when its key or session may no longer read, or the server stops; a client connects again."
    })
  )

/** The events of an account as a stream: what its webhook is sent, for programs that nobody can reach. */
class Events extends secured(HttpApiGroup.make("Events").add(stream)) {}

const verify = HttpApiEndpoint.get("verify", "/verify", {
  query: VerifyQuery.fields,
  headers: idempotencyHeaders,
  success: VerifyResult,
  error: [BadRequest, InsufficientCredits, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  .annotate(OpenToBrowsers, true)
  .annotateMerge(
    OpenApi.annotations({
      identifier: "verify",
      summary: "Verify one address",
      description:
        `Fast mode costs ${creditsOf(heldFor.fast)}, deep mode ${heldFor.fast} or ${heldFor.deep} (${heldFor.deep} are held until it ends). ` +
        "An `unknown` " +
        "result is free. Addresses at `sandbox.rcpt.test` return the result named by their local " +
        "part, free of charge and without network access. With a browser key, from a page, the result has " +
        "only `email`, `status`, `sub_status`, `did_you_mean`, `recommendation` and `mode`. It then depends on nothing " +
        "that the account did before, except its rules."
    })
  )

const verifyBatch = HttpApiEndpoint.post("verifyBatch", "/verify/batch", {
  headers: idempotencyHeaders,
  payload: BatchRequest,
  success: BatchResponse,
  error: [BadRequest, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  // Version 1.0.0 says nothing of other fields, so its clients may send some.
  .annotate(HttpApi.PayloadParseOptions, {})
  .annotateMerge(
    OpenApi.annotations({
      identifier: "verifyBatch",
      summary: "Verify up to 100 addresses",
      description:
        "Each address costs the same as alone. If credits run out, the response has only the first " +
        "results, and `truncated` is true; nothing else is charged. Either the whole response is " +
        "charged or nothing."
    })
  )

const account = HttpApiEndpoint.get("account", "/account", { success: Account })
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getAccount",
      summary: "Get the credits and usage of the account",
      description:
        "The credits that can be spent now, and the checks of this month. With an API key neither the email address nor the webhook's secret are included."
    })
  )

const usage = HttpApiEndpoint.get("usage", "/usage", {
  query: { months: MonthsQuery },
  success: Schema.Array(Usage),
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getUsage",
      summary: "Get the checks by calendar month (UTC)",
      description: "The current month first, then earlier ones, including months without checks."
    })
  )

const usageBreakdown = HttpApiEndpoint.get("usageBreakdown", "/usage/breakdown", {
  query: { days: DaysQuery },
  success: UsageBreakdown,
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getUsageBreakdown",
      summary: "Get the checks and credits of the last days by API key and mode",
      description:
        "Single checks and batches come from the list of activity: they go back `RCPT_ACTIVITY_DAYS`, " +
        "and miss rows that a crash lost. Lists count as long as they are kept, by the time of their upload, " +
        "with all of their rows. `GET /usage` and the ledger are exact."
    })
  )

const accuracy = HttpApiEndpoint.get("accuracy", "/usage/accuracy", {
  query: { days: AccuracyDaysQuery },
  success: Accuracy,
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getAccuracy",
      summary: "Get how many of the mailed addresses bounced, by what rcpt had said of them",
      description:
        "Counts the reports of `POST /feedback` by the verification that each is about: its mode, verdict, " +
        "reason, score, provider and catch-all confidence. Reports of older releases count by verdict alone."
    })
  )

export class Verification extends secured(
  HttpApiGroup.make("Verification").add(verify, verifyBatch)
) {}

export class Accounts extends secured(
  HttpApiGroup.make("Account").add(account, usage, usageBreakdown, accuracy)
) {}

export class Api extends HttpApi.make("rcpt")
  .add(Verification)
  .add(Accounts)
  .add(Erasure)
  .add(Closing)
  .add(Feedback)
  .add(Demo)
  .add(JobsGroup)
  .add(Keys)
  .add(Rules)
  .add(Ledger)
  .add(Activity)
  .add(Admin)
  .add(SignIn)
  .add(AtProvider)
  .add(MailedLinks)
  .add(Sessions)
  .add(Profile)
  .add(Joining)
  .add(People)
  .add(WebhookGroup)
  .add(WebhookEndpointsGroup)
  .add(InletsGroup)
  .add(SchedulesGroup)
  .add(Events)
  .add(OverviewGroup)
  .add(Security)
  .add(Totp)
  .add(Mcp)
  // A field that is not known is a slip: without it the request would mean something else.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "rcpt",
      version: "1.0.0",
      description: "Email verification with a ledger that anybody can audit.",
      transform: (document) => describeRateLimit(describeResponses(describedInPlace(document)))
    })
  ) {}
