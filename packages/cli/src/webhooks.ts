/**
 * `rcpt webhooks`: the account's webhook, which is its first endpoint, further endpoints, and what was sent to them.
 */
import { isMessage } from "@rcpt/api/Message"
import { Webhook, WebhookDeliveries, WebhookDelivery } from "@rcpt/api/Webhook"
import {
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookResent,
  chosenEvents
} from "@rcpt/api/WebhookEndpoint"
import type { WebhookAttempt } from "@rcpt/api/WebhookEndpoint"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"

import { minuteOf } from "./report.ts"
import { isForPeople, printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { json, serverFlags } from "./serverFlags.ts"
import type { ServerFlags } from "./serverFlags.ts"
import { wholeId } from "./wholeId.ts"

const flags = { json, ...serverFlags }

const isEndpoints = Schema.is(WebhookEndpoints)
const isEndpoint = Schema.is(WebhookEndpoint)
const isDetails = Schema.is(WebhookDeliveryDetails)
const isResent = Schema.is(WebhookResent)
const path = "/webhook/endpoints"
const pathOf = (endpoint: string): string => `${path}/${encodeURIComponent(endpoint)}`

const columns: ReadonlyArray<Column<WebhookEndpoint>> = [
  ["id", ({ id }) => id],
  ["url", ({ url }) => url],
  ["events", ({ events }) => events.join(",")],
  ["status", ({ status, disabled_reason }) => [status, disabled_reason ?? ""].join(" ").trim()],
  ["description", ({ description }) => description]
]

const endpoints = Command.make("endpoints", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path, isResponse: isEndpoints } as const
    yield* printRows((yield* sendAsAccount(args, request)).endpoints, columns, args.json)
  })
).pipe(Command.withDescription("List all endpoints; the first one is the webhook."))

const events = Flag.Literals("event", chosenEvents).pipe(
  Flag.between(0, chosenEvents.length),
  Flag.withDescription("An event to send. Repeat for several. Default: all.")
)

const description = Flag.String("description").pipe(
  Flag.withDefault(""),
  Flag.withDescription("What it is for.")
)

const target = Argument.String("url").pipe(
  Argument.withDescription("An https URL on the public internet.")
)

const add = Command.make("add", { target, events, description, ...flags }, (args) =>
  Effect.gen(function* () {
    const chosen = args.events.length === 0 ? {} : { events: args.events }
    const body = { url: args.target, description: args.description, ...chosen }
    const request = { method: "POST", path, body, isResponse: isEndpoint } as const
    const endpoint = yield* sendAsAccount(args, request)
    yield* printRows([endpoint], columns, args.json)
    if (isForPeople(args.json)) yield* Console.error(`Its secret: ${endpoint.secret ?? "–"}`)
  })
).pipe(Command.withDescription("Add an endpoint, and show its secret."))

const endpoint = Argument.String("endpoint").pipe(
  Argument.withDescription(
    "The endpoint, as rcpt webhooks endpoints shows it; the beginning is enough."
  )
)

const endpointPath = (server: ServerFlags, given: string) => {
  const all = sendAsAccount(server, { method: "GET", path, isResponse: isEndpoints })
  const listed = Effect.map(all, ({ endpoints }) =>
    endpoints.map(({ id, url }) => ({ id, label: url }))
  )
  return Effect.map(wholeId(given, "endpoint", listed), pathOf)
}

const switching = (name: string, enabled: boolean, says: string) =>
  Command.make(name, { endpoint, ...flags }, (args) =>
    Effect.gen(function* () {
      const path = yield* endpointPath(args, args.endpoint)
      const request = { method: "PATCH", path, body: { enabled } } as const
      yield* printRows(
        [yield* sendAsAccount(args, { ...request, isResponse: isEndpoint })],
        columns,
        args.json
      )
    })
  ).pipe(Command.withDescription(says))

const drop = Command.make("drop", { endpoint, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* endpointPath(args, args.endpoint)
    const request = { method: "DELETE", path } as const
    const message = yield* sendAsAccount(args, { ...request, isResponse: isMessage })
    yield* Console.log(args.json ? JSON.stringify(message) : message.message)
  })
).pipe(Command.withDescription("Remove an endpoint and its secret."))

const attemptColumns: ReadonlyArray<Column<WebhookAttempt>> = [
  ["at", ({ at }) => at],
  ["ms", ({ duration_ms }) => String(duration_ms)],
  ["answer", ({ response_status, error }) => error ?? String(response_status ?? "–")],
  ["body", ({ response_body = "" }) => response_body],
  ["url", ({ url }) => url]
]

const id = Argument.String("id").pipe(
  Argument.withDescription(
    "The delivery, as rcpt webhooks deliveries shows it; the beginning is enough."
  )
)

const isPage = Schema.is(WebhookDeliveries)
const deliveriesPath = "/webhook/deliveries"

const deliveryPath = (server: ServerFlags, given: string) => {
  const request = { method: "GET", path: deliveriesPath, isResponse: isPage } as const
  const listed = Effect.map(sendAsAccount(server, request), ({ deliveries }) =>
    deliveries.map(({ id, type, created_at: at }) => ({ id, label: `${type}, ${minuteOf(at)}` }))
  )
  return Effect.map(
    wholeId(given, "delivery", listed),
    (whole) => `${deliveriesPath}/${encodeURIComponent(whole)}`
  )
}

const delivery = Command.make("delivery", { id, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = yield* deliveryPath(args, args.id)
    const request = { method: "GET", path, isResponse: isDetails } as const
    const details = yield* sendAsAccount(args, request)
    if (!isForPeople(args.json)) return yield* Console.log(JSON.stringify(details))
    yield* Console.log(details.request_body)
    yield* printRows(details.log, attemptColumns, args.json)
  })
).pipe(Command.withDescription("Show what was sent and answered, attempt by attempt."))

const since = Flag.String("since").pipe(
  Flag.withDescription("Events of this time and later, such as 2026-01-31T12:00:00Z.")
)
const until = Flag.String("until").pipe(
  Flag.optional,
  Flag.withDescription("Events before this time. Default: now.")
)

const resendFailed = Command.make("resend-failed", { endpoint, since, until, ...flags }, (args) =>
  Effect.gen(function* () {
    const end = Option.getOrUndefined(args.until)
    const body = { since: args.since, ...(end !== undefined && { until: end }) }
    const path = `${yield* endpointPath(args, args.endpoint)}/resend`
    const request = { method: "POST", path, body } as const
    const answer = yield* sendAsAccount(args, { ...request, isResponse: isResent })
    const said = `${answer.resent} sent again, ${answer.left} left`
    yield* Console.log(isForPeople(args.json) ? said : JSON.stringify(answer))
  })
).pipe(Command.withDescription("Send all failed deliveries of a time once more, in order."))

const endpointCommands = [
  endpoints,
  add,
  switching("enable", true, "Switch an endpoint on."),
  switching("disable", false, "Switch an endpoint off: it gets nothing until it is on again."),
  drop,
  delivery,
  resendFailed
] as const

const isWebhook = Schema.is(Webhook)
const isDelivery = Schema.is(WebhookDelivery)

const webhookColumns: ReadonlyArray<Column<Webhook>> = [
  ["url", ({ url }) => url],
  ["status", ({ status, disabled_reason }) => [status, disabled_reason ?? ""].join(" ").trim()],
  [
    "failing since",
    ({ failing_since }) => (failing_since === null ? "–" : minuteOf(failing_since))
  ],
  ["set", ({ configured_at }) => minuteOf(configured_at)]
]

const deliveryColumns: ReadonlyArray<Column<WebhookDelivery>> = [
  ["id", ({ id }) => id],
  ["type", ({ type }) => type],
  ["status", ({ status }) => status],
  ["attempts", ({ attempts }) => String(attempts)],
  ["answer", ({ response_status, error }) => error ?? String(response_status ?? "–")],
  ["created", ({ created_at }) => minuteOf(created_at)]
]

const show = Command.make("show", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: "/webhook", isResponse: isWebhook } as const
    yield* printRows([yield* sendAsAccount(args, request)], webhookColumns, args.json)
  })
).pipe(Command.withDescription("Show the webhook and its status."))

const set = Command.make("set", { target, ...flags }, (args) =>
  Effect.gen(function* () {
    const body = { url: args.target }
    const request = { method: "PUT", path: "/webhook", body, isResponse: isWebhook } as const
    yield* printRows([yield* sendAsAccount(args, request)], webhookColumns, args.json)
  })
).pipe(Command.withDescription("Set the webhook's URL."))

const remove = Command.make("remove", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "DELETE", path: "/webhook", isResponse: isMessage } as const
    const message = yield* sendAsAccount(args, request)
    yield* Console.log(args.json ? JSON.stringify(message) : message.message)
  })
).pipe(Command.withDescription("Remove the webhook and its secret."))

const test = Command.make("test", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "POST", path: "/webhook/test", isResponse: isDelivery } as const
    yield* printRows([yield* sendAsAccount(args, request)], deliveryColumns, args.json)
  })
).pipe(Command.withDescription("Send a test event; the list of deliveries shows the result."))

const deliveries = Command.make("deliveries", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: deliveriesPath, isResponse: isPage } as const
    const page = yield* sendAsAccount(args, request)
    yield* printRows(page.deliveries, deliveryColumns, args.json)
  })
).pipe(Command.withDescription("List the latest 50 deliveries, newest first."))

const resend = Command.make("resend", { id, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = `${yield* deliveryPath(args, args.id)}/resend`
    const request = { method: "POST", path, isResponse: isDelivery } as const
    yield* printRows([yield* sendAsAccount(args, request)], deliveryColumns, args.json)
  })
).pipe(Command.withDescription("Send a delivery once more, with the same webhook-id and body."))

export const webhooks = Command.make("webhooks").pipe(
  Command.withDescription("Show, set, test and remove the webhook; list and resend deliveries."),
  Command.withSubcommands([show, set, remove, test, deliveries, resend, ...endpointCommands])
)
