/**
 * How events of an account name an endpoint. The webhook of the time when there was one only has the account's
 * id (0032_webhook_endpoints.ts), and events do not name it.
 */
import type { OfEndpoint } from "@rcpt/domain/AccountWebhooks"

export const eventName = (account: string, endpoint: string): OfEndpoint =>
  endpoint === account ? {} : { endpointId: endpoint }
