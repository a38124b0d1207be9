/**
 * For accounts that own the service: who is here, what they have, and how the service is. Everybody
 * else is answered 403. What is done is an event of the ledger or of the account, for ever.
 */
import { isReason, reasonCharsMax } from "@rcpt/domain/Account"
import { creditsMax } from "@rcpt/domain/Credits"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import * as query from "./adminQuery.ts"
import { Authentication } from "./Authentication.ts"
import { Health } from "./Health.ts"
import { requiredIdempotencyHeaders } from "./IdempotencyKey.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, KeyReused, NotFound, RequestInFlight } from "./Problem.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"

const dateTime = Schema.String.annotate({ format: "date-time" })
const uuid = Schema.String.annotate({ format: "uuid" })

export const AdminAccount = Schema.Struct({
  id: uuid,
  email: Schema.String,
  is_admin: Schema.Boolean,
  credits: Schema.Int.annotate({ description: "Available, without those on hold." }),
  suspended_at: Schema.NullOr(dateTime).annotate({ description: "null: it is not suspended." }),
  created_at: dateTime,
  last_used_at: Schema.NullOr(dateTime).annotate({
    description: "Of its keys and of the sessions that last, a minute late at most; null: never."
  })
}).annotate({ identifier: "AdminAccount" })
export type AdminAccount = typeof AdminAccount.Type

export const AdminAccounts = Schema.Struct({
  accounts: Schema.Array(AdminAccount),
  next: Schema.NullOr(uuid).annotate({
    description: "`cursor` of the next page; null: there is none."
  })
}).annotate({ identifier: "AdminAccounts" })
export type AdminAccounts = typeof AdminAccounts.Type

const reasonLimits = `must be 1 to ${reasonCharsMax} visible characters`

const Reason = Schema.String.annotate({ message: reasonLimits })
  .check(Schema.makeFilter((reason) => isReason(reason.trim()) || reasonLimits))
  .annotate({
    description:
      `What it is for, ${reasonCharsMax} characters at most. The account reads it in its ledger, ` +
      "where it stays for ever: no personal data."
  })

const grantLimits = `must be a whole number from 1 to ${creditsMax}`
const wholeNumber = (limits: string) => Schema.Number.annotate({ message: limits })

export const Grant = Schema.Struct({
  credits: wholeNumber(grantLimits)
    .check(
      Schema.isInt({ message: grantLimits }),
      Schema.isBetween({ minimum: 1, maximum: creditsMax }, { message: grantLimits })
    )
    .annotate({ description: "A correction downwards is an adjustment." }),
  reason: Reason
}).annotate({ identifier: "Grant" })
export type Grant = typeof Grant.Type

const adjustLimits = `must be a whole number from -${creditsMax} to ${creditsMax}, and not 0`

export const Adjustment = Schema.Struct({
  credits: wholeNumber(adjustLimits)
    .check(
      Schema.isInt({ message: adjustLimits }),
      Schema.isBetween({ minimum: -creditsMax, maximum: creditsMax }, { message: adjustLimits }),
      Schema.makeFilter((credits) => credits !== 0 || adjustLimits)
    )
    .annotate({ description: "Below 0 takes off; never more than the account has available." }),
  reason: Reason
}).annotate({ identifier: "Adjustment" })
export type Adjustment = typeof Adjustment.Type

export const Posted = Schema.Struct({
  id: uuid.annotate({ description: "Made of the `Idempotency-Key`: the same key, the same id." }),
  account_id: uuid,
  credits: Schema.Int,
  reason: Schema.String
}).annotate({ identifier: "Posted" })
export type Posted = typeof Posted.Type

const accounts = HttpApiEndpoint.get("accounts", "/accounts", {
  query: { limit: query.LimitQuery, cursor: query.CursorQuery, email: query.EmailQuery },
  success: AdminAccounts,
  error: BadRequest
}).annotateMerge(OpenApi.annotations({ summary: "All accounts, the newest first" }))

const params = { id: Schema.String }

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
    summary: "Give an account credits",
    description:
      "The same `Idempotency-Key` gives them once, also after the day for which its answer is kept; " +
      "with another account or number it is refused."
  })
)

const adjust = HttpApiEndpoint.post("adjust", "/accounts/:id/adjustments", {
  ...posting,
  payload: Adjustment
}).annotateMerge(
  OpenApi.annotations({
    summary: "Correct the credits of an account, up or down",
    description: "Once for each `Idempotency-Key`, as a grant."
  })
)

const suspend = HttpApiEndpoint.post("suspend", "/accounts/:id/suspend", {
  params,
  success: Message,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Suspend an account",
    description:
      "Answers when no node accepts its keys or sessions any more, after a second or so. Its jobs go " +
      "on: they are paid for. An account that owns the service is not suspended."
  })
)

const resume = HttpApiEndpoint.post("resume", "/accounts/:id/resume", {
  params,
  success: Message,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    summary: "Let an account in again",
    description: "Its keys are good as before; people sign in anew."
  })
)

const health = HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
  OpenApi.annotations({
    summary: "How the service is",
    description:
      "Nodes, what waits, the pace with mail servers and those in trouble, views and how far behind " +
      "they are, the age of the lists, and what the doctor found on the node that answers."
  })
)

const examine = HttpApiEndpoint.post("examine", "/doctor", {
  success: Message.pipe(HttpApiSchema.status(202))
}).annotateMerge(
  OpenApi.annotations({
    summary: "Have the service examine itself again",
    description:
      "It does so every hour by itself. Takes some seconds: `GET /admin/health` shows when it has " +
      "ended, on the node that was asked."
  })
)

export class Admin extends HttpApiGroup.make("Admin")
  .add(accounts, grant, adjust, suspend, resume, health, examine)
  .annotateEndpoints(Requires, "administer")
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1/admin") {}
