/**
 * Endpoints for accounts that own the service: accounts, their credits, and the state of the service.
 * Other callers get 403. Every change is an event of the ledger or of the account.
 */
import { creditsMax } from "@rcpt/domain/Credits"
import { holdsAddress, isReason, reasonCharsMax } from "@rcpt/domain/keptTexts"
import { emailCharsMax, uuid } from "@rcpt/domain/limits"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Accuracy, AccuracyDaysQuery } from "./Accuracy.ts"
import { fieldFault } from "./errors/errorTexts.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { Health } from "./Health.ts"
import { requiredIdempotencyHeaders } from "./IdempotencyKey.ts"
import { cursor, pageSize } from "./jobsQuery.ts"
import { Message } from "./Message.ts"
import { Requires } from "./Permissions.ts"
import { BadRequest, KeyReused, NotFound, RequestInFlight } from "./Problem.ts"
import { isUpTo, singleValue } from "./query.ts"
import { secured } from "./secured.ts"

const EmailQuery = Schema.optionalKey(
  singleValue
    .check(isUpTo(emailCharsMax))
    .annotate({ description: "Only the account with this address, ignoring case." })
)

export const AdminAccount = Schema.Struct({
  id: described(uuidText, "Its id."),
  email: Schema.NullOr(Schema.String).annotate({ description: "null once it is closed." }),
  is_admin: boolean("Whether it administers the service."),
  credits: integer("Available credits, without held ones."),
  suspended_at: Schema.NullOr(dateTime).annotate({ description: "null if it is not suspended." }),
  closed_at: Schema.NullOr(dateTime).annotate({ description: "null if it is open." }),
  created_at: described(dateTime, "When it was made."),
  last_used_at: Schema.NullOr(dateTime).annotate({
    description: "Last use of its keys and current sessions, up to a minute late; null if never."
  })
}).annotate({ identifier: "AdminAccount" })
export type AdminAccount = typeof AdminAccount.Type

export const AdminAccounts = Schema.Struct({
  accounts: Schema.Array(AdminAccount).annotate({
    description: "One page of accounts, the newest first."
  }),
  next: Schema.NullOr(uuidText).annotate({
    description: "`cursor` of the next page; null on the last page."
  })
}).annotate({ identifier: "AdminAccounts" })
export type AdminAccounts = typeof AdminAccounts.Type

const reasonLimits = fieldFault("visibleChars", { from: 1, to: reasonCharsMax })
const reasonHoldsAddress = fieldFault("keptAddress")

const Reason = described(
  Schema.String.annotate({ message: reasonLimits }).check(
    Schema.makeFilter(
      (reason) =>
        isReason(reason.trim()) || (holdsAddress(reason) ? reasonHoldsAddress : reasonLimits)
    )
  ),
  `Why, in at most ${reasonCharsMax} characters. The account sees it in its ledger. It is kept ` +
    "forever, so do not include personal data; an email address is refused."
)

const grantLimits = fieldFault("wholeNumber", { from: 1, to: creditsMax })
const wholeNumber = (limits: string) => Schema.Number.annotate({ message: limits })

export const Grant = Schema.Struct({
  credits: wholeNumber(grantLimits)
    .check(
      Schema.isInt({ message: grantLimits }),
      Schema.isBetween({ minimum: 1, maximum: creditsMax }, { message: grantLimits })
    )
    .annotate({ description: "To remove credits, use an adjustment." }),
  reason: Reason
}).annotate({ identifier: "Grant" })
export type Grant = typeof Grant.Type

const adjustLimits = fieldFault("changeNumber", { from: -creditsMax, to: creditsMax })

export const Adjustment = Schema.Struct({
  credits: described(
    wholeNumber(adjustLimits).check(
      Schema.isInt({ message: adjustLimits }),
      Schema.isBetween({ minimum: -creditsMax, maximum: creditsMax }, { message: adjustLimits }),
      Schema.makeFilter((credits) => credits !== 0 || adjustLimits)
    ),
    "Negative to remove credits; never more than the account has available."
  ),
  reason: Reason
}).annotate({ identifier: "Adjustment" })
export type Adjustment = typeof Adjustment.Type

export const Posted = Schema.Struct({
  id: uuidText.annotate({
    description: "Derived from the `Idempotency-Key`: the same key gives the same id."
  }),
  account_id: described(uuidText, "The account."),
  credits: integer("Credits."),
  reason: string("The reason, in the words of the person who gave it.")
}).annotate({ identifier: "Posted" })
export type Posted = typeof Posted.Type

const accounts = HttpApiEndpoint.get("accounts", "/accounts", {
  query: {
    limit: pageSize("Accounts per page."),
    cursor: cursor(uuid, "the newest accounts"),
    email: EmailQuery
  },
  success: AdminAccounts,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listAccounts",
    summary: "List all accounts, newest first",
    description: "With their credits, the newest first. `email` finds one."
  })
)

const params = { id: string("The account's `id`.") }

const posting = {
  params,
  headers: requiredIdempotencyHeaders,
  success: Posted.pipe(HttpApiSchema.status(201)),
  error: [BadRequest, NotFound, RequestInFlight, KeyReused]
}

const grant = HttpApiEndpoint.post("grant", "/accounts/:id/grants", {
  ...posting,
  payload: Grant
}).annotateMerge(
  OpenApi.annotations({
    identifier: "grantCredits",
    summary: "Grant credits to an account",
    description:
      "The same `Idempotency-Key` grants them only once, even after the 24 hours for which its " +
      "response is stored. With another account or amount it is refused."
  })
)

const adjust = HttpApiEndpoint.post("adjust", "/accounts/:id/adjustments", {
  ...posting,
  payload: Adjustment
}).annotateMerge(
  OpenApi.annotations({
    identifier: "adjustCredits",
    summary: "Adjust the credits of an account up or down",
    description: "Executed once per `Idempotency-Key`, like a grant."
  })
)

const suspend = HttpApiEndpoint.post("suspend", "/accounts/:id/suspend", {
  params,
  success: Message,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "suspendAccount",
    summary: "Suspend an account",
    description:
      "Returns when no node accepts its keys or sessions, after about a second. Its jobs " +
      "continue: they are already paid for. An account that owns the service cannot be suspended."
  })
)

const resume = HttpApiEndpoint.post("resume", "/accounts/:id/resume", {
  params,
  success: Message,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "resumeAccount",
    summary: "Resume a suspended account",
    description: "Its API keys work again. Users have to sign in again."
  })
)

const health = HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
  OpenApi.annotations({
    identifier: "getHealth",
    summary: "Get the state of the service",
    description:
      "Nodes, queues, the pace of each group of mail servers, views and their lag, and the age of the lists. " +
      "Also the doctor's findings on this node."
  })
)

const examine = HttpApiEndpoint.post("examine", "/doctor", {
  success: Message.pipe(HttpApiSchema.status(202))
}).annotateMerge(
  OpenApi.annotations({
    identifier: "runDoctor",
    summary: "Run the doctor",
    description:
      "It also runs every hour. It takes some seconds: `GET /admin/health` on the same node shows " +
      "when it has ended."
  })
)

const accuracyOfAll = HttpApiEndpoint.get("accuracyOfAll", "/accuracy", {
  query: { days: AccuracyDaysQuery },
  success: Accuracy,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getAccuracyOfAll",
    summary: "Get how many of the mailed addresses bounced, over all accounts",
    description:
      "As `GET /usage/accuracy`, summed over all accounts. It names no account and no address."
  })
)

export class Admin extends secured(
  HttpApiGroup.make("Admin")
    .add(accounts, grant, adjust, suspend, resume, health, examine, accuracyOfAll)
    .annotateEndpoints(Requires, "administer")
    .prefix("/admin")
) {}
