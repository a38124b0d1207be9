/** Whose credits a request spends: the account behind its API key. */
import { Authentication, CurrentAccount } from "@rcpt/api/Api"
import { unauthorized } from "@rcpt/api/Problem"
import { Duration, Effect, Layer, Redacted } from "effect"

import { Accounts } from "../accounts/Accounts.ts"
import { answerWithin } from "../answerWithin.ts"

/** Of the 5 s in which a request is answered even when the database is gone; the ledger has 3. */
export const lookUpWaitMax = Duration.millis(1_500)

export const layer: Layer.Layer<Authentication, never, Accounts> = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    return {
      // No key, junk and an unknown key get the same answer: nobody learns which keys exist.
      apiKey: (handle, { credential }) =>
        Effect.gen(function* () {
          const caller = yield* accounts
            .byApiKey(Redacted.value(credential))
            .pipe(answerWithin(lookUpWaitMax), Effect.orDie)
          if (caller === undefined) return yield* Effect.fail(unauthorized)
          return yield* Effect.provideService(handle, CurrentAccount, caller)
        })
    }
  })
)
