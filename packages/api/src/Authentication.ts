/**
 * Authentication by an API key that is not revoked, or by a dashboard session that has not ended. What
 * the caller may do is in Permissions.ts. If a request has both, only the key counts.
 */
import type { ApiKeyScope } from "@rcpt/domain/Account"
import type { KeyTerms } from "@rcpt/domain/KeyTerms"
import type { Role } from "@rcpt/domain/Role"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"

import type { Account } from "./Account.ts"
import { Unauthorized } from "./Problem.ts"

/** The account whose credits a request spends, and how the caller authenticated. */
export class CurrentAccount extends Context.Service<
  CurrentAccount,
  {
    readonly accountId: string
    /** The HMAC key for the digests of addresses in this account's events. */
    readonly addressKey: Uint8Array
    /** It has reported on mail within 90 days: its answers depend on that. */
    readonly hasFeedback?: boolean
    /** Names the account's rules of now; null: it has none. */
    readonly rulesId?: string | null
    /** Owners administer the service: managers of an account that owns it, and keys that they made. */
    readonly owner: boolean
    /** The role of the person; with a key, the role of the person who made it, at that time. */
    readonly role: Role
    readonly authMode: Account["auth_mode"]
    /** Absent with a session. */
    readonly keyId?: string
    /** Absent with a key. */
    readonly sessionId?: string
    /** The person who is signed in. Absent with a key. */
    readonly personId?: string
    /** Restrictions of the key; empty: none. A session has none. */
    readonly scopes: ReadonlyArray<ApiKeyScope>
    /** What else the key is limited to; null, as for a session: nothing. */
    readonly terms?: KeyTerms | null
    /** The only networks from which the key works; null: from all. */
    readonly networks?: ReadonlyArray<string> | null
    /** With a browser key, a label of the visitor's address, which does not reveal it. */
    readonly visitor?: string
  }
>()("@rcpt/api/CurrentAccount") {}

/** Browsers hide it from scripts and from most requests of other sites (HttpOnly, SameSite=Lax). */
export const sessionCookie = HttpApiSecurity.apiKey({ key: "rcpt_session", in: "cookie" }).pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "Over TLS its name is `__Host-rcpt_session`.")
)

/**
 * Its name over TLS. A browser takes this one from its host alone, so that another name of the same
 * domain cannot put a session of its own in place (RFC 6265bis §4.1.3.2).
 */
export const hostSessionCookie = HttpApiSecurity.apiKey({
  key: "__Host-rcpt_session",
  in: "cookie"
})

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

/** The session of the request and its person, for endpoints that only a person uses. */
export class CurrentSession extends Context.Service<
  CurrentSession,
  { readonly sessionId: string; readonly personId: string }
>()("@rcpt/api/CurrentSession") {}

/** For endpoints that only a person uses: API keys are ignored. */
export class SignedIn extends HttpApiMiddleware.Service<
  SignedIn,
  { provides: CurrentAccount | CurrentSession }
>()("@rcpt/api/SignedIn", { security: { session: sessionCookie }, error: Unauthorized }) {}
