/** The contract's endpoints, each one call into the service. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { DateTime, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { balanceOf } from "../accounts/balance.ts"
import { profileOf } from "../accounts/profile.ts"
import { usageOf, usageSince } from "../accounts/usage.ts"
import { answerWithin } from "../answerWithin.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import * as verificationHandlers from "./verificationHandlers.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
const accountWaitMax = "3 seconds"

/** The secret is for the person himself: no key is shown it here. */
const webhookOf = Effect.fnUntraced(function* (account: string, authMode: "jwt" | "api_key") {
  const { find, secretOf } = yield* Webhooks
  const webhook = yield* Effect.catchTag(find(account), "NoWebhook", () => Effect.undefined)
  if (webhook === undefined) return {}
  const secret = authMode === "jwt" ? yield* secretOf(account) : undefined
  return { webhook_url: webhook.url, ...(secret !== undefined && { webhook_secret: secret }) }
})

const account = HttpApiBuilder.group(Api, "Account", (handlers) =>
  handlers
    .handle("account", () =>
      Effect.gen(function* () {
        const { accountId, authMode, owner } = yield* CurrentAccount
        return {
          ...(authMode === "jwt" && (yield* profileOf(accountId))),
          ...(yield* webhookOf(accountId, authMode)),
          ...(owner && { is_admin: true }),
          credits: yield* balanceOf(accountId),
          usage: yield* usageOf(accountId),
          auth_mode: authMode,
          checked_at: DateTime.formatIso(yield* DateTime.now)
        }
      }).pipe(answerWithin(accountWaitMax), Effect.orDie)
    )
    .handle("usage", ({ query: { months } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* usageSince(accountId, months)
      }).pipe(answerWithin(accountWaitMax), Effect.orDie)
    )
)

export const layer = Layer.mergeAll(verificationHandlers.layer, account)
