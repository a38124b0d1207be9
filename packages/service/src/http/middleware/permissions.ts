/**
 * Checks the permission that each endpoint requires against the role of the person, or of the key's maker,
 * and against the scopes and the terms of the API key. Other sites can make a browser send a session: such a request must come from the
 * service's own pages.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { EndsItself, NeedsFreshPassword, Permissions, Requires } from "@rcpt/api/Permissions"
import {
  Forbidden,
  forbidden,
  fromElsewhere,
  largerObject,
  notOwner,
  passwordNeeded,
  roleForbidden,
  wrongPassword
} from "@rcpt/api/Problem"
import { isKeyPermitted } from "@rcpt/domain/permissions"
import type { BeyondPowers, NotPermitted, ObjectKind } from "@rcpt/domain/powers"
import { isRolePermitted } from "@rcpt/domain/rolePermissions"
import type { Permission } from "@rcpt/domain/rolePermissions"
import type { Mode } from "@rcpt/domain/Verdict"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"

import { Refusals } from "../../accounts/security/Refusals.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Config } from "../../platform/Config.ts"
import { isSafe, provenance } from "./sameOrigin.ts"

type Caller = Pick<CurrentAccount["Service"], "owner" | "personId" | "role" | "scopes" | "terms">

/** `undefined`: permitted. */
export const refusalOf = (permission: Permission, caller: Caller): Forbidden | undefined => {
  const { owner, personId, role } = caller
  if (!isRolePermitted(role, permission))
    return personId === undefined ? forbidden(permission) : roleForbidden(role, permission)
  if (permission === "administer" && !owner) return notOwner
  return personId !== undefined || isKeyPermitted(caller, permission)
    ? undefined
    : forbidden(permission)
}

/** The refusal of a decision about an object (domain/powers.ts), as the API has it. */
export const failForbidden =
  (kind: ObjectKind) =>
  (refusal: BeyondPowers | NotPermitted): Effect.Effect<never, Forbidden, CurrentAccount> =>
    Effect.flatMap(CurrentAccount, ({ personId, role }) => {
      if (refusal._tag === "BeyondPowers")
        return Effect.fail(
          refusal.when === "before"
            ? largerObject(kind)
            : new Forbidden({ error: codedText("beyond_own_powers", refusal.field) })
        )
      const { permission } = refusal
      return Effect.fail(
        personId === undefined ? forbidden(permission) : roleForbidden(role, permission)
      )
    })

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

/** A request about the very key that it is sent with needs no permission. */
const unlessOfItself = <E>(permitted: Effect.Effect<void, E, CurrentAccount>) =>
  Effect.gen(function* () {
    const { keyId } = yield* CurrentAccount
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const [path = ""] = url.split("?")
    if (keyId === undefined || !path.endsWith(`/${keyId}`)) yield* permitted
  })

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
      const endsItself = Context.get(endpoint.annotations, EndsItself)
      const permitted = endsItself ? unlessOfItself(permit(permission)) : permit(permission)
      return permitted.pipe(
        Effect.andThen(permitOrigin(permission)),
        Effect.andThen(needsPassword ? permitPassword : Effect.void),
        Effect.andThen(handle),
        Effect.tapError(noteRefusal)
      )
    }
  })
)
