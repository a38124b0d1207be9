/** What tests of webhooks ask of a service over HTTP, each answer checked against the contract. */
import { Account } from "@rcpt/api/Account"
import { Webhook, WebhookDeliveries, WebhookDelivery, WebhookSecret } from "@rcpt/api/Webhook"
import { Effect, Schedule, Schema } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import type { Answer, Request, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { env as sessionEnv } from "../accounts/sessions/sessionWorld.ts"
import { receiver } from "./webhookWorld.ts"

export const env = { ...sessionEnv, RCPT_WEBHOOK_ALLOW_HTTP: "on", RCPT_RATE_LIMIT: "off" }

export const path = "/api/v1/webhook"

const strict = { onExcessProperty: "error" } as const
export const decode = {
  webhook: Schema.decodeUnknownEffect(Webhook, strict),
  secret: Schema.decodeUnknownEffect(WebhookSecret, strict),
  delivery: Schema.decodeUnknownEffect(WebhookDelivery, strict),
  deliveries: Schema.decodeUnknownEffect(WebhookDeliveries, strict),
  account: Schema.decodeUnknownEffect(Account, strict)
}

export const ok = ({ status: is, text, json }: Answer) => {
  assert.strictEqual(is, 200, text)
  return json
}

export const set = ({ get }: Running, url: unknown, request: Request = {}) =>
  get(path, {
    method: "PUT",
    ...request,
    headers: { "content-type": "application/json", ...request.headers },
    body: JSON.stringify({ url })
  })

export const post = ({ get }: Running, target: string, request: Request = {}) =>
  get(`${path}/${target}`, { method: "POST", ...request })

export const logOf = ({ get }: Running, request: Request = {}, query = "") =>
  Effect.flatMap(get(`${path}/deliveries${query}`, request), (answer) =>
    decode.deliveries(ok(answer))
  )

/** A customer of this service, his webhook, and its receiver. */
export const customer = (running: Running) =>
  Effect.gen(function* () {
    const { account, apiKey } = yield* openAccount(running.databaseUrl!)
    const to = yield* receiver()
    const { url } = yield* decode.webhook(ok(yield* set(running, to.url, { apiKey })))
    const { secret } = yield* decode.secret(ok(yield* post(running, "secret", { apiKey })))
    return { account, apiKey, to, url, secret }
  })

/** Until the log says of the newest that it is over. */
export const settled = (running: Running, request: Request = {}) =>
  logOf(running, request).pipe(
    Effect.repeat({
      until: ({ deliveries: [newest] }) => newest !== undefined && newest.status !== "pending",
      schedule: Schedule.spaced("100 millis")
    }),
    Effect.map(({ deliveries: [newest] }) => newest!),
    Effect.timeout("30 seconds")
  )
