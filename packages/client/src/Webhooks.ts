/**
 * The account's webhook: its URL, its secret and its deliveries. Where there are several `endpoints`, it is the
 * first. `verifyWebhook` is for who receives them.
 */
import type {
  Message,
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookSecret
} from "./contract.ts"
import { pages } from "./pages.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"
import { WebhookEndpoints } from "./WebhookEndpoints.ts"

/** Deliveries per request, the service's maximum. */
const pageSize = 100

export class Webhooks {
  readonly #transport: Transport
  readonly endpoints: WebhookEndpoints

  constructor(transport: Transport) {
    this.#transport = transport
    this.endpoints = new WebhookEndpoints(transport)
  }

  /** Sets the URL of the first endpoint. */
  set(url: string, request?: RequestOptions): Promise<Webhook> {
    return this.#transport.json({ method: "PUT", path: "/webhook", json: { url } }, request)
  }

  get(request?: RequestOptions): Promise<Webhook> {
    return this.#transport.json({ path: "/webhook" }, request)
  }

  /** Also deletes its secret. */
  remove(request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: "/webhook" }, request)
  }

  /** The new secret. For 24 hours deliveries are also signed with the one before it. */
  rotateSecret(request?: RequestOptions): Promise<WebhookSecret> {
    return this.#transport.json({ method: "POST", path: "/webhook/secret" }, request)
  }

  /** Newest first. */
  deliveries(request?: RequestOptions): AsyncGenerator<WebhookDelivery> {
    return pages(
      (cursor: string | undefined) => {
        const query = { cursor, limit: pageSize }
        const path = "/webhook/deliveries"
        return this.#transport.json<WebhookDeliveries>({ path, query }, request)
      },
      ({ deliveries }) => deliveries,
      ({ next }) => next
    )
  }

  /** A delivery of any endpoint, with what was sent and answered in each attempt. */
  delivery(id: string, request?: RequestOptions): Promise<WebhookDeliveryDetails> {
    return this.#transport.json({ path: `/webhook/deliveries/${segment(id)}` }, request)
  }

  /** Sends it at once, with the same `webhook-id`. */
  resend(id: string, request?: RequestOptions): Promise<WebhookDelivery> {
    const path = `/webhook/deliveries/${segment(id)}/resend`
    return this.#transport.json({ method: "POST", path }, request)
  }

  /** Sends a `webhook.test`. */
  test(request?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json({ method: "POST", path: "/webhook/test" }, request)
  }
}
