/** Decisions about the endpoints of an account's webhooks, as events of the account (`Account.ts`). */
import { HashMap, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen, firstEndpoint } from "./Account.ts"
import type { Account, Decision, WhyDisabled } from "./Account.ts"

/**
 * Each event is stored and sent once for each endpoint that chose it, in the transaction of what happened. Ten
 * serve a team's systems with room, and a job's end is still one short statement.
 */
export const endpointsMax = 10

export class NoWebhook extends Schema.TaggedError<NoWebhook>()("NoWebhook", {}) {}

export class TooManyEndpoints extends Schema.TaggedError<TooManyEndpoints>()(
  "TooManyEndpoints",
  {}
) {}

/** Without `endpointId`: the webhook of the time when an account could have one only. */
export interface OfEndpoint {
  readonly endpointId?: string
}

const statusOf = ({ webhooks }: Account, { endpointId = firstEndpoint }: OfEndpoint) =>
  HashMap.get(webhooks, endpointId)

const isKnown = (account: Account, of: OfEndpoint): boolean => statusOf(account, of)._tag === "Some"

const isLive = (account: Account, of: OfEndpoint): boolean => {
  const status = statusOf(account, of)
  return status._tag === "Some" && status.value === "live"
}

/** The caller checks whether anything differs from what is stored. */
export const configureWebhook =
  (of: OfEndpoint) =>
  (account: Account): Decision<AccountNotOpen | TooManyEndpoints> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (!isKnown(account, of) && HashMap.size(account.webhooks) >= endpointsMax)
      return Result.fail(new TooManyEndpoints())
    return Result.succeed([AccountEvent.cases.WebhookConfigured.make(of)])
  }

export const rotateWebhookSecret =
  (of: OfEndpoint) =>
  (account: Account): Decision<NoWebhook> =>
    isKnown(account, of)
      ? Result.succeed([AccountEvent.cases.WebhookSecretRotated.make(of)])
      : Result.fail(new NoWebhook())

export const disableWebhook =
  (of: OfEndpoint, why: WhyDisabled) =>
  (account: Account): Decision =>
    Result.succeed(
      isLive(account, of) ? [AccountEvent.cases.WebhookDisabled.make({ ...of, why })] : []
    )

export const removeWebhook =
  (of: OfEndpoint) =>
  (account: Account): Decision =>
    Result.succeed(isKnown(account, of) ? [AccountEvent.cases.WebhookRemoved.make(of)] : [])

/** When the account is closed. */
export const removeAllWebhooks = ({ webhooks }: Account): ReadonlyArray<AccountEvent> =>
  Array.from(HashMap.keys(webhooks), (endpointId) =>
    AccountEvent.cases.WebhookRemoved.make(endpointId === firstEndpoint ? {} : { endpointId })
  )
