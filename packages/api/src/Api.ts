/**
 * The HTTP contract: every endpoint, its parameters, answers and errors. No handlers; the server,
 * the OpenAPI document and typed clients all come from here.
 */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { Account, Usage } from "./Account.ts"
import { Admin } from "./Admin.ts"
import { Authentication } from "./Authentication.ts"
import { BatchRequest, BatchResponse } from "./Batch.ts"
import { Demo } from "./Demo.ts"
import { describeAnswers } from "./describeAnswers.ts"
import { idempotencyHeaders } from "./IdempotencyKey.ts"
import { JobsGroup } from "./JobsGroup.ts"
import { Keys } from "./Keys.ts"
import { Ledger } from "./Ledger.ts"
import { MonthsQuery } from "./ledgerQuery.ts"
import { OverviewGroup } from "./Overview.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, InsufficientCredits, KeyReused, RequestInFlight } from "./Problem.ts"
import { EmailQuery, ExplainQuery, ModeQuery, TimeoutQuery } from "./query.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { describeRateLimit } from "./rateLimitHeaders.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { Sessions, SignIn } from "./Session.ts"
import { VerifyResult } from "./VerifyResult.ts"
import { WebhookGroup } from "./WebhookGroup.ts"

const verify = HttpApiEndpoint.get("verify", "/verify", {
  query: {
    email: EmailQuery,
    mode: ModeQuery,
    timeout: TimeoutQuery,
    explain: ExplainQuery
  },
  headers: idempotencyHeaders,
  success: VerifyResult,
  error: [BadRequest, InsufficientCredits, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Verify one address",
      description:
        "Fast mode costs 1 credit, deep mode 1 or 5, of which 5 are held meanwhile; 0 when the answer is `unknown`. " +
        "Addresses at `sandbox.rcpt.test` answer what their local part names, for nothing and without any network."
    })
  )

const verifyBatch = HttpApiEndpoint.post("verifyBatch", "/verify/batch", {
  headers: idempotencyHeaders,
  payload: BatchRequest,
  success: BatchResponse,
  error: [BadRequest, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Verify up to 100 addresses",
      description:
        "Each costs what it costs alone. When credits run out the answer is a beginning of the batch, " +
        "`truncated`, and nothing else is charged. Either all of the answer is charged, or nothing."
    })
  )

const account = HttpApiEndpoint.get("account", "/account", { success: Account })
  .annotate(Requires, "read")
  .annotateMerge(OpenApi.annotations({ summary: "Credits and usage of the caller's account" }))

const usage = HttpApiEndpoint.get("usage", "/usage", {
  query: { months: MonthsQuery },
  success: Schema.Array(Usage),
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Checks by calendar month (UTC)",
      description: "This month first, and those before it; also months without any."
    })
  )

// Authentication comes before the rest: whoever has no key learns nothing about parameters or permissions.
export class Verification extends HttpApiGroup.make("Verification")
  .add(verify, verifyBatch)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}

export class Accounts extends HttpApiGroup.make("Account")
  .add(account, usage)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}

export class Api extends HttpApi.make("rcpt")
  .add(Verification)
  .add(Accounts)
  .add(Demo)
  .add(JobsGroup)
  .add(Keys)
  .add(Ledger)
  .add(Admin)
  .add(SignIn)
  .add(Sessions)
  .add(WebhookGroup)
  .add(OverviewGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "rcpt",
      version: "1.0.0",
      description: "Email verification with a ledger that anybody can audit.",
      transform: (document) => describeRateLimit(describeAnswers(document))
    })
  ) {}
