/** The endpoints of webhooks. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { BadRequest, deliveryNotFound, noWebhook, webhookDisabled } from "@rcpt/api/Problem"
import type * as Shown from "@rcpt/api/Webhook"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { answerWithin } from "../answerWithin.ts"
import type { Delivery } from "../webhooks/deliveryRows.ts"
import type { Webhook } from "../webhooks/webhookRows.ts"
import { DeliveryNotFound, Webhooks } from "../webhooks/Webhooks.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
export const webhooksWaitMax = Duration.seconds(3)

const time = (date: Date | null) => date && date.toISOString()

const shown = (webhook: Webhook): Shown.Webhook => ({
  url: webhook.url,
  status: webhook.disabledAt === null ? "live" : "disabled",
  ...(webhook.disabledWhy && { disabled_reason: webhook.disabledWhy }),
  disabled_at: time(webhook.disabledAt),
  failing_since: time(webhook.failingSince),
  configured_at: webhook.configuredAt.toISOString(),
  previous_secret_until: time(webhook.previousUntil)
})

const delivery = (row: Delivery): Shown.WebhookDelivery => ({
  id: row.id,
  type: row.type,
  ...(row.job && { job_id: row.job }),
  status: row.status,
  attempts: row.attempts,
  response_status: row.responseStatus,
  ...(row.failure && { error: row.failure }),
  created_at: row.createdAt.toISOString(),
  last_attempt_at: time(row.lastAttemptAt),
  // One that is being tried has its next attempt now; its row says when we would give that up.
  next_attempt_at: row.status === "pending" && !row.isTried ? row.dueAt.toISOString() : null
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const asked = <A, E>(
  ask: (webhooks: Webhooks["Service"], account: string) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    return yield* ask(yield* Webhooks, accountId).pipe(answerWithin(webhooksWaitMax))
  })

const noneIsSet = () => Effect.fail(noWebhook)
const isDisabled = () => Effect.fail(webhookDisabled)
const isNotThere = () => Effect.fail(deliveryNotFound)

/** Broken machinery: no caller can repair it. */
const broken = ["StoreUnavailable", "TimeoutError"] as const

export const layer = HttpApiBuilder.group(Api, "Webhook", (handlers) =>
  handlers
    .handle("configure", ({ payload: { url } }) =>
      asked(({ configure }, account) => configure(account, url)).pipe(
        Effect.map(shown),
        Effect.catchTag("BadUrl", ({ sentence }) =>
          Effect.fail(new BadRequest({ error: sentence }))
        ),
        Effect.catchTag(broken, Effect.die)
      )
    )
    .handle("find", () =>
      asked(({ find }, account) => find(account)).pipe(
        Effect.map(shown),
        Effect.catchTag("NoWebhook", noneIsSet),
        Effect.catchTag(broken, Effect.die)
      )
    )
    .handle("remove", () =>
      asked(({ remove }, account) => remove(account)).pipe(
        Effect.as({ message: "the webhook is removed" }),
        Effect.catchTag("NoWebhook", noneIsSet),
        Effect.catchTag(broken, Effect.die)
      )
    )
    .handle("rotate", () =>
      asked(({ rotate }, account) => rotate(account)).pipe(
        Effect.map(({ secret, previousUntil }) => ({
          secret,
          previous_secret_until: previousUntil.toISOString()
        })),
        Effect.catchTag("NoWebhook", noneIsSet),
        Effect.catchTag(broken, Effect.die)
      )
    )
    .handle("deliveries", ({ query: { limit, cursor } }) =>
      asked(({ list }, account) =>
        // One more than asked for: whether there is another page.
        list(account, { limit: limit + 1, ...(cursor !== undefined && { after: cursor }) })
      ).pipe(
        Effect.map((rows) => {
          const page = rows.slice(0, limit)
          const next = rows.length > limit ? page.at(-1)!.id : null
          return { deliveries: page.map(delivery), next }
        }),
        Effect.catchTag(broken, Effect.die)
      )
    )
    .handle("resend", ({ params: { id } }) =>
      asked(({ resend }, account) =>
        uuid.test(id) ? resend(account, id) : Effect.fail(new DeliveryNotFound())
      ).pipe(
        Effect.map(delivery),
        Effect.catchTags({
          NoWebhook: noneIsSet,
          WebhookIsDisabled: isDisabled,
          DeliveryNotFound: isNotThere
        }),
        Effect.catchTag(broken, Effect.die)
      )
    )
    .handle("test", () =>
      asked(({ test }, account) => test(account)).pipe(
        Effect.map(delivery),
        Effect.catchTags({ NoWebhook: noneIsSet, WebhookIsDisabled: isDisabled }),
        Effect.catchTag(broken, Effect.die)
      )
    )
)
