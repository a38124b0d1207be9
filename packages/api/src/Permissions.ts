/**
 * Permissions. Each endpoint declares the one that it requires (`.annotate(Requires, "spend")`), and
 * one middleware checks it. Without a declaration only managers may use an endpoint.
 */
import type { Permission } from "@rcpt/domain/rolePermissions"
import { Context } from "effect"
import { HttpApiMiddleware, OpenApi } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { Forbidden } from "./Problem.ts"
import { TooManyRequestsReply } from "./RateLimited.ts"

export const Requires = Context.Reference<Permission>("@rcpt/api/Requires", {
  defaultValue: () => "govern"
})

/** Whether a session needs a password that was entered lately. API keys are not concerned. */
export const NeedsFreshPassword = Context.Reference<boolean>("@rcpt/api/NeedsFreshPassword", {
  defaultValue: () => false
})

/** The annotations of an endpoint that changes how the account is reached: its texts, and who may use it. */
export const managed = (
  texts: Parameters<typeof OpenApi.annotations>[0]
): ReturnType<typeof OpenApi.annotations> =>
  Context.add(Context.add(OpenApi.annotations(texts), Requires, "manage"), NeedsFreshPassword, true)

/** Whether a secret key needs no permission for the endpoint if the path ends with its own id. */
export const EndsItself = Context.Reference<boolean>("@rcpt/api/EndsItself", {
  defaultValue: () => false
})

/** Whether an endpoint is open to browser keys, which everybody can read in the source of a page. */
export const OpenToBrowsers = Context.Reference<boolean>("@rcpt/api/OpenToBrowsers", {
  defaultValue: () => false
})

/**
 * The terms of API keys (domain/KeyTerms.ts), inside of `Authentication`. Outside of the account's rate limit: the
 * visitors of a page cannot use it up.
 */
export class WithinTerms extends HttpApiMiddleware.Service<
  WithinTerms,
  { requires: CurrentAccount }
>()("@rcpt/api/WithinTerms", { error: [Forbidden, TooManyRequestsReply] }) {}

/** Inside `Authentication`: callers without a key get no information about permissions. */
export class Permissions extends HttpApiMiddleware.Service<
  Permissions,
  { requires: CurrentAccount }
>()("@rcpt/api/Permissions", { error: Forbidden }) {}
