/** Rows of contractRows.ts for webhooks, in order: later rows need the webhook of earlier ones. */
import type { Request } from "../../support/service.ts"
import { sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"

const configure = ["PUT", "/api/v1/webhook"] as const
const find = ["GET", "/api/v1/webhook"] as const
const remove = ["DELETE", "/api/v1/webhook"] as const
const rotate = ["POST", "/api/v1/webhook/secret"] as const
const deliveries = ["GET", "/api/v1/webhook/deliveries"] as const
const resend = ["POST", "/api/v1/webhook/deliveries/{id}/resend"] as const
const events = ["GET", "/api/v1/events/stream"] as const
const test = ["POST", "/api/v1/webhook/test"] as const

/** A port without a server. */
export const webhookUrl = { url: "https://127.0.0.1:2/hook" }

const elsewhere = { "sec-fetch-site": "cross-site" }
const withoutKey: Request = { apiKey: null, ...sent(webhookUrl) }

const all = [configure, find, rotate, test, deliveries, resend, remove]

export const webhookRows: ReadonlyArray<ContractRow> = [
  { operation: find, status: 404, as: "poor" },
  { operation: rotate, status: 404, as: "poor" },
  { operation: test, status: 404, as: "poor" },
  { operation: remove, status: 404, as: "poor" },
  { operation: configure, status: 200, request: sent(webhookUrl) },
  { operation: configure, status: 200, as: "session", request: sent(webhookUrl) },
  { operation: configure, status: 400, request: sent({ url: "https://10.0.0.1/" }) },
  { operation: configure, status: 400, request: sent({}) },
  {
    operation: configure,
    status: 403,
    as: "session",
    request: sent(webhookUrl, elsewhere)
  },
  { operation: find, status: 200 },
  { operation: rotate, status: 200 },
  { operation: ["GET", "/api/v1/account"], status: 200 },
  { operation: ["GET", "/api/v1/account"], status: 200, as: "session" },
  { operation: test, status: 200 },
  { operation: deliveries, status: 200 },
  { operation: deliveries, status: 400, path: `${deliveries[1]}?limit=x` },
  { operation: resend, status: 404, path: resend[1].replace("{id}", "x") },
  ...all.flatMap((operation): ReadonlyArray<ContractRow> => {
    const path = operation[1].replace("{id}", "x")
    const request = operation === configure ? sent(webhookUrl) : {}
    return [
      {
        operation,
        status: 401,
        path,
        request: operation === configure ? withoutKey : { apiKey: null }
      },
      { operation, status: 403, path, request, as: "fast" },
      { operation, status: 403, path, request, as: "read" }
    ]
  }),
  { operation: events, status: 401, request: { apiKey: null } },
  { operation: remove, status: 200 }
]

export const webhooksUnreachable = [
  // It has no end: tested in eventsStream.test.ts.
  `${events.join(" ")} 200`,
  `${events.join(" ")} 400`,
  `${events.join(" ")} 403`,
  "GET /api/v1/webhook 400",
  "DELETE /api/v1/webhook 400",
  "POST /api/v1/webhook/secret 400",
  // They need a disabled webhook: tested in webhookLife.test.ts.
  "POST /api/v1/webhook/test 400",
  "POST /api/v1/webhook/deliveries/{id}/resend 400",
  // It needs the id of a delivery: tested in webhooks.test.ts.
  "POST /api/v1/webhook/deliveries/{id}/resend 200"
]
