/** Each operation of a service that is at its limits, against the OpenAPI document. */
import { randomUUID } from "node:crypto"

import { Effect, Fiber } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as OpenApiDocument from "../../support/OpenApiDocument.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { describe, it } from "../../support/vitest.ts"
import { feedback, report } from "./contractFeedbackRows.ts"
import { uploaded } from "./contractJobRows.ts"
import { account, batch, email, inFlight, makeKey, sent, slow, verify } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"
import { webhookUrl } from "./contractWebhookRows.ts"
import { assertKept } from "./contractWorld.ts"

const urlOf = ([, path]: ContractRow["operation"]) =>
  path === verify[1] ? email : path.replace("{id}", randomUUID()).replace("{entry}", "1-1")
const posting = { credits: 1, reason: "a top-up" }
const bodies: Readonly<Record<string, unknown>> = {
  [batch[1]]: { emails: ["ann@acme.test"] },
  [makeKey[1]]: { name: "a" },
  [feedback[1]]: report,
  "/api/v1/webhook/endpoints": webhookUrl,
  "/api/v1/webhook/endpoints/{id}/resend": { since: "2026-01-31T12:00:00Z" },
  "/api/v1/admin/accounts/{id}/grants": posting,
  "/api/v1/admin/accounts/{id}/adjustments": posting
}

const acceptsApiKey = ({ security = [] }: OpenApiDocument.Operation): boolean =>
  security.some((way) => "apiKey" in way)

/** A valid request of every operation that accepts an API key. */
const requestAll = (running: Running, contract: OpenApiDocument.Contract) =>
  Effect.forEach(contract.operations.filter(acceptsApiKey), ({ method, path }) =>
    running
      .get(urlOf([method, path]), {
        method,
        ...((method === "PUT" || method === "PATCH") && sent(webhookUrl)),
        ...(method === "POST" &&
          (path in bodies ? sent(bodies[path], { "idempotency-key": path }) : uploaded))
      })
      .pipe(Effect.map((answer) => [[method, path] as const, answer] as const))
  )

describe("The contract of a service at its limits", () => {
  it.live(
    "is kept: 429 over the rate limit, 503 with too many in flight or without a database",
    () =>
      Effect.gen(function* () {
        const url = new URL(yield* freshDatabase())
        const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
        url.port = String(proxy.port)
        const env = { RCPT_RATE_LIMIT: "1/m,burst=2", RCPT_MAX_INFLIGHT: "1" }
        const running = yield* service.start({
          lab: true,
          isNode: true,
          databaseUrl: url.href,
          env
        })
        const unlimited = yield* service.start({
          lab: true,
          isNode: true,
          databaseUrl: url.href,
          apiKey: running.apiKey,
          env: { RCPT_RATE_LIMIT: "off" }
        })
        const contract = yield* OpenApiDocument.read(unlimited)

        const slowRequest = yield* inFlight(slow)({ running, watcher: unlimited })
        for (const [operation, answer] of yield* requestAll(running, contract))
          assertKept(contract, operation, answer, 503)
        yield* Fiber.interrupt(slowRequest)

        // The slow request took one of two tokens. It may still hold its slot for a moment.
        while ((yield* running.get(account[1])).status !== 429) yield* Effect.sleep("20 millis")
        for (const [operation, answer] of yield* requestAll(running, contract))
          assertKept(contract, operation, answer, 429)

        yield* proxy.cut
        for (const [operation, answer] of yield* requestAll(unlimited, contract))
          assertKept(contract, operation, answer, 503)
      }).pipe(Effect.scoped)
  )
})
