/** Examples of webhooks, for examples.ts. */
import type { Webhook, WebhookDelivery, WebhookSecret, WebhookUrl } from "./Webhook.ts"
import type {
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookResend
} from "./WebhookEndpoint.ts"

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

const endpoint: WebhookEndpoint = {
  id: "019c1430-0a0b-7c1f-9d0b-5e6f7a8b9c0e",
  ...webhook,
  description: "Billing",
  events: ["job.completed", "job.failed", "job.cancelled", "credits.low"]
}

const pending: WebhookDelivery = {
  endpoint_id: endpoint.id,
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

const details: WebhookDeliveryDetails = {
  ...delivered,
  request_body: '{"type":"job.completed","timestamp":"2026-01-31T12:00:00.000Z","data":{}}',
  log: [
    {
      at: "2026-01-31T12:00:00.100Z",
      duration_ms: 200,
      url: webhook.url,
      request_headers: [
        { name: "host", value: "example.com" },
        { name: "content-type", value: "application/json" },
        { name: "webhook-id", value: delivered.id },
        { name: "webhook-timestamp", value: "1769860800" },
        { name: "webhook-signature", value: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" }
      ],
      response_status: 200,
      response_body: "ok"
    }
  ]
}

const created: WebhookEndpoint = { ...endpoint, secret: secret.secret }
const newEndpoint: WebhookEndpointRequest = {
  url: webhook.url,
  description: endpoint.description,
  events: ["job.completed"]
}
const changed: WebhookEndpointChange = { events: ["job.completed"] }
const range: WebhookResend = { since: "2026-01-31T12:00:00Z", until: "2026-01-31T18:00:00Z" }

const noEndpoint = { 404: { error: "endpoint not found" } }
const endpointOff = { 400: { error: "the endpoint is disabled: enable it first" } }
const badUrl = { 400: { error: "url must be an absolute URL, such as https://example.com/hook" } }

const jobEnded = { type: "job.completed", timestamp: "2026-01-31T12:00:00.000Z", data: {} }
const events =
  `retry: 2000\nevent: begun\nid: 019c142f-0000-7c1f-9d0b-5e6f7a8b9c0d\n\n` +
  `id: ${delivered.id}\ndata: ${JSON.stringify(jobEnded)}\n\n`

const none = { 404: { error: "no webhook is set" } }
const disabled = { 400: { error: "the webhook is disabled; set its URL again to enable it" } }

export const webhookExamples = {
  setWebhook: {
    response: webhook,
    body: webhookUrl,
    others: {
      400: {
        error:
          "url must start with https://: the operator can allow http by RCPT_WEBHOOK_ALLOW_HTTP"
      }
    }
  },
  getWebhook: { response: webhook, others: none },
  removeWebhook: { response: { message: "the webhook is removed" }, others: none },
  rotateWebhookSecret: { response: secret, others: none },
  listDeliveries: {
    response: { deliveries: [delivered], next: null },
    others: { 400: { error: "limit must be a whole number from 1 to 100" } }
  },
  resendDelivery: {
    response: { ...pending, type: "job.completed", job_id: delivered.job_id },
    others: { 404: { error: "delivery not found" }, ...disabled }
  },
  streamEvents: { response: events },
  testWebhook: { response: pending, others: { ...none, ...disabled } },
  listEndpoints: { response: { endpoints: [endpoint], max: 10 } },
  createEndpoint: { response: created, body: newEndpoint, others: badUrl },
  getEndpoint: { response: endpoint, others: noEndpoint },
  changeEndpoint: {
    response: { ...endpoint, events: ["job.completed"] },
    body: changed,
    others: { ...badUrl, ...noEndpoint }
  },
  removeEndpoint: {
    response: { message: "the endpoint is removed" },
    others: noEndpoint
  },
  rotateEndpointSecret: { response: secret, others: noEndpoint },
  listEndpointDeliveries: {
    response: { deliveries: [delivered], next: null },
    others: { 400: { error: "limit must be a whole number from 1 to 100" }, ...noEndpoint }
  },
  getDelivery: {
    response: details,
    others: { 404: { error: "delivery not found" } }
  },
  resendFailed: {
    response: { resent: 3, left: 0 },
    body: range,
    others: { ...endpointOff, ...noEndpoint }
  },
  testEndpoint: { response: pending, others: { ...noEndpoint, ...endpointOff } }
}

export const webhookParameters: Readonly<Record<string, string>> = {
  "listDeliveries cursor": pending.id,
  "listEndpointDeliveries cursor": pending.id,
  "last-event-id": pending.id
}
