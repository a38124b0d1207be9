/** The endpoints of the webhook: the first one of the account. */
import { Api } from "@rcpt/api/Api"
import { BadRequest, deliveryNotFound, noWebhook, webhookDisabled } from "@rcpt/api/Problem"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { DeliveryNotFound } from "../../webhooks/resend.ts"
import { deliveryBody, pageBody, uuid, webhookBody, withWebhooks } from "./webhookBodies.ts"

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
        list(account, { limit: limit + 1, ...(cursor !== undefined && { after: cursor }) })
      ).pipe(Effect.map((rows) => pageBody(rows, limit)))
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
