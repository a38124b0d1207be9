/**
 * Endpoints of an account's webhook: the first of its URLs, as when it could have one only. All of them:
 * `WebhookEndpointsGroup.ts`. API keys need the scope `manage` to change them.
 */
import { uuid } from "@rcpt/domain/limits"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { string } from "./fields.ts"
import { cursor, pageSize } from "./jobsQuery.ts"
import { Message } from "./Message.ts"
import { managed, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"
import {
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookSecret,
  WebhookUrl
} from "./Webhook.ts"

const configure = HttpApiEndpoint.put("configure", "/webhook", {
  payload: WebhookUrl,
  success: Webhook,
  error: BadRequest
}).annotateMerge(
  managed({
    identifier: "setWebhook",
    summary: "Set the webhook URL",
    description:
      "Of the first endpoint; without one it is created, for all events. " +
      "It gets `{type, timestamp, data}` when a job ends (`data` is the job, and `links` leads to its results) " +
      "or credits run low (`data` is `{credits}`). Each is signed as specified by Standard Webhooks. A 2xx response within 15 s " +
      "accepts a delivery. Otherwise it is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and " +
      "10 h. Redirects are not followed. A 410 response or 5 days without a successful delivery " +
      "disable the URL; setting it again enables it."
  })
)

const find = HttpApiEndpoint.get("find", "/webhook", {
  success: Webhook,
  error: NotFound
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getWebhook",
      summary: "Get the webhook and its status",
      description: "The first endpoint: the oldest one."
    })
  )

const remove = HttpApiEndpoint.delete("remove", "/webhook", {
  success: Message,
  error: NotFound
}).annotateMerge(
  managed({
    identifier: "removeWebhook",
    summary: "Remove the webhook",
    description: "The first endpoint. Also deletes its secret. Pending deliveries are not sent."
  })
)

const rotate = HttpApiEndpoint.post("rotate", "/webhook/secret", {
  success: WebhookSecret,
  error: NotFound
}).annotateMerge(
  managed({
    identifier: "rotateWebhookSecret",
    summary: "Rotate the secret",
    description:
      "For 24 hours deliveries are also signed with the previous secret, so that the receiver can " +
      "switch at any time. With an API key this is the only way to see a secret."
  })
)

export const LimitQuery = pageSize("Deliveries per page.")
export const CursorQuery = cursor(uuid, "the newest deliveries")

const deliveries = HttpApiEndpoint.get("deliveries", "/webhook/deliveries", {
  query: {
    limit: LimitQuery,
    cursor: CursorQuery
  },
  success: WebhookDeliveries,
  error: BadRequest
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listDeliveries",
      summary: "List the webhook's deliveries, newest first",
      description: "Of the first endpoint, and of endpoints that were removed."
    })
  )

const resend = HttpApiEndpoint.post("resend", "/webhook/deliveries/:id/resend", {
  params: { id: string("The delivery's `id`.") },
  success: WebhookDelivery,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "resendDelivery",
      summary: "Resend a delivery",
      description:
        "Sent at once with the same `webhook-id` and body, to its endpoint or, if that was removed, to the " +
        "first one; the retries start again. In place of a test, another one is sent."
    })
  )

const test = HttpApiEndpoint.post("test", "/webhook/test", {
  success: WebhookDelivery,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "testWebhook",
      summary: "Send a test event",
      description:
        "Of type `webhook.test`. It is sent once, at most 5 a minute for an account. The list of deliveries shows its result."
    })
  )

export class WebhookGroup extends secured(
  HttpApiGroup.make("Webhook").add(configure, find, remove, rotate, deliveries, resend, test)
) {}
