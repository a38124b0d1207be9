/** Checks that a webhook comes from the service (Standard Webhooks, standardwebhooks.com, specification 1.0). */
import type { BulkJob, ContactChange } from "./contract.ts"
import { WebhookVerificationError } from "./RcptError.ts"

interface ScheduleRunNamed {
  readonly schedule_id: string
  readonly name: string
  readonly run_id: string
}

export type WebhookEvent =
  | {
      readonly type: "job.completed" | "job.failed" | "job.cancelled"
      readonly timestamp: string
      readonly data: BulkJob
      /** URLs with more about the job, for an API key. Absent where the service does not know its own URL. */
      readonly links?: { readonly job: string; readonly results: string; readonly download: string }
    }
  | {
      readonly type: "credits.low"
      readonly timestamp: string
      readonly data: { readonly credits: number }
    }
  | {
      readonly type: "list.changed"
      readonly timestamp: string
      readonly data: ScheduleRunNamed & { readonly changes: ReadonlyArray<ContactChange> }
    }
  | {
      readonly type: "schedule.failed"
      readonly timestamp: string
      readonly data: ScheduleRunNamed & { readonly reason: string; readonly paused: boolean }
    }
  | { readonly type: "webhook.test"; readonly timestamp: string; readonly data: object }

/** The headers as `fetch`, Node or anything like them has them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export interface VerifyWebhookOptions {
  /** Seconds that the message may be old, or ahead of this clock. Default 300. */
  readonly tolerance?: number
}

const toleranceDefault = 300
const prefix = "whsec_"
const scheme = "v1,"

const failed = (why: string) => new WebhookVerificationError(why)

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = typeof value === "object" ? value?.[0] : value
  if (text === undefined || text === "") throw failed(`the header ${name} is missing`)
  return text
}

const keyOf = async (secret: string): Promise<CryptoKey> => {
  const bytes = bytesOf(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret)
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError(`secret must be ${prefix} and base64`)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  return await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"])
}

const checkAge = (timestamp: string, tolerance: number): void => {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > tolerance)
    throw failed(`the message is not from the last ${tolerance} s: ${timestamp}`)
}

/** Each signature by each secret, in constant time. */
const isSigned = async (
  content: Uint8Array<ArrayBuffer>,
  signatures: ReadonlyArray<string>,
  secrets: ReadonlyArray<string>
): Promise<boolean> => {
  let found = false
  for (const key of await Promise.all(secrets.map(keyOf))) {
    for (const signature of signatures) {
      const bytes = signature.startsWith(scheme)
        ? bytesOf(signature.slice(scheme.length))
        : undefined
      if (bytes !== undefined && (await crypto.subtle.verify("HMAC", key, bytes, content)))
        found = true
    }
  }
  return found
}

/**
 * The event of a message; rejects with a `WebhookVerificationError` where it is not from the service. The body
 * is that of the request, unchanged: parsed and printed again it is another one. A message may come more than
 * once, with the same `webhook-id`.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | ReadonlyArray<string>,
  { tolerance = toleranceDefault }: VerifyWebhookOptions = {}
): Promise<WebhookEvent> => {
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature").split(" ")
  checkAge(timestamp, tolerance)
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  if (!(await isSigned(content, signatures, [secret].flat())))
    throw failed("no signature of the message fits the secret")
  return JSON.parse(text) as WebhookEvent
}
