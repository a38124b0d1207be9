/**
 * Who may ask at all: whoever has a key that is not revoked, or a session of the dashboard that has
 * not ended. What he may ask is in Permissions.ts. Where both come, the key counts and nothing else.
 */
import type { ApiKeyScope } from "@rcpt/domain/Account"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"

import type { Account } from "./Account.ts"
import { Unauthorized } from "./Problem.ts"

/** Whose credits a request spends, and by what right. */
export class CurrentAccount extends Context.Service<
  CurrentAccount,
  {
    readonly accountId: string
    /** Keys the HMACs under which addresses appear in this account's events. */
    readonly addressKey: Uint8Array
    /** Owners administer the service. */
    readonly owner: boolean
    readonly authMode: Account["auth_mode"]
    /** Absent where nobody used one. */
    readonly keyId?: string
    /** What the key is kept from; empty: nothing. A session is kept from nothing. */
    readonly scopes: ReadonlyArray<ApiKeyScope>
  }
>()("@rcpt/api/CurrentAccount") {}

/** Browsers keep it from scripts and from most requests of other sites (HttpOnly, SameSite=Lax). */
export const sessionCookie = HttpApiSecurity.apiKey({ key: "rcpt_session", in: "cookie" })

export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: CurrentAccount }
>()("@rcpt/api/Authentication", {
  security: {
    apiKey: HttpApiSecurity.apiKey({ key: "X-API-Key", in: "header" }),
    session: sessionCookie
  },
  error: Unauthorized
}) {}

/** Which session it is: for those who manage their sessions. */
export class CurrentSession extends Context.Service<
  CurrentSession,
  { readonly sessionId: string }
>()("@rcpt/api/CurrentSession") {}

/** For what only a person does: no key is looked at. */
export class SignedIn extends HttpApiMiddleware.Service<
  SignedIn,
  { provides: CurrentAccount | CurrentSession }
>()("@rcpt/api/SignedIn", { security: { session: sessionCookie }, error: Unauthorized }) {}
