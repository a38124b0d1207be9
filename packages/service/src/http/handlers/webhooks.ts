/** The endpoints of webhook endpoints: all that an account has. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import {
  BadRequest,
  deliveryNotFound,
  endpointDisabled,
  endpointNotFound,
  tooManyEndpoints,
  tooManyTests,
  noWebhook,
  webhookDisabled
} from "@rcpt/api/Problem"
import type * as Body from "@rcpt/api/Webhook"
import type {
  WebhookAttempt,
  WebhookDeliveryDetails,
  WebhookEndpoint
} from "@rcpt/api/WebhookEndpoint"
import { endpointsMax, NoWebhook } from "@rcpt/domain/AccountWebhooks"
import { uuid } from "@rcpt/domain/limits"
import { isRolePermitted } from "@rcpt/domain/rolePermissions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import type { AttemptShown, DeliveryDetails, Delivery } from "../../webhooks/deliveryRows.ts"
import { DeliveryNotFound, testsMax } from "../../webhooks/resend.ts"
import type { TooManyTests } from "../../webhooks/resend.ts"
import type { BadUrl } from "../../webhooks/target.ts"
import type { Webhook } from "../../webhooks/webhookRows.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"

// Shows webhooks, deliveries and attempts in replies, and how their handlers use the service.

/** Whether secrets are shown: to sessions of people who may change them, never to an API key. */
export const seesSecrets = ({ authMode, role }: CurrentAccount["Service"]): boolean =>
  authMode === "jwt" && isRolePermitted(role, "manage")

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

const detailsBody = ({ delivery, body, attempts }: DeliveryDetails): WebhookDeliveryDetails => ({
  ...deliveryBody(delivery),
  request_body: body,
  log: attempts.map(attemptBody)
})

/** `secret`: only for who may see it. */
const endpointBody = (webhook: Webhook, secret: string | undefined): WebhookEndpoint => ({
  id: webhook.id,
  ...webhookBody(webhook),
  description: webhook.description,
  events: webhook.events,
  ...(secret !== undefined && { secret })
})

/** `rows`: one more than the limit shows whether there is another page. */
const pageBody = (rows: ReadonlyArray<Delivery>, limit: number): Body.WebhookDeliveries => {
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? page.at(-1)!.id : null
  return { deliveries: page.map(deliveryBody), next }
}

const withWebhooks = <A, E>(
  use: (webhooks: Webhooks["Service"], account: string) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    return yield* use(yield* Webhooks, accountId).pipe(readTimeout(readWaitMax))
  })

const shown = (webhook: Webhook) =>
  Effect.gen(function* () {
    const caller = yield* CurrentAccount
    const { reveal } = yield* Webhooks
    const secret = seesSecrets(caller) ? reveal(caller.accountId, webhook) : undefined
    return endpointBody(webhook, secret)
  })

/** Finds an endpoint by the id in the path, which may be any text. */
const named = <A, E>(
  id: string,
  use: (webhooks: Webhooks["Service"], account: string, which: string) => Effect.Effect<A, E>
) =>
  withWebhooks<A, E | NoWebhook>((webhooks, account) =>
    uuid.test(id) ? use(webhooks, account, id) : Effect.fail(new NoWebhook())
  )

const failTooManyTests = ({ seconds }: TooManyTests) =>
  Effect.fail(tooManyTests({ retryAfterSeconds: seconds, limit: testsMax }))
const failNoEndpoint = () => Effect.fail(endpointNotFound)
const failDisabled = () => Effect.fail(endpointDisabled)
const failBadUrl = ({ sentence }: BadUrl) => Effect.fail(new BadRequest({ error: sentence }))

export const webhookEndpointsHandlers = HttpApiBuilder.group(Api, "WebhookEndpoints", (handlers) =>
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
        Effect.catchTags({
          NoWebhook: failNoEndpoint,
          WebhookIsDisabled: failDisabled,
          TooManyTests: failTooManyTests
        })
      )
    )
)

// The endpoints of the webhook: the first one of the account.

const failNoWebhook = () => Effect.fail(noWebhook)
const failWebhookDisabled = () => Effect.fail(webhookDisabled)
const failDeliveryNotFound = () => Effect.fail(deliveryNotFound)

export const webhookHandlers = HttpApiBuilder.group(Api, "Webhook", (handlers) =>
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
          WebhookIsDisabled: failWebhookDisabled,
          DeliveryNotFound: failDeliveryNotFound,
          TooManyTests: failTooManyTests
        })
      )
    )
    .handle("test", () =>
      withWebhooks(({ test }, account) => test(account)).pipe(
        Effect.map(deliveryBody),
        Effect.catchTags({
          NoWebhook: failNoWebhook,
          WebhookIsDisabled: failWebhookDisabled,
          TooManyTests: failTooManyTests
        })
      )
    )
)
