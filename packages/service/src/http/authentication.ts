/** Whose credits a request spends: the account behind its API key, or behind its session. */
import { Authentication, CurrentAccount, CurrentSession, SignedIn } from "@rcpt/api/Authentication"
import { unauthorized } from "@rcpt/api/Problem"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"

import { ApiKeys } from "../accounts/ApiKeys.ts"
import { Sessions } from "../sessions/Sessions.ts"

const hasKey = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ headers }) => (headers["x-api-key"] ?? "") !== ""
)

// No credential, junk, an unknown, a revoked and an expired one get the same answer: nobody learns
// which exist.
const sessionHolder = (sessions: Sessions["Service"], credential: Redacted.Redacted) =>
  Effect.gen(function* () {
    const holder = yield* Effect.orDie(sessions.holderOf(Redacted.value(credential)))
    return holder ?? (yield* Effect.fail(unauthorized))
  })

const authentication = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const sessions = yield* Sessions
    return {
      apiKey: (handle, { credential }) =>
        Effect.gen(function* () {
          const holder = yield* Effect.orDie(keys.holderOf(Redacted.value(credential)))
          if (holder === undefined) return yield* Effect.fail(unauthorized)
          return yield* Effect.provideService(handle, CurrentAccount, holder)
        }),
      // Tried when the key was none. Whoever sends one means it: a wrong key is never made up for.
      session: (handle, { credential }) =>
        Effect.gen(function* () {
          if (yield* hasKey) return yield* Effect.fail(unauthorized)
          const holder = yield* sessionHolder(sessions, credential)
          return yield* Effect.provideService(handle, CurrentAccount, holder)
        })
    }
  })
)

const signedIn = Layer.effect(
  SignedIn,
  Effect.map(Sessions, (sessions) => ({
    session: (handle, { credential }) =>
      Effect.gen(function* () {
        const holder = yield* sessionHolder(sessions, credential)
        return yield* handle.pipe(
          Effect.provideService(CurrentAccount, holder),
          Effect.provideService(CurrentSession, { sessionId: holder.sessionId })
        )
      })
  }))
)

export const layer: Layer.Layer<Authentication | SignedIn, never, ApiKeys | Sessions> = Layer.merge(
  authentication,
  signedIn
)
