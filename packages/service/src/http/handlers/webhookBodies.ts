/** How webhooks, deliveries and attempts look in replies, and how their handlers use the service. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import type * as Body from "@rcpt/api/Webhook"
import type {
  WebhookAttempt,
  WebhookDeliveryDetails,
  WebhookEndpoint
} from "@rcpt/api/WebhookEndpoint"
import { isRolePermitted } from "@rcpt/domain/permissions"
import { Duration, Effect } from "effect"

import { readTimeout } from "../../platform/readTimeout.ts"
import type { AttemptShown, DeliveryDetails, Delivery } from "../../webhooks/deliveryRows.ts"
import type { Webhook } from "../../webhooks/webhookRows.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
const webhooksWaitMax = Duration.seconds(3)

/** Whether secrets are shown: to sessions of people who may change them, never to an API key. */
export const seesSecrets = ({ authMode, role }: CurrentAccount["Service"]): boolean =>
  authMode === "jwt" && isRolePermitted(role, "manage")

const isoTime = (date: Date | null) => date && date.toISOString()

export const webhookBody = (webhook: Webhook): Body.Webhook => ({
  url: webhook.url,
  status: webhook.disabledAt === null ? "live" : "disabled",
  ...(webhook.disabledWhy && { disabled_reason: webhook.disabledWhy }),
  disabled_at: isoTime(webhook.disabledAt),
  failing_since: isoTime(webhook.failingSince),
  configured_at: webhook.configuredAt.toISOString(),
  previous_secret_until: isoTime(webhook.previousUntil)
})

export const deliveryBody = (row: Delivery): Body.WebhookDelivery => ({
  id: row.id,
  endpoint_id: row.endpoint,
  type: row.type,
  ...(row.job && { job_id: row.job }),
  status: row.status,
  attempts: row.attempts,
  response_status: row.responseStatus,
  ...(row.failure && { error: row.failure }),
  created_at: row.createdAt.toISOString(),
  last_attempt_at: isoTime(row.lastAttemptAt),
  // While an attempt is under way, `dueAt` is when its lease ends and not the next attempt.
  next_attempt_at: row.status === "pending" && !row.isTried ? row.dueAt.toISOString() : null
})

const attemptBody = (row: AttemptShown): WebhookAttempt => ({
  at: row.at.toISOString(),
  duration_ms: row.duration,
  url: row.url,
  request_headers:
    row.headers && Object.entries(row.headers).map(([name, value]) => ({ name, value })),
  response_status: row.status,
  ...(row.answer !== null && { response_body: row.answer }),
  ...(row.failure !== null && { error: row.failure })
})

export const detailsBody = ({
  delivery,
  body,
  attempts
}: DeliveryDetails): WebhookDeliveryDetails => ({
  ...deliveryBody(delivery),
  request_body: body,
  log: attempts.map(attemptBody)
})

/** `secret`: only for who may see it. */
export const endpointBody = (webhook: Webhook, secret: string | undefined): WebhookEndpoint => ({
  id: webhook.id,
  ...webhookBody(webhook),
  description: webhook.description,
  events: webhook.events,
  ...(secret !== undefined && { secret })
})

/** `rows`: one more than the limit shows whether there is another page. */
export const pageBody = (rows: ReadonlyArray<Delivery>, limit: number): Body.WebhookDeliveries => {
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? page.at(-1)!.id : null
  return { deliveries: page.map(deliveryBody), next }
}

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const withWebhooks = <A, E>(
  use: (webhooks: Webhooks["Service"], account: string) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    return yield* use(yield* Webhooks, accountId).pipe(readTimeout(webhooksWaitMax))
  })
