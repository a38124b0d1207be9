/**
 * Parameters as clients see them. A query is text, and so is each parameter to the decoder; clients send
 * numbers and truth values. The limits are those of the schemas.
 */
import { pageSizeMax } from "../jobsQuery.ts"
import { monthsMax } from "../ledgerQuery.ts"
import { timeoutMillis } from "../query.ts"
import { isObject } from "./Json.ts"
import type { Json } from "./Json.ts"

/** By name, or by operation and name. */
const integers: Readonly<Record<string, Json>> = {
  page: { minimum: 1, default: 1 },
  page_size: { minimum: 1, maximum: pageSizeMax, default: 50 },
  timeout: {
    minimum: timeoutMillis.min,
    maximum: timeoutMillis.max,
    default: timeoutMillis.max
  },
  months: { minimum: 1, maximum: monthsMax, default: 1 },
  limit: { minimum: 1, maximum: pageSizeMax, default: 50 },
  "Jobs.list limit": { minimum: 1 },
  before: { minimum: 1 },
  from: { minimum: 1 },
  to: { minimum: 1 }
}

const ids: Readonly<Record<string, string>> = {
  Jobs: "The job's `id`.",
  Keys: "The API key's `id`, which is not the key.",
  Admin: "The account's `id`.",
  People: "The `id` of the person or of the invitation.",
  Sessions: "The session's `id`.",
  Webhook: "The delivery's `id`.",
  WebhookEndpoints: "The endpoint's `id`.",
  "WebhookEndpoints.delivery": "The delivery's `id`.",
  Ledger: "The entry's `id`.",
  Activity: "The row's `id`, or `X-Request-Id` of its response."
}

/** Where the schema has lost its own. */
const descriptions: Readonly<Record<string, string>> = {
  "Jobs.download status":
    "Only rows with one of these statuses, such as `valid,risky`. Default: all rows.",
  "Jobs.download recommendation":
    "Only rows with one of these recommendations, such as `send,send_with_care`.",
  "Demo.verify mode": "The demo never contacts the recipient's mail server."
}

const digits = /^\^\\d\{1,\d+\}\$$/

const typed = (schema: Json, limits: Json | undefined): Json => {
  const { pattern, enum: values, description: _, ...rest } = schema
  if (typeof pattern === "string" && digits.test(pattern) && limits !== undefined)
    return { type: "integer", format: "int64", ...limits }
  if (String(values) === "true,false") return { type: "boolean", default: false }
  return {
    ...rest,
    ...(pattern !== undefined && { pattern }),
    ...(values !== undefined && { enum: values }),
    ...(String(values) === "fast,deep" && { default: "fast" })
  }
}

const exampleFor = ({ type }: Json, example: unknown): unknown =>
  type === "integer" || type === "boolean" ? JSON.parse(String(example)) : example

export const describeParameter =
  (operationId: string) =>
  (parameter: Json): Json => {
    const { name, schema, example, ...rest } = parameter
    const given = isObject(schema) ? schema : {}
    const limits = integers[`${operationId} ${String(name)}`] ?? integers[String(name)]
    const plain = typed(given, limits)
    const isId = rest["in"] === "path"
    return {
      name: name === "idempotency-key" ? "Idempotency-Key" : name,
      ...rest,
      description: isId
        ? (ids[operationId] ?? ids[operationId.split(".")[0]!])
        : (given["description"] ?? descriptions[`${operationId} ${String(name)}`]),
      schema: plain,
      ...(example !== undefined && { example: exampleFor(plain, example) })
    }
  }
