/**
 * What an endpoint is told: pure, and the only place that says how a message looks. Deliveries store the body,
 * so that the same bytes are sent at every attempt.
 */
import type { WebhookEventType } from "@rcpt/api/Webhook"
import type { JobLinks } from "@rcpt/api/webhookLinks"

/** Something that happened, for whoever wants to know. */
export interface Happening {
  readonly type: WebhookEventType
  readonly at: Date
  /** Of a job: as `GET /jobs/{id}` shows it. */
  readonly data: object
  /** Of a job: beside `data`, where to read more. */
  readonly links?: JobLinks
}

export interface WebhookMessage {
  readonly id: string
  readonly type: WebhookEventType
  readonly body: string
}

export const bodyOf = ({ type, at, data, links }: Happening): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data, ...(links && { links }) })

export const messageOf = (id: string, happening: Happening): WebhookMessage => ({
  id,
  type: happening.type,
  body: bodyOf(happening)
})
