/** The endpoints of the account, and those of verification from verification.ts. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { DateTime, Duration, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { balanceOf, profileOf } from "../../accounts/Accounts.ts"
import { Config } from "../../platform/Config.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import { accuracyOf } from "../../views/accuracy.ts"
import { usageGroups } from "../../views/activity/checksByHour.ts"
import { usageOf, usageSince } from "../../views/usage.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { verificationHandlers } from "./verification.ts"
import { seesSecrets } from "./webhooks.ts"

type Caller = CurrentAccount["Service"]

/** The first endpoint of the account. */
const webhookOf = Effect.fnUntraced(function* (caller: Caller) {
  const { find, reveal } = yield* Webhooks
  const account = caller.accountId
  const webhook = yield* Effect.catchTag(find(account), "NoWebhook", () => Effect.undefined)
  if (webhook === undefined) return {}
  const secret = seesSecrets(caller) ? reveal(account, webhook) : undefined
  return { webhook_url: webhook.url, ...(secret !== undefined && { webhook_secret: secret }) }
})

const account = HttpApiBuilder.group(Api, "Account", (handlers) =>
  handlers
    .handle("account", () =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const { accountId, authMode, owner, personId, role } = caller
        return {
          ...(personId !== undefined && { ...(yield* profileOf(personId)), role }),
          ...(yield* webhookOf(caller)),
          ...(owner && { is_admin: true }),
          credits: yield* balanceOf(accountId),
          usage: yield* usageOf(accountId),
          auth_mode: authMode,
          checked_at: DateTime.formatIso(yield* DateTime.now)
        }
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("usage", ({ query: { months } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* usageSince(accountId, months)
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("usageBreakdown", ({ query: { days } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const { activityDays } = yield* Config
        const counted = Duration.days(activityDays === 0 ? days : Math.min(days, activityDays))
        const since = DateTime.subtractDuration(yield* DateTime.now, counted)
        return {
          since: DateTime.formatIso(since),
          groups: yield* usageGroups(accountId, DateTime.toEpochMillis(since))
        }
      }).pipe(readTimeout(readWaitMax))
    )
    .handle("accuracy", ({ query: { days } }) =>
      Effect.flatMap(CurrentAccount, ({ accountId: account }) =>
        accuracyOf({ account, days: Number(days) })
      ).pipe(readTimeout(readWaitMax))
    )
)

export const accountHandlers = Layer.mergeAll(verificationHandlers, account)
