/** Rows of contractRows.ts for webhooks, in order: later rows need the webhook of earlier ones. */
import type { Request } from "../../support/service.ts"
import { sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"

type Operation = ContractRow["operation"]

const configure = ["PUT", "/api/v1/webhook"] as const
const find = ["GET", "/api/v1/webhook"] as const
const remove = ["DELETE", "/api/v1/webhook"] as const
const rotate = ["POST", "/api/v1/webhook/secret"] as const
const deliveries = ["GET", "/api/v1/webhook/deliveries"] as const
const resend = ["POST", "/api/v1/webhook/deliveries/{id}/resend"] as const
const events = ["GET", "/api/v1/events/stream"] as const
const test = ["POST", "/api/v1/webhook/test"] as const

const list = ["GET", "/api/v1/webhook/endpoints"] as const
const create = ["POST", "/api/v1/webhook/endpoints"] as const
const findOne = ["GET", "/api/v1/webhook/endpoints/{id}"] as const
const change = ["PATCH", "/api/v1/webhook/endpoints/{id}"] as const
const removeOne = ["DELETE", "/api/v1/webhook/endpoints/{id}"] as const
const rotateOne = ["POST", "/api/v1/webhook/endpoints/{id}/secret"] as const
const deliveriesOf = ["GET", "/api/v1/webhook/endpoints/{id}/deliveries"] as const
const delivery = ["GET", "/api/v1/webhook/deliveries/{id}"] as const
const resendRange = ["POST", "/api/v1/webhook/endpoints/{id}/resend"] as const
const testOne = ["POST", "/api/v1/webhook/endpoints/{id}/test"] as const

/** A port without a server. */
export const webhookUrl = { url: "https://127.0.0.1:2/hook" }

/** Of nothing that there is. */
const one = (operation: Operation): string => operation[1].replace("{id}", "x")

const elsewhere = { "sec-fetch-site": "cross-site" }

/** By operation: a body that is good, where there has to be one. */
const bodies: ReadonlyArray<readonly [Operation, unknown]> = [
  [configure, webhookUrl],
  [create, webhookUrl],
  [change, {}],
  [resendRange, { since: "2026-01-31T12:00:00Z" }]
]

const bodyOf = (operation: Operation): Request => {
  const body = bodies.find(([one]) => one === operation)?.[1]
  return body === undefined ? {} : sent(body)
}

const all = [configure, find, rotate, test, deliveries, resend, remove]
const ofEndpoints = [list, create, delivery]
const ofOne = [findOne, change, removeOne, rotateOne, deliveriesOf, resendRange, testOne]

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
  { operation: list, status: 200 },
  { operation: list, status: 200, as: "session" },
  { operation: create, status: 201, request: sent({ ...webhookUrl, events: ["job.failed"] }) },
  { operation: create, status: 400, request: sent({ ...webhookUrl, events: [] }) },
  {
    operation: create,
    status: 400,
    request: sent({ ...webhookUrl, description: "x".repeat(201) })
  },
  { operation: create, status: 403, as: "session", request: sent(webhookUrl, elsewhere) },
  { operation: delivery, status: 404, path: delivery[1].replace("{id}", "x") },
  { operation: change, status: 400, path: one(change), request: sent({ events: ["job.lost"] }) },
  { operation: deliveriesOf, status: 400, path: `${one(deliveriesOf)}?limit=x` },
  { operation: resendRange, status: 400, path: one(resendRange), request: sent({ since: "now" }) },
  ...ofOne.map((operation) => ({
    operation,
    status: 404,
    path: one(operation),
    request: bodyOf(operation)
  })),
  ...[...all, ...ofEndpoints, ...ofOne].flatMap((operation): ReadonlyArray<ContractRow> => {
    const path = one(operation)
    const request = bodyOf(operation)
    return [
      { operation, status: 401, path, request: { ...request, apiKey: null } },
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
  "POST /api/v1/webhook/deliveries/{id}/resend 200",
  "GET /api/v1/webhook/endpoints 400",
  "GET /api/v1/webhook/endpoints/{id} 400",
  "DELETE /api/v1/webhook/endpoints/{id} 400",
  "POST /api/v1/webhook/endpoints/{id}/secret 400",
  "GET /api/v1/webhook/deliveries/{id} 400",
  // They need ids, or an endpoint that is disabled: tested in webhookEndpoints.test.ts.
  "GET /api/v1/webhook/endpoints/{id} 200",
  "PATCH /api/v1/webhook/endpoints/{id} 200",
  "DELETE /api/v1/webhook/endpoints/{id} 200",
  "POST /api/v1/webhook/endpoints/{id}/secret 200",
  "GET /api/v1/webhook/endpoints/{id}/deliveries 200",
  "GET /api/v1/webhook/deliveries/{id} 200",
  "POST /api/v1/webhook/endpoints/{id}/resend 200",
  "POST /api/v1/webhook/endpoints/{id}/test 200",
  "POST /api/v1/webhook/endpoints/{id}/test 400"
]
