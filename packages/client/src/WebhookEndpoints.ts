/** The account's webhook endpoints: several URLs, each with a choice of events and a secret of its own. */
import type {
  Message,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookEndpoints as Endpoints,
  WebhookResend,
  WebhookResent,
  WebhookSecret
} from "./contract.ts"
import { pages } from "./pages.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

/** Deliveries per request, the service's maximum. */
const pageSize = 100

const pathOf = (id: string): string => `/webhook/endpoints/${segment(id)}`

export class WebhookEndpoints {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The oldest first: that one is what `webhook` alone means. */
  list(request?: RequestOptions): Promise<Endpoints> {
    return this.#transport.json({ path: "/webhook/endpoints" }, request)
  }

  /** With its `secret`. Without `events` it gets every event. */
  create(endpoint: WebhookEndpointRequest, request?: RequestOptions): Promise<WebhookEndpoint> {
    const path = "/webhook/endpoints"
    return this.#transport.json({ method: "POST", path, json: endpoint }, request)
  }

  get(id: string, request?: RequestOptions): Promise<WebhookEndpoint> {
    return this.#transport.json({ path: pathOf(id) }, request)
  }

  /** Changes an endpoint. A field that is left out stays as it is. */
  change(
    id: string,
    change: WebhookEndpointChange,
    request?: RequestOptions
  ): Promise<WebhookEndpoint> {
    return this.#transport.json({ method: "PATCH", path: pathOf(id), json: change }, request)
  }

  /** Also deletes its secret. */
  remove(id: string, request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: pathOf(id) }, request)
  }

  /** The new secret. For 24 hours deliveries are also signed with the one before it. */
  rotateSecret(id: string, request?: RequestOptions): Promise<WebhookSecret> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/secret` }, request)
  }

  /** Newest first. */
  deliveries(id: string, request?: RequestOptions): AsyncGenerator<WebhookDelivery> {
    return pages(
      (cursor: string | undefined) => {
        const query = { cursor, limit: pageSize }
        const path = `${pathOf(id)}/deliveries`
        return this.#transport.json<WebhookDeliveries>({ path, query }, request)
      },
      ({ deliveries }) => deliveries,
      ({ next }) => next
    )
  }

  /** All deliveries of the time that have failed, in order. */
  resend(id: string, range: WebhookResend, request?: RequestOptions): Promise<WebhookResent> {
    const path = `${pathOf(id)}/resend`
    return this.#transport.json({ method: "POST", path, json: range }, request)
  }

  /** Sends a `webhook.test`, which costs nothing. */
  test(id: string, request?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/test` }, request)
  }
}
