/** The webhook of this account, its deliveries, and what can be done with them. */
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

/** Milliseconds, while something is on its way and while nothing is. */
const soon = 2_000
const later = 15_000

/** Milliseconds: what comes of a delivery may change it at any time. */
const stateInterval = 5_000

/** `null`: none is set. */
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

const deliveriesOfPage = 10

/** One that waits hours for its next attempt is not watched closely. */
const isUnderway = ({ status, next_attempt_at }: WebhookDelivery): boolean =>
  status === "pending" &&
  (next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < later)

export const deliveriesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["webhook", "deliveries", cursor ?? ""],
    queryFn: ({ signal }) =>
      request<WebhookDeliveries>("/webhook/deliveries", {
        query: { limit: deliveriesOfPage, cursor },
        signal
      }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isUnderway) ? soon : later)
  })

export const setWebhook = (body: WebhookUrl): Promise<Webhook> =>
  request("/webhook", { method: "PUT", body })

export const removeWebhook = (): Promise<Message> => request("/webhook", { method: "DELETE" })

export const rotateSecret = (): Promise<WebhookSecret> =>
  request("/webhook/secret", { method: "POST" })

export const sendAgain = ({ id }: WebhookDelivery): Promise<WebhookDelivery> =>
  request(`/webhook/deliveries/${encodeURIComponent(id)}/resend`, { method: "POST" })

/**
 * While a test waits, the service answers that one in place of a new one. Whoever has just repaired
 * the receiver wants to see it now, not at its next attempt.
 */
export const sendTest = async (): Promise<WebhookDelivery> => {
  const test = await request<WebhookDelivery>("/webhook/test", { method: "POST" })
  return test.attempts === 0 ? test : sendAgain(test)
}
