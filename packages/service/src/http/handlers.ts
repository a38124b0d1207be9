/** The contract's endpoints, each one call into the service. */
import { Api, CurrentAccount } from "@rcpt/api/Api"
import { insufficientCredits } from "@rcpt/api/Problem"
import { render } from "@rcpt/api/render"
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { balanceOf } from "../accounts/balance.ts"
import { usageOf } from "../accounts/usage.ts"
import { answerWithin } from "../answerWithin.ts"
import { verifyAddress } from "../flows/verifyAddress.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
const accountWaitMax = "3 seconds"

const verification = HttpApiBuilder.group(Api, "Verification", (handlers) =>
  handlers.handle("verify", ({ query }) =>
    Effect.gen(function* () {
      const caller = yield* CurrentAccount
      const startedAt = yield* Clock.currentTimeMillis
      const { email, mode } = query
      const timeout = Duration.millis(query.timeout)
      const { verification, creditsUsed } = yield* verifyAddress(caller, { email, mode, timeout })
      const now = yield* Clock.currentTimeMillis
      return render(verification, {
        mode,
        creditsUsed,
        elapsedMillis: now - startedAt,
        checkedAt: new Date(now).toISOString(),
        explain: query.explain === "true"
      })
    }).pipe(
      Effect.catchTag("InsufficientCredits", () => Effect.fail(insufficientCredits)),
      Effect.catchTag("LedgerUnavailable", Effect.die)
    )
  )
)

const account = HttpApiBuilder.group(Api, "Account", (handlers) =>
  handlers.handle("account", () =>
    Effect.gen(function* () {
      const { accountId } = yield* CurrentAccount
      return {
        credits: yield* balanceOf(accountId),
        usage: yield* usageOf(accountId),
        auth_mode: "api_key" as const,
        checked_at: DateTime.formatIso(yield* DateTime.now)
      }
    }).pipe(answerWithin(accountWaitMax), Effect.orDie)
  )
)

export const layer = Layer.mergeAll(verification, account)
