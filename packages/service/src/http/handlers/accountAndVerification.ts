/** The endpoints of the account, and those of verification from verification.ts. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { DateTime, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { balanceOf, profileOf } from "../../accounts/profile.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { usageOf, usageSince } from "../../views/usage.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import * as verificationHandlers from "./verification.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
const accountWaitMax = "3 seconds"

/** Of the first endpoint. The secret is shown to sessions only, never to an API key. */
const webhookOf = Effect.fnUntraced(function* (account: string, authMode: "jwt" | "api_key") {
  const { find, reveal } = yield* Webhooks
  const webhook = yield* Effect.catchTag(find(account), "NoWebhook", () => Effect.undefined)
  if (webhook === undefined) return {}
  const secret = authMode === "jwt" ? reveal(account, webhook) : undefined
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
      }).pipe(readTimeout(accountWaitMax))
    )
    .handle("usage", ({ query: { months } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* usageSince(accountId, months)
      }).pipe(readTimeout(accountWaitMax))
    )
)

export const layer = Layer.mergeAll(verificationHandlers.layer, account)
