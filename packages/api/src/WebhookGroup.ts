/** The endpoints of an account's webhook. One URL an account; keys that are restricted see none of it. */
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { Authentication } from "./Authentication.ts"
import { once, whole } from "./jobsQuery.ts"
import { uuid } from "./ledgerQuery.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
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
  OpenApi.annotations({
    summary: "Set the URL that is told of jobs and of low credits",
    description:
      "It is sent `{type, timestamp, data}`, where `data` is the job, or `{credits}`, signed as Standard " +
      "Webhooks says; an answer of 2xx within 15 s takes it. Everything else is tried again after 5 s, " +
      "5 min, 30 min, 2 h, 5 h, 10 h and 10 h; redirects are not followed. 410 disables the URL, and so " +
      "do 5 days in which it takes nothing; setting it again enables it."
  })
)

const find = HttpApiEndpoint.get("find", "/webhook", {
  success: Webhook,
  error: NotFound
}).annotateMerge(OpenApi.annotations({ summary: "The webhook, and whether it is live" }))

const remove = HttpApiEndpoint.delete("remove", "/webhook", {
  success: Message,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    summary: "Remove the webhook",
    description: "With its secret. What was not delivered yet never is."
  })
)

const rotate = HttpApiEndpoint.post("rotate", "/webhook/secret", {
  success: WebhookSecret,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    summary: "Make a new secret",
    description:
      "For 24 hours the one before signs too, so that a receiver may change over when it likes. " +
      "With an API key this is the only way to see a secret."
  })
)

const pageMax = 100
const pageDefault = 50

const LimitQuery = whole(
  `must be a whole number from 1 to ${pageMax}`,
  "Deliveries of a page.",
  pageMax
).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(pageDefault))))

const CursorQuery = Schema.optionalKey(
  once
    .check(Schema.isPattern(uuid, { message: "must be one that a page was given as `next`" }))
    .annotate({ description: "`next` of the page before. Default: from the newest on." })
)

const deliveries = HttpApiEndpoint.get("deliveries", "/webhook/deliveries", {
  query: {
    limit: LimitQuery,
    cursor: CursorQuery
  },
  success: WebhookDeliveries,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    summary: "What the webhook was sent, and is to be sent, the newest first"
  })
)

const resend = HttpApiEndpoint.post("resend", "/webhook/deliveries/:id/resend", {
  params: { id: Schema.String },
  success: WebhookDelivery,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Send a delivery again",
    description: "Now, with the same `webhook-id` and body, and with all retries before it."
  })
)

const test = HttpApiEndpoint.post("test", "/webhook/test", {
  success: WebhookDelivery,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Send a test",
    description: "Of type `webhook.test`. What came of it is in the list of deliveries."
  })
)

export class WebhookGroup extends HttpApiGroup.make("Webhook")
  .add(configure, find, remove, rotate, deliveries, resend, test)
  .annotateEndpoints(Requires, "manage")
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}
