/** The endpoints of sessions. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount, CurrentSession } from "@rcpt/api/Authentication"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import {
  BadRequest,
  codeNeeded,
  codeRefused,
  notConfirmed,
  passwordsOff,
  sessionNotFound,
  signUpClosed,
  unauthorized,
  wrongPassword,
  tooManyRequests
} from "@rcpt/api/Problem"
import type { Session as SessionBody } from "@rcpt/api/Session"
import { uuid } from "@rcpt/domain/limits"
import { Cause, Duration, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import type { PasswordRefused } from "../../accounts/password.ts"
import { Provider } from "../../accounts/provider/Provider.ts"
import { signOutUrl } from "../../accounts/provider/providerLogouts.ts"
import {
  changePassword,
  checkChange,
  confirmPassword,
  endAllSessions
} from "../../accounts/sessions/passwords.ts"
import { agentFamily } from "../../accounts/sessions/sessionRows.ts"
import type { Session } from "../../accounts/sessions/sessionRows.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import type { StartedSession } from "../../accounts/sessions/Sessions.ts"
import { signIn } from "../../accounts/sessions/signIn.ts"
import type { TryLater } from "../../accounts/sessions/SignInLimiter.ts"
import { signUp } from "../../accounts/sessions/signUp.ts"
import type { NoAddress } from "../../accounts/sessions/signUp.ts"
import { Outbox } from "../../mail/Outbox.ts"
import { Config } from "../../platform/Config.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { errorResponse } from "../errorResponse.ts"
import { clientAddress, countedAs } from "../middleware/clientAddress.ts"
import * as untrustedProxy from "../middleware/untrustedProxy.ts"
import { makeSessionCookie } from "../sessionCookie.ts"

// Shared by the requests that begin a session: signing in, and accepting an invitation.

/** Longer than that of a session: before sign-in there is none to look up. */
export const signInWaitMax = Duration.millis(4_500)

const toBody = (
  { email, role, owner, language, createdAt, expiresAt, atProvider }: Session,
  provider?: string
): SessionBody => ({
  email,
  role,
  ...(owner && { is_admin: true }),
  ...(atProvider === true && provider !== undefined && { provider }),
  ...(language !== null && { language }),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString()
})

const sessionCookie = Effect.map(Config, makeSessionCookie)

/** The client address by which attempts are counted. */
export const address = Effect.gen(function* () {
  const { trustedProxies } = yield* Config
  return countedAs(clientAddress(trustedProxies)(yield* HttpServerRequest.HttpServerRequest))
})

export const tryLater = ({ retryAfterSeconds, limit }: TryLater) =>
  Effect.fail(tooManyRequests({ retryAfterSeconds, limit }))

export const refusedAs =
  (field: "password" | "new") =>
  ({ rule }: PasswordRefused) =>
    Effect.fail(new BadRequest({ error: `${field} ${rule}` }))

export const noAddress = ({ reason }: NoAddress) =>
  Effect.fail(new BadRequest({ error: `email ${fieldFault("malformed", { why: reason })}` }))

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

const removeCookie = Effect.flatMap(sessionCookie, ({ remove }) => remove)

/**
 * The time for the write of a new password, after everything that takes `readWaitMax`. It is waited for:
 * an answer must say whether the password is changed. Each of its statements ends within 2.5 s
 * (Database.ts), and the look after a lost commit within 2 s.
 */
const changeWaitMax = Duration.seconds(15)

const outcomeUnknown = errorResponse(503, codedText("unavailable", "change"))

const unconfirmed = (cause: unknown) =>
  Effect.andThen(
    Effect.logError("It is not known whether a password was changed", cause),
    Effect.die(outcomeUnknown)
  )

const signInGroup = HttpApiBuilder.group(
  Api,
  "SignIn",
  Effect.fnUntraced(function* (handlers) {
    const noticeProxy = yield* untrustedProxy.notice
    return handlers
      .handle("signIn", ({ payload, request }) =>
        Effect.gen(function* () {
          yield* noticeProxy(request)
          const browser = yield* browserOf(request)
          const started = yield* signIn({ ...payload, ...browser }).pipe(readTimeout(signInWaitMax))
          return yield* beginSession(started)
        }).pipe(
          Effect.catchTag("TryLater", tryLater),
          Effect.catchTags({
            WrongCredentials: () => Effect.fail(unauthorized),
            CodeNeeded: () => Effect.fail(codeNeeded),
            NotConfirmed: () => Effect.fail(notConfirmed),
            PasswordsOff: () => Effect.fail(passwordsOff),
            WrongCode: () => Effect.fail(codeRefused)
          })
        )
      )
      .handle("signUpOffer", () =>
        Effect.gen(function* () {
          const { signUp: rule, signUpCredits, demo, passwords } = yield* Config
          const { enabled } = yield* Outbox
          const provider = yield* Provider
          return {
            open: rule === "open",
            credits: signUpCredits,
            demo: demo === "on",
            mail: enabled,
            passwords: passwords === "on",
            ...(provider && {
              provider: { name: provider.name, ready: yield* Effect.isSuccess(provider.discover) }
            })
          }
        })
      )
      .handle("signUp", ({ payload, request }) =>
        Effect.gen(function* () {
          yield* noticeProxy(request)
          yield* signUp({ ...payload, address: yield* address }).pipe(readTimeout(signInWaitMax))
          const { enabled } = yield* Outbox
          return {
            message: enabled
              ? "open the link that is mailed to the address: it opens the account"
              : "the account is ready: sign in (an account that the address already had is unchanged)"
          }
        }).pipe(
          Effect.catchTag("TryLater", tryLater),
          Effect.catchTag("SignUpClosed", () => Effect.fail(signUpClosed)),
          Effect.catchTag("PasswordRefused", refusedAs("password")),
          Effect.catchTag("NoAddress", noAddress)
        )
      )
  })
)

/** The session of the request: its account, its person and its id. */
export const currentSession = Effect.gen(function* () {
  return { ...(yield* CurrentAccount), ...(yield* CurrentSession) }
})

const sessionsGroup = HttpApiBuilder.group(Api, "Sessions", (handlers) =>
  handlers
    .handle("whoAmI", () =>
      Effect.gen(function* () {
        const { sessionId } = yield* CurrentSession
        const session = yield* Sessions.use(({ show }) => show(sessionId)).pipe(
          readTimeout(readWaitMax)
        )
        const provider = yield* Provider
        return session === undefined
          ? yield* Effect.fail(unauthorized)
          : toBody(session, provider?.name)
      })
    )
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("signOut", () =>
      Effect.gen(function* () {
        const session = yield* currentSession
        const url = yield* signOutUrl(session.sessionId).pipe(readTimeout(signInWaitMax))
        yield* Sessions.use(({ end }) => end(session)).pipe(readTimeout(readWaitMax))
        yield* removeCookie
        return { message: "signed out", ...(url !== undefined && { provider_url: url }) }
      })
    )
    .handle("list", () =>
      Effect.gen(function* () {
        const { personId, sessionId } = yield* currentSession
        const sessions = yield* Sessions.use(({ list }) => list(personId))
        return sessions.map((session) => ({
          id: session.sessionId,
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastUsedAt.toISOString(),
          agent: session.agent,
          current: session.sessionId === sessionId
        }))
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("end", ({ params: { id } }) =>
      Effect.gen(function* () {
        const person = yield* currentSession
        const { endOne } = yield* Sessions
        const ended = uuid.test(id) && (yield* endOne({ ...person, sessionId: id }))
        return ended ? { message: "the session has ended" } : yield* Effect.fail(sessionNotFound)
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("confirm", ({ payload: { password } }) =>
      Effect.gen(function* () {
        const entry = { password, address: yield* address }
        yield* confirmPassword(yield* currentSession, entry).pipe(readTimeout(readWaitMax))
        return { message: "the password is right" }
      }).pipe(
        Effect.catchTag("TryLater", tryLater),
        Effect.catchTag("WrongPassword", () => Effect.fail(wrongPassword))
      )
    )
    .handle("signOutEverywhere", () =>
      Effect.gen(function* () {
        yield* endAllSessions(yield* currentSession).pipe(readTimeout(readWaitMax))
        yield* removeCookie
        return { message: "signed out everywhere" }
      })
    )
    .handle("changePassword", ({ payload }) =>
      Effect.gen(function* () {
        const { current, new: next } = payload
        const change = { current, next, address: yield* address }
        const checked = yield* checkChange(yield* currentSession, change).pipe(
          readTimeout(readWaitMax)
        )
        yield* changePassword(checked).pipe(
          readTimeout(changeWaitMax),
          Effect.catchTag("UnknownOutcome", ({ cause }) => unconfirmed(cause)),
          Effect.catchDefect((defect) =>
            Cause.isTimeoutError(defect) ? unconfirmed(defect) : Effect.die(defect)
          )
        )
        return { message: "the password is changed, and all other sessions have ended" }
      }).pipe(
        Effect.catchTag("TryLater", tryLater),
        Effect.catchTag("WrongPassword", () => Effect.fail(wrongPassword)),
        Effect.catchTag("PasswordRefused", refusedAs("new"))
      )
    )
)

export const sessionHandlers = Layer.merge(signInGroup, sessionsGroup)
