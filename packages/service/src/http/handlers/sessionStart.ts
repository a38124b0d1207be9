/** What requests that begin a session have in common: signing in, and accepting an invitation. */
import { BadRequest, tooManyRequests } from "@rcpt/api/Problem"
import type { Session as SessionBody } from "@rcpt/api/Session"
import { Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"

import type { PasswordRefused } from "../../accounts/password.ts"
import { agentFamily } from "../../accounts/sessions/sessionRows.ts"
import type { Session } from "../../accounts/sessions/sessionRows.ts"
import type { StartedSession } from "../../accounts/sessions/Sessions.ts"
import type { TryLater } from "../../accounts/sessions/SignInLimiter.ts"
import { Config } from "../../platform/Config.ts"
import { clientAddress, countedAs } from "../middleware/clientAddress.ts"
import * as cookie from "../sessionCookie.ts"

/** Longer than that of a session: before sign-in there is none to look up. */
export const signInWaitMax = Duration.millis(4_500)

export const toBody = ({ email, role, owner, createdAt, expiresAt }: Session): SessionBody => ({
  email,
  role,
  ...(owner && { is_admin: true }),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString()
})

export const sessionCookie = Effect.map(Config, cookie.make)

/** The client address by which attempts are counted. */
export const address = Effect.gen(function* () {
  const { trustedProxies } = yield* Config
  return countedAs(clientAddress(trustedProxies)(yield* HttpServerRequest.HttpServerRequest))
})

export const tryLater = ({ retryAfterSeconds }: TryLater) =>
  Effect.fail(tooManyRequests(retryAfterSeconds))

export const refusedAs =
  (field: "password" | "new") =>
  ({ rule }: PasswordRefused) =>
    Effect.fail(new BadRequest({ error: `${field} ${rule}` }))

/** The browser of a request, and the session that it holds already. */
export const browserOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    const { read } = yield* sessionCookie
    return {
      address: yield* address,
      agent: agentFamily(request.headers["user-agent"]),
      held: yield* read
    }
  })

/** Sets the cookie. */
export const beginSession = Effect.fnUntraced(function* ({ token, ...session }: StartedSession) {
  const { set } = yield* sessionCookie
  yield* set(token, Duration.millis(session.expiresAt.getTime() - session.createdAt.getTime()))
  return toBody(session)
})
