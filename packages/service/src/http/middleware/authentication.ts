/** Finds the account of a request by its API key or its session. */
import type { PgClient } from "@effect/sql-pg"
import { Authentication, CurrentAccount, CurrentSession, SignedIn } from "@rcpt/api/Authentication"
import { unauthorized } from "@rcpt/api/Problem"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

import { ApiKeys } from "../../accounts/ApiKeys.ts"
import * as Revocations from "../../accounts/Revocations.ts"
import { Refusals } from "../../accounts/security/Refusals.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { noteCaller } from "../../activity/CurrentActivity.ts"
import { Config } from "../../platform/Config.ts"
import { hashOf, isWellFormed } from "../../platform/config/apiKeyFormat.ts"
import { serviceSpans, traced } from "../../platform/spans.ts"
import { RequestPlace } from "../inflightLimit.ts"
import { makeSessionCookie } from "../sessionCookie.ts"
import type { SessionCookie } from "../sessionCookie.ts"
import { makeWhilePermitted } from "./whilePermitted.ts"

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

/** From here on the request has a place among those of known callers. Its answer goes on while they may ask. */
const makeAuthenticated = Effect.map(
  makeWhilePermitted,
  (whilePermitted) =>
    <E, R>(
      handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
      holder: CurrentAccount["Service"],
      endpoint: HttpApiEndpoint.Top
    ) =>
      Effect.gen(function* () {
        const place = yield* RequestPlace
        yield* noteCaller(holder)
        yield* place.authenticated
        const response = yield* Effect.provideService(handle, CurrentAccount, holder)
        return yield* whilePermitted(response, holder, endpoint)
      })
)

const authentication = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const sessions = yield* Sessions
    const cookie = makeSessionCookie(yield* Config)
    const refusals = yield* Refusals
    const authenticated = yield* makeAuthenticated
    return {
      apiKey: (handle, { credential, endpoint }) =>
        Effect.gen(function* () {
          const key = Redacted.value(credential)
          const holder = yield* keys.holderOf(key).pipe(
            traced(serviceSpans.authenticate, { by: "key" }, (found) => ({
              found: found !== undefined
            }))
          )
          if (holder !== undefined) return yield* authenticated(handle, holder, endpoint)
          if (isWellFormed(key))
            yield* refusals.note("revoked_key_used", { _tag: "Key", hash: hashOf(key) })
          return yield* Effect.fail(unauthorized)
        }),
      // Tried when the key failed. A request with a wrong key fails even if its session is valid.
      session: (handle, { endpoint }) =>
        Effect.gen(function* () {
          if (yield* hasApiKey) return yield* Effect.fail(unauthorized)
          const holder = yield* findSession(sessions, cookie)
          return yield* authenticated(handle, holder, endpoint)
        })
    }
  })
)

const signedIn = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const cookie = makeSessionCookie(yield* Config)
    const authenticated = yield* makeAuthenticated
    return {
      session: (handle, { endpoint }) =>
        Effect.gen(function* () {
          const holder = yield* findSession(sessions, cookie)
          return yield* authenticated(handle, holder, endpoint).pipe(
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
  ApiKeys | Refusals | Sessions | Config | PgClient.PgClient
> = Layer.merge(authentication, signedIn).pipe(Layer.provide(Revocations.layer))
