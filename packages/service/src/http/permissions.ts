/**
 * Holds every caller to what his key permits: each endpoint says what it requires. A session permits
 * everything, but a browser can be made to send it: then the request must come from our own pages.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Permissions, Requires } from "@rcpt/api/Permissions"
import { forbidden, fromElsewhere, notOwner } from "@rcpt/api/Problem"
import type { Forbidden } from "@rcpt/api/Problem"
import { isPermitted } from "@rcpt/domain/permissions"
import type { Permission } from "@rcpt/domain/permissions"
import type { Mode } from "@rcpt/domain/Verdict"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"

import { Config } from "../Config.ts"
import { isSafe, provenance } from "./sameOrigin.ts"

const permit = (permission: Permission): Effect.Effect<void, Forbidden, CurrentAccount> =>
  Effect.flatMap(CurrentAccount, ({ owner, scopes }) => {
    if (permission === "administer" && !owner) return Effect.fail(notOwner)
    return isPermitted(scopes, permission) ? Effect.void : Effect.fail(forbidden(permission))
  })

/** What an endpoint cannot declare, for it stands in the request: to be asked before any work. */
export const permitMode = (mode: Mode): Effect.Effect<void, Forbidden, CurrentAccount> =>
  mode === "deep" ? permit("deep") : Effect.void

export const layer: Layer.Layer<Permissions, never, Config> = Layer.effect(
  Permissions,
  Effect.map(Config, ({ publicUrl }) => {
    const provenanceOf = provenance(publicUrl)
    /** A link on another site sends the cookie along (SameSite=Lax), and a GET may cost credits. */
    const permitProvenance = (permission: Permission) =>
      Effect.gen(function* () {
        const { authMode } = yield* CurrentAccount
        const request = yield* HttpServerRequest.HttpServerRequest
        if (authMode !== "jwt" || (permission === "read" && isSafe(request.method))) return
        const from = provenanceOf(request)
        // Without TLS browsers say nothing with a GET: then it is let pass.
        if (from === "elsewhere" || (from === "unsaid" && !isSafe(request.method)))
          return yield* Effect.fail(fromElsewhere)
      })
    return (handle, { endpoint }) => {
      const permission = Context.get(endpoint.annotations, Requires)
      return permit(permission).pipe(
        Effect.andThen(permitProvenance(permission)),
        Effect.andThen(handle)
      )
    }
  })
)
