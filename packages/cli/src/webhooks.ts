/** `rcpt webhooks`: the account's webhook, which is its first endpoint, and its deliveries. */
import { Message } from "@rcpt/api/Message"
import { Webhook, WebhookDeliveries, WebhookDelivery } from "@rcpt/api/Webhook"
import { Console, Effect, Schema } from "effect"
import { Argument, Command } from "effect/cli"

import { minuteOf } from "./report.ts"
import { printRows } from "./rows.ts"
import type { Column } from "./rows.ts"
import { sendAsAccount } from "./sendAsAccount.ts"
import { jsonFlag as json, serverFlags } from "./serverFlags.ts"
import { endpointCommands } from "./webhookEndpoints.ts"

const flags = { json, ...serverFlags }

const isWebhook = Schema.is(Webhook)
const isDelivery = Schema.is(WebhookDelivery)
const isPage = Schema.is(WebhookDeliveries)
const isMessage = Schema.is(Message)

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

const url = Argument.String("url").pipe(
  Argument.withDescription("An https URL on the public internet.")
)

const set = Command.make("set", { target: url, ...flags }, (args) =>
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
).pipe(Command.withDescription("Send a test event; the deliveries show what became of it."))

const deliveries = Command.make("deliveries", flags, (args) =>
  Effect.gen(function* () {
    const request = { method: "GET", path: "/webhook/deliveries", isResponse: isPage } as const
    const page = yield* sendAsAccount(args, request)
    yield* printRows(page.deliveries, deliveryColumns, args.json)
  })
).pipe(Command.withDescription("List the latest 50 deliveries, newest first."))

const id = Argument.String("id").pipe(
  Argument.withDescription("The delivery, as rcpt webhooks deliveries shows it.")
)

const resend = Command.make("resend", { id, ...flags }, (args) =>
  Effect.gen(function* () {
    const path = `/webhook/deliveries/${encodeURIComponent(args.id)}/resend`
    const request = { method: "POST", path, isResponse: isDelivery } as const
    yield* printRows([yield* sendAsAccount(args, request)], deliveryColumns, args.json)
  })
).pipe(Command.withDescription("Send a delivery once more, with the same webhook-id and body."))

export const webhooks = Command.make("webhooks").pipe(
  Command.withDescription("Show, set, test and remove the webhook; list and resend deliveries."),
  Command.withSubcommands([show, set, remove, test, deliveries, resend, ...endpointCommands])
)
