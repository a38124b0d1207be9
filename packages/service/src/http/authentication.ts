/** Whose credits a request spends: the account behind its API key. */
import { Authentication, CurrentAccount } from "@rcpt/api/Api"
import { unauthorized } from "@rcpt/api/Problem"
import { Effect, Layer, Redacted } from "effect"

import { Accounts } from "../accounts/Accounts.ts"

export const layer: Layer.Layer<Authentication, never, Accounts> = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    return {
      // No key, junk and an unknown key get the same answer: nobody learns which keys exist.
      apiKey: (handle, { credential }) =>
        Effect.gen(function* () {
          const caller = yield* accounts.byApiKey(Redacted.value(credential)).pipe(Effect.orDie)
          if (caller === undefined) return yield* Effect.fail(unauthorized)
          return yield* Effect.provideService(handle, CurrentAccount, caller)
        })
    }
  })
)
