/** How tests use webhook endpoints over HTTP, each answer checked against the contract. */
import {
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookResent
} from "@rcpt/api/WebhookEndpoint"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Layer, Schedule, Schema } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { decode, env, ok } from "./webhookHttpWorld.ts"

export const path = "/api/v1/webhook/endpoints"

const strict = { onExcessProperty: "error" } as const
export const endpointOf = Schema.decodeUnknownEffect(WebhookEndpoint, strict)
export const endpointsOf = Schema.decodeUnknownEffect(WebhookEndpoints, strict)
export const detailsOf = Schema.decodeUnknownEffect(WebhookDeliveryDetails, strict)
export const resentOf = Schema.decodeUnknownEffect(WebhookResent, strict)

export const asking = ({ get }: Running, apiKey: string) => {
  const ask = (target: string, method: string, body?: unknown) =>
    get(`${path}${target}`, {
      method,
      apiKey,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    })
  return {
    ask,
    create: (body: unknown) =>
      Effect.flatMap(ask("", "POST", body), (answer) => {
        assert.strictEqual(answer.status, 201, answer.text)
        return endpointOf(answer.json)
      }),
    change: (id: string, body: unknown) =>
      Effect.flatMap(ask(`/${id}`, "PATCH", body), (answer) => endpointOf(ok(answer))),
    log: (id: string) =>
      Effect.map(
        Effect.flatMap(ask(`/${id}/deliveries`, "GET"), (answer) => decode.deliveries(ok(answer))),
        ({ deliveries }) => deliveries
      ),
    details: (id: string) =>
      Effect.flatMap(get(`/api/v1/webhook/deliveries/${id}`, { apiKey }), (answer) =>
        detailsOf(ok(answer))
      )
  }
}

/** An account of this service, and how its endpoints are used. */
export const someone = Effect.gen(function* () {
  const running = yield* service.Service
  const { apiKey } = yield* openAccount(running.databaseUrl!)
  return { running, apiKey, ...asking(running, apiKey) }
})

/** Of a service that knows its public URL, which leads nowhere. */
export const base = "http://127.0.0.1:1"

export const serviceWithUrl = Layer.unwrap(
  Effect.map(freePort, (port) =>
    service.layer({ lab: true, port, env: { ...env, RCPT_PUBLIC_URL: `${base}/` } })
  )
)

type Log = ReturnType<ReturnType<typeof asking>["log"]>

/** Asks for a log until its newest delivery is as it should be. */
export const awaited = (log: Log, isSo: (newest: Delivery) => boolean) =>
  log.pipe(
    Effect.repeat({
      until: ([newest]) => newest !== undefined && isSo(newest),
      schedule: Schedule.spaced("50 millis")
    }),
    Effect.timeout("30 seconds"),
    Effect.map(([newest]) => newest!)
  )

type Delivery = Effect.Success<Log>[number]
