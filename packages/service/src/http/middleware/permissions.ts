/**
 * Checks the permission that each endpoint requires against the role of the person, or of the key's maker,
 * and against the scopes and the terms of the API key. Other sites can make a browser send a session: such a request must come from the
 * service's own pages.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { NeedsFreshPassword, Permissions, Requires } from "@rcpt/api/Permissions"
import {
  Forbidden,
  forbidden,
  fromElsewhere,
  notOwner,
  passwordNeeded,
  roleForbidden,
  wrongPassword
} from "@rcpt/api/Problem"
import { areTermsPermitting, isPermitted, isRolePermitted } from "@rcpt/domain/permissions"
import type { Permission } from "@rcpt/domain/permissions"
import type { Mode } from "@rcpt/domain/Verdict"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"

import { Refusals } from "../../accounts/security/Refusals.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Config } from "../../platform/Config.ts"
import { isSafe, provenance } from "./sameOrigin.ts"

type Caller = Pick<CurrentAccount["Service"], "owner" | "personId" | "role" | "scopes" | "terms">

/** `undefined`: permitted. */
export const refusalOf = (
  permission: Permission,
  { owner, personId, role, scopes, terms }: Caller
): Forbidden | undefined => {
  if (!isRolePermitted(role, permission))
    return personId === undefined ? forbidden(permission) : roleForbidden(role, permission)
  if (permission === "administer" && !owner) return notOwner
  return isPermitted(scopes, permission) && areTermsPermitting(terms, permission)
    ? undefined
    : forbidden(permission)
}

/**
 * Refuses by a permission that depends on the request, so the endpoint cannot declare it. `undefined`:
 * permitted.
 */
export const modeRefusalOf = (mode: Mode, caller: Caller): Forbidden | undefined =>
  mode === "deep" ? refusalOf("deep", caller) : undefined

const unless = (
  refusalFor: (caller: Caller) => Forbidden | undefined
): Effect.Effect<void, Forbidden, CurrentAccount> =>
  Effect.flatMap(CurrentAccount, (caller) => {
    const refusal = refusalFor(caller)
    return refusal === undefined ? Effect.void : Effect.fail(refusal)
  })

export const permit = (permission: Permission): Effect.Effect<void, Forbidden, CurrentAccount> =>
  unless((caller) => refusalOf(permission, caller))

/** Fails if the mode is not permitted. To be checked first. */
export const permitMode = (mode: Mode): Effect.Effect<void, Forbidden, CurrentAccount> =>
  unless((caller) => modeRefusalOf(mode, caller))

/** Counts every 403 for the account, also those of the handler. */
const noted = (refusals: Refusals["Service"]) => (error: unknown) =>
  Effect.gen(function* () {
    if (!(error instanceof Forbidden) || error === passwordNeeded) return
    const { accountId: account, addressKey, keyId, personId } = yield* CurrentAccount
    const kind = error === wrongPassword ? "wrong_password" : "forbidden"
    yield* refusals.note(kind, {
      _tag: "Account",
      account,
      addressKey,
      ...(keyId !== undefined && { keyId }),
      ...(personId !== undefined && { personId })
    })
  })

export const layer: Layer.Layer<Permissions, never, Config | Refusals | Sessions> = Layer.effect(
  Permissions,
  Effect.gen(function* () {
    const noteRefusal = noted(yield* Refusals)
    const { isPasswordFresh } = yield* Sessions
    const provenanceOf = provenance(yield* Config)
    /** A link on another site sends the cookie along (SameSite=Lax), and a GET may cost credits. */
    const permitOrigin = (permission: Permission) =>
      Effect.gen(function* () {
        const { authMode } = yield* CurrentAccount
        const request = yield* HttpServerRequest.HttpServerRequest
        if (authMode !== "jwt" || (permission === "read" && isSafe(request.method))) return
        const from = provenanceOf(request)
        // Without TLS, browsers send no origin with a GET: it is allowed.
        if (from === "elsewhere" || (from === "unstated" && !isSafe(request.method)))
          return yield* Effect.fail(fromElsewhere)
      })
    const permitPassword = Effect.gen(function* () {
      const { sessionId } = yield* CurrentAccount
      if (sessionId !== undefined && !(yield* isPasswordFresh(sessionId)))
        return yield* Effect.fail(passwordNeeded)
    })
    return (handle, { endpoint }) => {
      const permission = Context.get(endpoint.annotations, Requires)
      const needsPassword = Context.get(endpoint.annotations, NeedsFreshPassword)
      return permit(permission).pipe(
        Effect.andThen(permitOrigin(permission)),
        Effect.andThen(needsPassword ? permitPassword : Effect.void),
        Effect.andThen(handle),
        Effect.tapError(noteRefusal)
      )
    }
  })
)
