/** The endpoints of webhook endpoints: all that an account has. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import {
  BadRequest,
  deliveryNotFound,
  endpointDisabled,
  endpointNotFound,
  tooManyEndpoints
} from "@rcpt/api/Problem"
import { endpointsMax, NoWebhook } from "@rcpt/domain/AccountWebhooks"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { DeliveryNotFound } from "../../webhooks/resend.ts"
import type { BadUrl } from "../../webhooks/target.ts"
import type { Webhook } from "../../webhooks/webhookRows.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import {
  deliveryBody,
  detailsBody,
  endpointBody,
  pageBody,
  seesSecrets,
  uuid,
  withWebhooks
} from "./webhookBodies.ts"

const shown = (webhook: Webhook) =>
  Effect.gen(function* () {
    const caller = yield* CurrentAccount
    const { reveal } = yield* Webhooks
    const secret = seesSecrets(caller) ? reveal(caller.accountId, webhook) : undefined
    return endpointBody(webhook, secret)
  })

/** Any text may stand in the path. */
const named = <A, E>(
  id: string,
  use: (webhooks: Webhooks["Service"], account: string, which: string) => Effect.Effect<A, E>
) =>
  withWebhooks<A, E | NoWebhook>((webhooks, account) =>
    uuid.test(id) ? use(webhooks, account, id) : Effect.fail(new NoWebhook())
  )

const failNoEndpoint = () => Effect.fail(endpointNotFound)
const failDisabled = () => Effect.fail(endpointDisabled)
const failBadUrl = ({ sentence }: BadUrl) => Effect.fail(new BadRequest({ error: sentence }))

export const layer = HttpApiBuilder.group(Api, "WebhookEndpoints", (handlers) =>
  handlers
    .handle("list", () =>
      withWebhooks(({ all }, account) => all(account)).pipe(
        Effect.flatMap((webhooks) => Effect.forEach(webhooks, shown)),
        Effect.map((endpoints) => ({ endpoints, max: endpointsMax }))
      )
    )
    .handle("create", ({ payload: { url, description, events, enabled } }) =>
      withWebhooks(({ create, reveal }, account) =>
        create(account, { url, description: description?.trim(), events, isLive: enabled }).pipe(
          Effect.map((webhook) => endpointBody(webhook, reveal(account, webhook)))
        )
      ).pipe(
        Effect.catchTags({
          BadUrl: failBadUrl,
          TooManyEndpoints: () => Effect.fail(tooManyEndpoints)
        })
      )
    )
    .handle("find", ({ params: { id } }) =>
      named(id, ({ find }, account, which) => find(account, which)).pipe(
        Effect.flatMap(shown),
        Effect.catchTag("NoWebhook", failNoEndpoint)
      )
    )
    .handle("change", ({ params: { id }, payload: { url, description, events, enabled } }) =>
      named(id, ({ change }, account, which) =>
        change(account, which, { url, description: description?.trim(), events, isLive: enabled })
      ).pipe(
        Effect.flatMap(shown),
        Effect.catchTags({ BadUrl: failBadUrl, NoWebhook: failNoEndpoint })
      )
    )
    .handle("remove", ({ params: { id } }) =>
      named(id, ({ remove }, account, which) => remove(account, which)).pipe(
        Effect.as({ message: "the endpoint is removed" }),
        Effect.catchTag("NoWebhook", failNoEndpoint)
      )
    )
    .handle("rotate", ({ params: { id } }) =>
      named(id, ({ rotate }, account, which) => rotate(account, which)).pipe(
        Effect.map(({ secret, previousUntil }) => ({
          secret,
          previous_secret_until: previousUntil.toISOString()
        })),
        Effect.catchTag("NoWebhook", failNoEndpoint)
      )
    )
    .handle("deliveries", ({ params: { id }, query: { limit, cursor } }) =>
      named(id, ({ find, list }, account, which) =>
        Effect.andThen(
          find(account, which),
          list(account, { limit: limit + 1, ...(cursor !== undefined && { after: cursor }) }, which)
        )
      ).pipe(
        Effect.map((rows) => pageBody(rows, limit)),
        Effect.catchTag("NoWebhook", failNoEndpoint)
      )
    )
    .handle("delivery", ({ params: { id } }) =>
      withWebhooks(({ delivery }, account) =>
        uuid.test(id) ? delivery(account, id) : Effect.fail(new DeliveryNotFound())
      ).pipe(
        Effect.map(detailsBody),
        Effect.catchTag("DeliveryNotFound", () => Effect.fail(deliveryNotFound))
      )
    )
    .handle("resend", ({ params: { id }, payload: { since, until } }) =>
      named(id, ({ resendRange }, account, which) =>
        resendRange(account, which, {
          since: new Date(since),
          until: until === undefined ? undefined : new Date(until)
        })
      ).pipe(Effect.catchTags({ NoWebhook: failNoEndpoint, WebhookIsDisabled: failDisabled }))
    )
    .handle("test", ({ params: { id } }) =>
      named(id, ({ test }, account, which) => test(account, which)).pipe(
        Effect.map(deliveryBody),
        Effect.catchTags({ NoWebhook: failNoEndpoint, WebhookIsDisabled: failDisabled })
      )
    )
)
