/** Requests for the account's webhook endpoints and their deliveries. */
import type { Message } from "@rcpt/api/Message"
import type { WebhookDeliveries, WebhookDelivery, WebhookSecret } from "@rcpt/api/Webhook"
import type {
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookEndpoints,
  WebhookResend,
  WebhookResent
} from "@rcpt/api/WebhookEndpoint"
import { queryOptions } from "@tanstack/react-query"

import { accountQuery } from "../api/account.ts"
import { queryClient } from "../api/queryClient.ts"
import { read, request } from "../api/request.ts"

/** Milliseconds: while a delivery is being sent, and otherwise. */
const activeInterval = 2_000
const idleInterval = 15_000

/** Milliseconds: a delivery can change an endpoint's state at any time. */
const stateInterval = 5_000

const path = "/webhook/endpoints"
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`

export const endpointsQuery = queryOptions({
  queryKey: ["webhook", "endpoints"],
  queryFn: read<WebhookEndpoints>(path),
  refetchInterval: stateInterval
})

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhook", "endpoint", id],
    queryFn: read<WebhookEndpoint>(pathOf(id)),
    refetchInterval: stateInterval
  })

/**
 * Fetches endpoints and deliveries again. It is called after anything that changes an endpoint, or what is
 * sent to it.
 */
export const refreshWebhooks = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["webhook"] })

const deliveriesPerPage = 10

/** Whether a delivery is being sent. It is not if its next attempt is far away. */
const isActive = ({ status, next_attempt_at }: WebhookDelivery): boolean =>
  status === "pending" &&
  (next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < idleInterval)

/** Fetches a page of deliveries: of one endpoint, or else of all, including removed ones. */
export const deliveriesQuery = (endpoint: string | undefined, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["webhook", "deliveries", endpoint ?? "", cursor ?? ""],
    queryFn: read<WebhookDeliveries>(
      endpoint === undefined ? "/webhook/deliveries" : `${pathOf(endpoint)}/deliveries`,
      { limit: deliveriesPerPage, cursor }
    ),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(isActive) ? activeInterval : idleInterval
  })

/** Fetches a delivery with all attempts. Another `version` is fetched anew. */
export const detailsQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: ["webhook", "delivery", id, version],
    queryFn: read<WebhookDeliveryDetails>(`/webhook/deliveries/${encodeURIComponent(id)}`)
  })

/** Fetches the account again, because the first endpoint is part of it. */
const refreshAccount = <Answer>(answer: Answer): Answer => {
  void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  return answer
}

export const addEndpoint = (body: WebhookEndpointRequest): Promise<WebhookEndpoint> =>
  request<WebhookEndpoint>(path, { method: "POST", body }).then(refreshAccount)

export const changeEndpoint = (id: string, body: WebhookEndpointChange): Promise<WebhookEndpoint> =>
  request<WebhookEndpoint>(pathOf(id), { method: "PATCH", body }).then(refreshAccount)

export const removeEndpoint = (id: string): Promise<Message> =>
  request<Message>(pathOf(id), { method: "DELETE" }).then(refreshAccount)

export const rotateSecret = (id: string): Promise<WebhookSecret> =>
  request<WebhookSecret>(`${pathOf(id)}/secret`, { method: "POST" }).then(refreshAccount)

export const resend = ({ id }: WebhookDelivery): Promise<WebhookDelivery> =>
  request(`/webhook/deliveries/${encodeURIComponent(id)}/resend`, { method: "POST" })

export const resendFailed = (id: string, body: WebhookResend): Promise<WebhookResent> =>
  request(`${pathOf(id)}/resend`, { method: "POST", body })

/**
 * Sends a test event. While one waits for its next attempt, the service returns it instead of a new one,
 * and it is sent again at once: a person who has just fixed the receiver does not want to wait.
 */
export const sendTest = async (id: string): Promise<WebhookDelivery> => {
  const test = await request<WebhookDelivery>(`${pathOf(id)}/test`, { method: "POST" })
  return test.attempts === 0 ? test : resend(test)
}
