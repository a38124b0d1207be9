/** The endpoints of webhooks. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { BadRequest, deliveryNotFound, noWebhook, webhookDisabled } from "@rcpt/api/Problem"
import type * as Body from "@rcpt/api/Webhook"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { readTimeout } from "../../platform/readTimeout.ts"
import type { Delivery } from "../../webhooks/deliveryRows.ts"
import type { Webhook } from "../../webhooks/webhookRows.ts"
import { DeliveryNotFound, Webhooks } from "../../webhooks/Webhooks.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
export const webhooksWaitMax = Duration.seconds(3)

const isoTime = (date: Date | null) => date && date.toISOString()

const webhookBody = (webhook: Webhook): Body.Webhook => ({
  url: webhook.url,
  status: webhook.disabledAt === null ? "live" : "disabled",
  ...(webhook.disabledWhy && { disabled_reason: webhook.disabledWhy }),
  disabled_at: isoTime(webhook.disabledAt),
  failing_since: isoTime(webhook.failingSince),
  configured_at: webhook.configuredAt.toISOString(),
  previous_secret_until: isoTime(webhook.previousUntil)
})

const deliveryBody = (row: Delivery): Body.WebhookDelivery => ({
  id: row.id,
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

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const withWebhooks = <A, E>(
  use: (webhooks: Webhooks["Service"], account: string) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    return yield* use(yield* Webhooks, accountId).pipe(readTimeout(webhooksWaitMax))
  })

const failNoWebhook = () => Effect.fail(noWebhook)
const failDisabled = () => Effect.fail(webhookDisabled)
const failDeliveryNotFound = () => Effect.fail(deliveryNotFound)

export const layer = HttpApiBuilder.group(Api, "Webhook", (handlers) =>
  handlers
    .handle("configure", ({ payload: { url } }) =>
      withWebhooks(({ configure }, account) => configure(account, url)).pipe(
        Effect.map(webhookBody),
        Effect.catchTag("BadUrl", ({ sentence }) =>
          Effect.fail(new BadRequest({ error: sentence }))
        )
      )
    )
    .handle("find", () =>
      withWebhooks(({ find }, account) => find(account)).pipe(
        Effect.map(webhookBody),
        Effect.catchTag("NoWebhook", failNoWebhook)
      )
    )
    .handle("remove", () =>
      withWebhooks(({ remove }, account) => remove(account)).pipe(
        Effect.as({ message: "the webhook is removed" }),
        Effect.catchTag("NoWebhook", failNoWebhook)
      )
    )
    .handle("rotate", () =>
      withWebhooks(({ rotate }, account) => rotate(account)).pipe(
        Effect.map(({ secret, previousUntil }) => ({
          secret,
          previous_secret_until: previousUntil.toISOString()
        })),
        Effect.catchTag("NoWebhook", failNoWebhook)
      )
    )
    .handle("deliveries", ({ query: { limit, cursor } }) =>
      withWebhooks(({ list }, account) =>
        // One more than the limit shows whether there is another page.
        list(account, { limit: limit + 1, ...(cursor !== undefined && { after: cursor }) })
      ).pipe(
        Effect.map((rows) => {
          const page = rows.slice(0, limit)
          const next = rows.length > limit ? page.at(-1)!.id : null
          return { deliveries: page.map(deliveryBody), next }
        })
      )
    )
    .handle("resend", ({ params: { id } }) =>
      withWebhooks(({ resend }, account) =>
        uuid.test(id) ? resend(account, id) : Effect.fail(new DeliveryNotFound())
      ).pipe(
        Effect.map(deliveryBody),
        Effect.catchTags({
          NoWebhook: failNoWebhook,
          WebhookIsDisabled: failDisabled,
          DeliveryNotFound: failDeliveryNotFound
        })
      )
    )
    .handle("test", () =>
      withWebhooks(({ test }, account) => test(account)).pipe(
        Effect.map(deliveryBody),
        Effect.catchTags({ NoWebhook: failNoWebhook, WebhookIsDisabled: failDisabled })
      )
    )
)
