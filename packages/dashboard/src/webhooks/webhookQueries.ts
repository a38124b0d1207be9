/** Requests for the account's webhook and its deliveries. */
import type { Message } from "@rcpt/api/Message"
import type {
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookSecret,
  WebhookUrl
} from "@rcpt/api/Webhook"
import { queryOptions } from "@tanstack/react-query"

import { ApiError } from "../api/ApiError.ts"
import { request } from "../api/request.ts"

/** Milliseconds: while a delivery is being sent, and otherwise. */
const activeInterval = 2_000
const idleInterval = 15_000

/** Milliseconds: a delivery can change the webhook's state at any time. */
const stateInterval = 5_000

/** `null`: there is no webhook. */
export const webhookQuery = queryOptions({
  queryKey: ["webhook"],
  queryFn: async ({ signal }): Promise<Webhook | null> => {
    try {
      return await request<Webhook>("/webhook", { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  refetchInterval: stateInterval
})

const deliveriesPerPage = 10

/** False for a delivery whose next attempt is far away. */
const isActive = ({ status, next_attempt_at }: WebhookDelivery): boolean =>
  status === "pending" &&
  (next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < idleInterval)

export const deliveriesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["webhook", "deliveries", cursor ?? ""],
    queryFn: ({ signal }) =>
      request<WebhookDeliveries>("/webhook/deliveries", {
        query: { limit: deliveriesPerPage, cursor },
        signal
      }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(isActive) ? activeInterval : idleInterval
  })

export const setWebhook = (body: WebhookUrl): Promise<Webhook> =>
  request("/webhook", { method: "PUT", body })

export const removeWebhook = (): Promise<Message> => request("/webhook", { method: "DELETE" })

export const rotateSecret = (): Promise<WebhookSecret> =>
  request("/webhook/secret", { method: "POST" })

export const resend = ({ id }: WebhookDelivery): Promise<WebhookDelivery> =>
  request(`/webhook/deliveries/${encodeURIComponent(id)}/resend`, { method: "POST" })

/**
 * While a test event waits for its next attempt, the service returns it instead of a new one. It is then
 * sent again at once: a user who has just fixed the receiver does not want to wait.
 */
export const sendTest = async (): Promise<WebhookDelivery> => {
  const test = await request<WebhookDelivery>("/webhook/test", { method: "POST" })
  return test.attempts === 0 ? test : resend(test)
}
