/**
 * Webhooks: the URL that is told what happens, its secret, and the log of what it was sent. The
 * receiver's side is Standard Webhooks: headers `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 */
import { Schema } from "effect"

const dateTime = Schema.String.annotate({ format: "date-time" })

/** `webhook.test` comes when it is asked for. */
export const WebhookEventType = Schema.Literals([
  "job.completed",
  "job.failed",
  "job.cancelled",
  "credits.low",
  "webhook.test"
])
export type WebhookEventType = typeof WebhookEventType.Type

export const WebhookUrl = Schema.Struct({
  url: Schema.String.annotate({
    message: "must be a string",
    description: "https, and a host on the public internet."
  })
}).annotate({ identifier: "WebhookUrl" })
export type WebhookUrl = typeof WebhookUrl.Type

export const Webhook = Schema.Struct({
  url: Schema.String,
  status: Schema.Literals(["live", "disabled"]).annotate({
    description: "A disabled one is sent nothing until its URL is set again."
  }),
  disabled_reason: Schema.optionalKey(
    Schema.Literals(["gone", "failing"]).annotate({
      description: "`gone`: it answered 410. `failing`: it took nothing for 5 days."
    })
  ),
  disabled_at: Schema.NullOr(dateTime),
  failing_since: Schema.NullOr(dateTime).annotate({
    description: "When it first failed since it last took something."
  }),
  configured_at: dateTime,
  previous_secret_until: Schema.NullOr(dateTime).annotate({
    description: "Until then, what it is sent is signed with the secret before as well."
  })
}).annotate({ identifier: "Webhook" })
export type Webhook = typeof Webhook.Type

export const WebhookSecret = Schema.Struct({
  secret: Schema.String.annotate({ description: "With `whsec_`. The next rotation replaces it." }),
  previous_secret_until: dateTime
}).annotate({ identifier: "WebhookSecret" })
export type WebhookSecret = typeof WebhookSecret.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

export const WebhookDelivery = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid", description: "Its `webhook-id`." }),
  type: WebhookEventType,
  job_id: Schema.optionalKey(Schema.String.annotate({ format: "uuid" })),
  status: DeliveryStatus,
  attempts: Schema.Int,
  response_status: Schema.NullOr(
    Schema.Int.annotate({ description: "Of the last attempt; null: there was no answer." })
  ),
  error: Schema.optionalKey(
    Schema.String.annotate({ description: "What was in the way of the last attempt." })
  ),
  created_at: dateTime,
  last_attempt_at: Schema.NullOr(dateTime),
  next_attempt_at: Schema.NullOr(dateTime).annotate({
    description: "Null: there is none, or it is being tried this moment."
  })
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

export const WebhookDeliveries = Schema.Struct({
  deliveries: Schema.Array(WebhookDelivery),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null: there is none."
  })
}).annotate({ identifier: "WebhookDeliveries" })
export type WebhookDeliveries = typeof WebhookDeliveries.Type
