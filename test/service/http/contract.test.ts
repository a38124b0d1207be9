/**
 * Requests every status of every endpoint over HTTP and checks the response against the OpenAPI
 * document. A new endpoint needs a few rows in contractRows.ts; without them a test fails.
 */
import { randomUUID } from "node:crypto"

import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as OpenApiDocument from "../../support/OpenApiDocument.ts"
import * as service from "../../support/service.ts"
import type { Answer, Running } from "../../support/service.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { all, notRequested } from "./contractAllRows.ts"
import { feedback, report } from "./contractFeedbackRows.ts"
import { uploaded } from "./contractJobRows.ts"
import {
  account,
  anywhere,
  batch,
  email,
  emails,
  inFlight,
  makeKey,
  sent,
  slow,
  verify
} from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"
import { webhookUrl } from "./contractWebhookRows.ts"
import { ask, World, world } from "./contractWorld.ts"

const assertKept = (
  contract: OpenApiDocument.Contract,
  [method, path]: ContractRow["operation"],
  answer: Answer,
  status: number
) => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.deepStrictEqual(contract.breaches(contract.find(method, path), answer), [])
}

const titleOf = ({ operation: [method, path], ...row }: ContractRow): string =>
  `${method} ${row.path ?? path}${row.as ? ` as ${row.as}` : ""} ${JSON.stringify(row.request ?? {})}`

describe("The contract", () => {
  layer(
    world,
    service.live
  )((it) => {
    all.forEach((row) =>
      it.effect(`is kept by status ${row.status} of ${titleOf(row)}`, () =>
        Effect.gen(function* () {
          const { contract } = yield* World
          const answer = yield* ask(row)
          assertKept(contract, row.operation, answer, row.status)
        })
      )
    )

    it.effect("is broken by another field, type, status or header", () =>
      Effect.gen(function* () {
        const { running, contract } = yield* World
        const answer = yield* running.get(batch[1], { method: "POST", ...sent({ emails }) })
        const { mode, ...less } = Object(answer.json)
        const { "x-request-id": _, ...headers } = Object.fromEntries(answer.headers)
        const breaking: ReadonlyArray<readonly [Partial<Answer>, RegExp]> = [
          [{ json: { ...less, mode, more: 1 } }, /excess.*\n.*more/],
          [{ json: { ...less, mode, count: "1" } }, /number.*\n.*count/],
          [{ json: less }, /Missing.*\n.*mode/],
          [{ json: { ...less, mode, results: [{ email: 1 }] } }, /string.*\n.*email/],
          [{ status: 418 }, /418 is not documented/],
          [{ headers: new Headers(headers) }, /x-request-id is missing/],
          [
            { headers: new Headers({ ...headers, "idempotent-replay": "yes" }) },
            /idempotent-replay/
          ],
          [{ headers: new Headers({ ...headers, "retry-after": "1" }) }, /retry-after is not doc/]
        ]
        for (const [part, says] of breaking) {
          const breaches = contract.breaches(contract.find(...batch), { ...answer, ...part })
          assert.match(breaches.join(), says)
        }
      })
    )

    it.effect("has no status that no row requests", () =>
      Effect.gen(function* () {
        const { contract } = yield* World
        const requested = new Set(
          all.map(({ operation, status }) => `${operation.join(" ")} ${status}`)
        )
        const missing = contract.operations.flatMap(({ method, path, responses }) =>
          Object.keys(responses)
            .filter((status) => !anywhere.includes(status))
            .map((status) => `${method} ${path} ${status}`)
            .filter((name) => !requested.has(name) && !notRequested.has(name))
        )
        assert.deepStrictEqual(missing, [])
      })
    )

    it.effect("has a valid example of every body, response and parameter", () =>
      Effect.gen(function* () {
        const { contract } = yield* World
        for (const { method, path, parameters, requestBody, responses } of contract.operations) {
          const contents = [requestBody, ...Object.values(responses)]
          const all = [
            ...parameters,
            ...contents.flatMap((part) =>
              Object.entries(part?.content ?? {})
                // Examples are texts, and a workbook is none.
                .filter(([type]) => !type.startsWith("application/vnd."))
                .map(([, media]) => media)
            )
          ]
          for (const { schema, example } of all) {
            assert.isDefined(example, `${method} ${path} ${JSON.stringify(schema)}`)
            assert.isUndefined(contract.misfit(schema, example), `${method} ${path}`)
          }
        }
      })
    )
  })
})

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
