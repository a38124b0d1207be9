/** The endpoints of sessions, and the cookie that they set. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount, CurrentSession, sessionCookie } from "@rcpt/api/Authentication"
import {
  BadRequest,
  signUpClosed,
  tooManyRequests,
  unauthorized,
  wrongPassword
} from "@rcpt/api/Problem"
import type { Session as Shown } from "@rcpt/api/Session"
import { Duration, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { answerWithin } from "../answerWithin.ts"
import { Config } from "../Config.ts"
import { agentFamily } from "../sessions/agentFamily.ts"
import { changePassword, endAllSessions } from "../sessions/passwords.ts"
import { Sessions } from "../sessions/Sessions.ts"
import type { Session } from "../sessions/Sessions.ts"
import { signIn } from "../sessions/signIn.ts"
import { signUp } from "../sessions/signUp.ts"
import type { TryLater } from "../sessions/Tries.ts"
import { clientAddress, countedAs } from "./clientAddress.ts"

/** With the look-up of the session, below the 5 s in which every request is answered. */
export const sessionWaitMax = Duration.seconds(3)

/** Of whoever is not signed in nothing is looked up before. */
export const signInWaitMax = Duration.millis(4_500)

const shown = ({ email, owner, createdAt, expiresAt }: Session): Shown => ({
  email,
  ...(owner && { is_admin: true }),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString()
})

/** The same for setting and for removing, or the browser keeps the old one. */
const setCookie = (token: string, maxAge: Duration.Duration) =>
  Effect.flatMap(Config, ({ publicUrl }) =>
    HttpApiBuilder.securitySetCookie(sessionCookie, token, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: publicUrl?.startsWith("https:") ?? false,
      maxAge
    })
  )

const removeCookie = setCookie("", Duration.zero)

const later = ({ retryAfterSeconds }: TryLater) => Effect.fail(tooManyRequests(retryAfterSeconds))

/** Where a request comes from, as tries are counted. */
const address = Effect.gen(function* () {
  const { trustedProxies } = yield* Config
  return countedAs(clientAddress(trustedProxies)(yield* HttpServerRequest.HttpServerRequest))
})

const strangers = HttpApiBuilder.group(Api, "SignIn", (handlers) =>
  handlers
    .handle("signIn", ({ payload, request }) =>
      Effect.gen(function* () {
        const agent = agentFamily(request.headers["user-agent"])
        const { token, ...session } = yield* signIn({
          ...payload,
          address: yield* address,
          agent
        }).pipe(answerWithin(signInWaitMax))
        const lasts = Duration.millis(session.expiresAt.getTime() - session.createdAt.getTime())
        yield* setCookie(token, lasts)
        return shown(session)
      }).pipe(
        Effect.catchTag("TryLater", later),
        Effect.catchTag("WrongCredentials", () => Effect.fail(unauthorized)),
        Effect.catchTag(["SqlError", "TimeoutError"], Effect.die)
      )
    )
    .handle("signUpOffer", () =>
      Effect.map(Config, ({ signUp: offer, signUpCredits }) => ({
        open: offer === "open",
        credits: signUpCredits
      }))
    )
    .handle("signUp", ({ payload }) =>
      Effect.gen(function* () {
        yield* signUp({ ...payload, address: yield* address }).pipe(answerWithin(signInWaitMax))
        return { message: "the account is open, unless this address had one: sign in" }
      }).pipe(
        Effect.catchTag("TryLater", later),
        Effect.catchTag("SignUpClosed", () => Effect.fail(signUpClosed)),
        Effect.catchTag("NoAddress", ({ reason }) =>
          Effect.fail(new BadRequest({ error: `email must be an e-mail address: ${reason}` }))
        ),
        Effect.catchTag(["SqlError", "StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
)

/** The session of a request that has got as far as to a handler. */
const holder = Effect.gen(function* () {
  return { ...(yield* CurrentAccount), ...(yield* CurrentSession) }
})

const own = HttpApiBuilder.group(Api, "Sessions", (handlers) =>
  handlers
    .handle("whoAmI", () =>
      Effect.gen(function* () {
        const { sessionId } = yield* CurrentSession
        const session = yield* Sessions.use(({ show }) => show(sessionId)).pipe(
          answerWithin(sessionWaitMax),
          Effect.orDie
        )
        return session === undefined ? yield* Effect.fail(unauthorized) : shown(session)
      })
    )
    // A caller who goes away does not take the end of his session back.
    .handle("signOut", () =>
      Effect.gen(function* () {
        const session = yield* holder
        yield* Sessions.use(({ end }) => end(session)).pipe(answerWithin(sessionWaitMax))
        yield* removeCookie
        return { message: "signed out" }
      }).pipe(Effect.orDie)
    )
    .handle("list", () =>
      Effect.gen(function* () {
        const { accountId, sessionId } = yield* holder
        const sessions = yield* Sessions.use(({ list }) => list(accountId))
        return sessions.map((session) => ({
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastUsedAt.toISOString(),
          agent: session.agent,
          current: session.sessionId === sessionId
        }))
      }).pipe(answerWithin(sessionWaitMax), Effect.orDie)
    )
    .handle("signOutEverywhere", () =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        yield* endAllSessions(accountId).pipe(answerWithin(sessionWaitMax))
        yield* removeCookie
        return { message: "signed out everywhere" }
      }).pipe(Effect.orDie)
    )
    .handle("changePassword", ({ payload }) =>
      Effect.gen(function* () {
        const { current, new: next } = payload
        const change = { current, next, address: yield* address }
        yield* changePassword(yield* holder, change).pipe(answerWithin(sessionWaitMax))
        return { message: "the password is changed, and all other sessions have ended" }
      }).pipe(
        Effect.catchTag("TryLater", later),
        Effect.catchTag("WrongPassword", () => Effect.fail(wrongPassword)),
        Effect.catchTag(["SqlError", "StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
)

export const layer = Layer.merge(strangers, own)
