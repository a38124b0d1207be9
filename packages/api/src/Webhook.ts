/**
 * Schemas of webhooks: the URL, its secret, and its deliveries. Deliveries follow Standard Webhooks:
 * headers `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 */
import { WhyDisabled } from "@rcpt/domain/Account"
import { Schema } from "effect"

import { fieldFault } from "./errors/errorTexts.ts"
import { described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"

/** The events that an endpoint can choose. A `webhook.test` needs no choice: it is sent on request only. */
export const ChosenEvent = Schema.Literals([
  "job.completed",
  "job.failed",
  "job.cancelled",
  "credits.low",
  "list.changed",
  "schedule.failed"
])
export type ChosenEvent = typeof ChosenEvent.Type

export const chosenEvents = ChosenEvent.literals

export const WebhookEventType = Schema.Literals([...chosenEvents, "webhook.test"])
export type WebhookEventType = typeof WebhookEventType.Type

export const WebhookUrl = Schema.Struct({
  url: Schema.String.annotate({
    message: fieldFault("text"),
    description: "An https URL with a host on the public internet."
  })
}).annotate({ identifier: "WebhookUrl" })
export type WebhookUrl = typeof WebhookUrl.Type

export const Webhook = Schema.Struct({
  url: string("The URL."),
  status: Schema.Literals(["live", "disabled"]).annotate({
    description: "A disabled webhook gets no deliveries until its URL is set again."
  }),
  disabled_reason: Schema.optionalKey(
    WhyDisabled.annotate({
      description:
        "`gone`: it answered 410. `failing`: no delivery succeeded for 5 days. `switched_off`: by the " +
        "account itself."
    })
  ),
  disabled_at: Schema.NullOr(dateTime).annotate({
    description: "When it was disabled; null if it is live."
  }),
  failing_since: Schema.NullOr(dateTime).annotate({
    description: "First failure since the last successful delivery; null if there was none."
  }),
  configured_at: described(dateTime, "When the URL was set."),
  previous_secret_until: Schema.NullOr(dateTime).annotate({
    description: "Until then, deliveries are also signed with the previous secret."
  })
}).annotate({ identifier: "Webhook" })
export type Webhook = typeof Webhook.Type

export const WebhookSecret = Schema.Struct({
  secret: string("Starts with `whsec_`. Valid until the next rotation."),
  previous_secret_until: described(dateTime, "Until then the previous secret signs as well.")
}).annotate({ identifier: "WebhookSecret" })
export type WebhookSecret = typeof WebhookSecret.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

export const WebhookDelivery = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid", description: "Its `webhook-id`." }),
  endpoint_id: Schema.NullOr(
    Schema.String.annotate({ format: "uuid", description: "Where it goes." })
  ).annotate({ description: "null if the endpoint was removed." }),
  type: WebhookEventType.annotate({ description: "Its type." }),
  job_id: described(Schema.optionalKey(Schema.String.annotate({ format: "uuid" })), "The job."),
  status: DeliveryStatus.annotate({ description: "Its state." }),
  attempts: integer("How often it was sent."),
  response_status: Schema.NullOr(integer("Of the last attempt; null without a response.")),
  error: Schema.optionalKey(string("Why the last attempt failed.")),
  created_at: described(dateTime, "When it was made."),
  last_attempt_at: Schema.NullOr(dateTime).annotate({
    description: "When it was sent last; null before the first attempt."
  }),
  next_attempt_at: Schema.NullOr(dateTime).annotate({
    description: "null if there is none, or if an attempt is in progress."
  })
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

export const WebhookDeliveries = Schema.Struct({
  deliveries: Schema.Array(WebhookDelivery).annotate({
    description: "One page of deliveries, the newest first."
  }),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null on the last page."
  })
}).annotate({ identifier: "WebhookDeliveries" })
export type WebhookDeliveries = typeof WebhookDeliveries.Type
