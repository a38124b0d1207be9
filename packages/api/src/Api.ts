/**
 * The HTTP contract: every endpoint, its parameters, answers and errors. No handlers; the server,
 * the OpenAPI document and typed clients all come from here.
 */
import { Context } from "effect"
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity,
  OpenApi
} from "effect/http-api"

import { Account } from "./Account.ts"
import { BadRequest, InsufficientCredits, Unauthorized } from "./Problem.ts"
import { EmailQuery, ExplainQuery, ModeQuery, TimeoutQuery } from "./query.ts"
import { VerifyResult } from "./VerifyResult.ts"

/** Whose credits a request spends. */
export class CurrentAccount extends Context.Service<
  CurrentAccount,
  { readonly accountId: string; readonly addressKey: Uint8Array }
>()("@rcpt/api/CurrentAccount") {}

export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: CurrentAccount }
>()("@rcpt/api/Authentication", {
  security: { apiKey: HttpApiSecurity.apiKey({ key: "X-API-Key", in: "header" }) },
  error: Unauthorized
}) {}

/** Turns "does not fit the schema" into a 400 that names the field. */
export class RequestErrors extends HttpApiMiddleware.Service<RequestErrors>()(
  "@rcpt/api/RequestErrors",
  { error: BadRequest }
) {}

const verify = HttpApiEndpoint.get("verify", "/verify", {
  query: {
    email: EmailQuery,
    mode: ModeQuery,
    timeout: TimeoutQuery,
    explain: ExplainQuery
  },
  success: VerifyResult,
  error: [BadRequest, InsufficientCredits]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Verify one address",
    description:
      "Fast mode costs 1 credit, deep mode 1 or 5, of which 5 are held meanwhile; 0 when the answer is `unknown`."
  })
)

const account = HttpApiEndpoint.get("account", "/account", { success: Account }).annotateMerge(
  OpenApi.annotations({ summary: "Credits and usage of the caller's account" })
)

// Authentication is outermost: whoever has no key learns nothing about parameters.
export class Verification extends HttpApiGroup.make("Verification")
  .add(verify)
  .middleware(RequestErrors)
  .middleware(Authentication)
  .prefix("/api/v1") {}

export class Accounts extends HttpApiGroup.make("Account")
  .add(account)
  .middleware(RequestErrors)
  .middleware(Authentication)
  .prefix("/api/v1") {}

export class Api extends HttpApi.make("rcpt")
  .add(Verification)
  .add(Accounts)
  .annotateMerge(
    OpenApi.annotations({
      title: "rcpt",
      version: "1.0.0",
      description: "Email verification with a ledger that anybody can audit."
    })
  ) {}
