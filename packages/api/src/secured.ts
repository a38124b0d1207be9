/** The middlewares of every endpoint that requires an API key or a session. */
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

import { Authentication } from "./Authentication.ts"
import { Permissions, WithinTerms } from "./Permissions.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"

/** The path of the contract's version; every endpoint is below it. */
export const basePath = "/api/v1"

/**
 * The last one added runs first: a network address that has sent too many wrong keys is refused, then
 * the key is looked up and its terms are checked, the account's rate limit is applied, permissions are checked,
 * and only then are the parameters decoded. A caller without a key gets no information about any of them.
 */
export const guarded = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) =>
  group
    .middleware(RequestErrors)
    .middleware(Permissions)
    .middleware(RateLimited)
    .middleware(WithinTerms)
    .middleware(Authentication)
    .middleware(WrongKeys)

/** Below the path of the contract's version. */
export const secured = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => guarded(group).prefix(basePath)
