/** Finds the account of a request by its API key or its session. */
import { Authentication, CurrentAccount, CurrentSession, SignedIn } from "@rcpt/api/Authentication"
import { unauthorized } from "@rcpt/api/Problem"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"

import { ApiKeys } from "../../accounts/ApiKeys.ts"
import { Refusals } from "../../accounts/security/Refusals.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { noteCaller } from "../../activity/CurrentActivity.ts"
import { Config } from "../../platform/Config.ts"
import { hashOf, isWellFormed } from "../../platform/config/apiKeyFormat.ts"
import { serviceSpans, traced } from "../../platform/spans.ts"
import { Place } from "../inflightLimit.ts"
import { makeSessionCookie } from "../sessionCookie.ts"
import type { SessionCookie } from "../sessionCookie.ts"

const hasApiKey = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ headers }) => (headers["x-api-key"] ?? "") !== ""
)

// A missing, malformed, unknown, revoked or expired credential gets the same response, which does not
// reveal whether it exists.
const findSession = (sessions: Sessions["Service"], cookie: SessionCookie) =>
  Effect.gen(function* () {
    const holder = yield* sessions.holderOf(yield* cookie.read).pipe(
      traced(serviceSpans.authenticate, { by: "session" }, (found) => ({
        found: found !== undefined
      }))
    )
    return holder ?? (yield* Effect.fail(unauthorized))
  })

/** From here on the request has a place among those of known callers. */
const authenticated = <A, E, R>(
  handle: Effect.Effect<A, E, R>,
  holder: CurrentAccount["Service"]
): Effect.Effect<A, E, Exclude<R, CurrentAccount>> =>
  Effect.flatMap(Place, (place) =>
    Effect.andThen(
      Effect.andThen(noteCaller(holder), place.authenticated),
      Effect.provideService(handle, CurrentAccount, holder)
    )
  )

const authentication = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const sessions = yield* Sessions
    const cookie = makeSessionCookie(yield* Config)
    const refusals = yield* Refusals
    return {
      apiKey: (handle, { credential }) =>
        Effect.gen(function* () {
          const key = Redacted.value(credential)
          const holder = yield* keys.holderOf(key).pipe(
            traced(serviceSpans.authenticate, { by: "key" }, (found) => ({
              found: found !== undefined
            }))
          )
          if (holder !== undefined) return yield* authenticated(handle, holder)
          if (isWellFormed(key))
            yield* refusals.note("revoked_key_used", { _tag: "Key", hash: hashOf(key) })
          return yield* Effect.fail(unauthorized)
        }),
      // Tried when the key failed. A request with a wrong key fails even if its session is valid.
      session: (handle) =>
        Effect.gen(function* () {
          if (yield* hasApiKey) return yield* Effect.fail(unauthorized)
          const holder = yield* findSession(sessions, cookie)
          return yield* authenticated(handle, holder)
        })
    }
  })
)

const signedIn = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const cookie = makeSessionCookie(yield* Config)
    return {
      session: (handle) =>
        Effect.gen(function* () {
          const holder = yield* findSession(sessions, cookie)
          return yield* authenticated(handle, holder).pipe(
            Effect.provideService(CurrentSession, {
              sessionId: holder.sessionId,
              personId: holder.personId
            })
          )
        })
    }
  })
)

export const layer: Layer.Layer<
  Authentication | SignedIn,
  never,
  ApiKeys | Refusals | Sessions | Config
> = Layer.merge(authentication, signedIn)
