/** Decisions about the endpoints of an account's webhooks, as events of the account (`Account.ts`). */
import { HashMap, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen, firstEndpoint } from "./Account.ts"
import type { Account, Decision, WhyDisabled } from "./Account.ts"

/**
 * Endpoints of an account. An event is stored once for each endpoint that chose it, in the transaction of its cause.
 * Ten are more than a team's systems need, and the end of a job is still one short statement.
 */
export const endpointsMax = 10

export class NoWebhook extends Schema.TaggedError<NoWebhook>()("NoWebhook", {}) {}

export class TooManyEndpoints extends Schema.TaggedError<TooManyEndpoints>()(
  "TooManyEndpoints",
  {}
) {}

/** The endpoint of a command. Without `endpointId` it is the only one that an account could have at first. */
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

/** Configures an endpoint. The caller checks whether anything differs from the stored settings. */
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

/** Removes all endpoints, when the account is closed. */
export const removeAllWebhooks = ({ webhooks }: Account): ReadonlyArray<AccountEvent> =>
  Array.from(HashMap.keys(webhooks), (endpointId) =>
    AccountEvent.cases.WebhookRemoved.make(endpointId === firstEndpoint ? {} : { endpointId })
  )
