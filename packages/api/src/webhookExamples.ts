/** Examples of webhooks, for examples.ts. */
import type { Webhook, WebhookDelivery, WebhookSecret, WebhookUrl } from "./Webhook.ts"

const webhook: Webhook = {
  url: "https://example.com/hooks/rcpt",
  status: "live",
  disabled_at: null,
  failing_since: null,
  configured_at: "2026-01-31T12:00:00.000Z",
  previous_secret_until: null
}
const webhookUrl: WebhookUrl = { url: webhook.url }

/** Not a well-formed secret, so that it cannot be used by mistake. */
const secret: WebhookSecret = {
  secret: "whsec_…",
  previous_secret_until: "2026-02-01T12:00:00.000Z"
}

const pending: WebhookDelivery = {
  id: "019c1430-8f00-7c1f-9d0b-5e6f7a8b9c0d",
  type: "webhook.test",
  status: "pending",
  attempts: 0,
  response_status: null,
  created_at: "2026-01-31T12:00:00.000Z",
  last_attempt_at: null,
  next_attempt_at: "2026-01-31T12:00:00.000Z"
}
const delivered: WebhookDelivery = {
  ...pending,
  type: "job.completed",
  job_id: "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d",
  status: "delivered",
  attempts: 1,
  response_status: 200,
  last_attempt_at: "2026-01-31T12:00:00.300Z",
  next_attempt_at: null
}

const jobEnded = { type: "job.completed", timestamp: "2026-01-31T12:00:00.000Z", data: {} }
const events =
  `retry: 2000\nevent: begun\nid: 019c142f-0000-7c1f-9d0b-5e6f7a8b9c0d\n\n` +
  `id: ${delivered.id}\ndata: ${JSON.stringify(jobEnded)}\n\n`

const none = { 404: { error: "no webhook is set" } }
const disabled = { 400: { error: "the webhook is disabled; set its URL again to enable it" } }

export const webhookExamples = {
  "Webhook.configure": {
    response: webhook,
    body: webhookUrl,
    others: {
      400: {
        error:
          "url must start with https://: the operator can allow http by RCPT_WEBHOOK_ALLOW_HTTP"
      }
    }
  },
  "Webhook.find": { response: webhook, others: none },
  "Webhook.remove": { response: { message: "the webhook is removed" }, others: none },
  "Webhook.rotate": { response: secret, others: none },
  "Webhook.deliveries": {
    response: { deliveries: [delivered], next: null },
    others: { 400: { error: "limit must be a whole number from 1 to 100" } }
  },
  "Webhook.resend": {
    response: { ...pending, type: "job.completed", job_id: delivered.job_id },
    others: { 404: { error: "delivery not found" }, ...disabled }
  },
  "Events.stream": { response: events },
  "Webhook.test": { response: pending, others: { ...none, ...disabled } }
}

export const webhookParameters: Readonly<Record<string, string>> = {
  "Webhook.deliveries cursor": pending.id,
  "last-event-id": pending.id
}
