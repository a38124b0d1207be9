/** Endpoints of an account's webhook endpoints. API keys need the scope `manage` to change them. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { string } from "./fields.ts"
import { Message } from "./Message.ts"
import { managed, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"
import { WebhookDeliveries, WebhookDelivery, WebhookSecret } from "./Webhook.ts"
import {
  resentMax,
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookEndpoints,
  WebhookResend,
  WebhookResent
} from "./WebhookEndpoint.ts"
import { CursorQuery, LimitQuery } from "./WebhookGroup.ts"

const params = { id: string("The endpoint's `id`.") }

const list = HttpApiEndpoint.get("list", "/webhook/endpoints", {
  success: WebhookEndpoints
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listEndpoints",
      summary: "List the webhook endpoints",
      description: "Oldest first: the first one is what `/webhook` and `GET /account` show."
    })
  )

const create = HttpApiEndpoint.post("create", "/webhook/endpoints", {
  payload: WebhookEndpointRequest,
  success: WebhookEndpoint.pipe(HttpApiSchema.status(201)),
  error: BadRequest
}).annotateMerge(
  managed({
    identifier: "createEndpoint",
    summary: "Add a webhook endpoint",
    description:
      "From now on it gets the events of its choice, signed with its own secret. Its retries " +
      "and its disabling do not affect other endpoints."
  })
)

const find = HttpApiEndpoint.get("find", "/webhook/endpoints/:id", {
  params,
  success: WebhookEndpoint,
  error: NotFound
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getEndpoint",
      summary: "Get a webhook endpoint and its status",
      description: "With its secret only for a dashboard session."
    })
  )

const change = HttpApiEndpoint.patch("change", "/webhook/endpoints/:id", {
  params,
  payload: WebhookEndpointChange,
  success: WebhookEndpoint,
  error: [BadRequest, NotFound]
}).annotateMerge(
  managed({
    identifier: "changeEndpoint",
    summary: "Change a webhook endpoint",
    description: "What is left out stays as it is. The secret stays, too."
  })
)

const remove = HttpApiEndpoint.delete("remove", "/webhook/endpoints/:id", {
  params,
  success: Message,
  error: NotFound
}).annotateMerge(
  managed({
    identifier: "removeEndpoint",
    summary: "Remove a webhook endpoint",
    description: "Also deletes its secret. Pending deliveries are not sent; the log stays."
  })
)

const rotate = HttpApiEndpoint.post("rotate", "/webhook/endpoints/:id/secret", {
  params,
  success: WebhookSecret,
  error: NotFound
}).annotateMerge(
  managed({
    identifier: "rotateEndpointSecret",
    summary: "Rotate the secret of an endpoint",
    description: "For 24 hours deliveries are also signed with the previous secret."
  })
)

const deliveries = HttpApiEndpoint.get("deliveries", "/webhook/endpoints/:id/deliveries", {
  params,
  query: { limit: LimitQuery, cursor: CursorQuery },
  success: WebhookDeliveries,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listEndpointDeliveries",
      summary: "List the deliveries of an endpoint, newest first",
      description: "For as long as deliveries are kept, which is as long as lists are."
    })
  )

const delivery = HttpApiEndpoint.get("delivery", "/webhook/deliveries/:id", {
  params: { id: string("The delivery's `id`.") },
  success: WebhookDeliveryDetails,
  error: NotFound
})
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getDelivery",
      summary: "Get a delivery with each request and answer",
      description: "Of any endpoint, for as long as deliveries are kept."
    })
  )

const resend = HttpApiEndpoint.post("resend", "/webhook/endpoints/:id/resend", {
  params,
  payload: WebhookResend,
  success: WebhookResent,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "resendFailed",
      summary: "Resend failed deliveries of a period",
      description:
        "Sends all failed deliveries again, oldest first, each with its own `webhook-id` and " +
        `body; the retries start again. At most ${resentMax} at once.`
    })
  )

const test = HttpApiEndpoint.post("test", "/webhook/endpoints/:id/test", {
  params,
  success: WebhookDelivery,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "manage")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "testEndpoint",
      summary: "Send a test event to an endpoint",
      description:
        "Of type `webhook.test`, and free. It is sent once, and not repeated if it fails; at most 5 a minute for an account. The deliveries show its result."
    })
  )

export class WebhookEndpointsGroup extends secured(
  HttpApiGroup.make("WebhookEndpoints").add(
    list,
    create,
    find,
    change,
    remove,
    rotate,
    deliveries,
    delivery,
    resend,
    test
  )
) {}
