/**
 * Every endpoint and status of the contract, driven over HTTP and held to the OpenAPI document. A new
 * endpoint is a few rows more in contractRows.ts; without them a test fails.
 */
import { randomUUID } from "node:crypto"

import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"

import { freshDatabase } from "../support/freshDatabase.ts"
import { openAccount } from "../support/openAccount.ts"
import * as OpenApiDocument from "../support/OpenApiDocument.ts"
import * as service from "../support/service.ts"
import type { Answer, Request, Running } from "../support/service.ts"
import * as tcpProxy from "../support/tcpProxy.ts"
import { jobRows, jobsUnreachable, makeJobs, uploaded } from "./contractJobRows.ts"
import { ledgerRows, ledgerUnreachable, namedInLedger } from "./contractLedgerRows.ts"
import {
  account,
  anywhere,
  batch,
  email,
  emails,
  inFlight,
  makeKey,
  rows,
  sent,
  slow,
  unreachable,
  verify
} from "./contractRows.ts"
import type { Place, Row } from "./contractRows.ts"
import { sessionEnv, sessionRows, sessionsUnreachable } from "./contractSessionRows.ts"
import { webhookRows, webhooksUnreachable, webhookUrl } from "./contractWebhookRows.ts"
import { fromHere, owner, signIn } from "./sessionWorld.ts"

class World extends Context.Service<World, Place>()("test/service/contract/World") {}

const restricted = (running: Running, scope: string) =>
  Effect.map(
    running.get("/api/v1/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: scope, scopes: [scope] })
    }),
    ({ json }) => String(Object(json).key)
  )

const world = Layer.effect(
  World,
  Effect.gen(function* () {
    const env = { ...sessionEnv, RCPT_DEMO: "on", RCPT_RATE_LIMIT: "off" }
    const running = yield* service.start({ lab: true, env })
    const [fast, read] = [yield* restricted(running, "fast"), yield* restricted(running, "read")]
    const { apiKey: poor } = yield* openAccount(running.databaseUrl!)
    const { cookie } = yield* signIn(running, owner)
    const contract = yield* OpenApiDocument.read(running)
    const jobs = { ...(yield* makeJobs(running)), ...(yield* namedInLedger(running)) }
    return { running, contract, keys: { fast, read, poor }, cookie, jobs }
  })
)

const all = [...rows, ...sessionRows, ...jobRows, ...ledgerRows, ...webhookRows]

/** What a row adds to a request to say who asks. */
const caller = ({ as, request }: Row, { keys, cookie }: Place): Request => {
  if (as === undefined) return {}
  if (as !== "session") return { apiKey: keys[as] }
  const headers = { ...fromHere, cookie: `rcpt_session=${cookie}`, ...request?.headers }
  return { apiKey: null, headers }
}

/** A path with the ids of the jobs that it names. */
const named = (path: string, { jobs }: Place): string =>
  path.replace(/\{(\w+)\}/, (_, name: string) => jobs[name] ?? name)

const holds = (
  contract: OpenApiDocument.Contract,
  [method, path]: Row["operation"],
  answer: Answer,
  status: number
) => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.deepStrictEqual(contract.breaches(contract.find(method, path), answer), [])
}

const saysOf = ({ operation: [method, path], ...row }: Row): string =>
  `${method} ${row.path ?? path}${row.as ? ` as ${row.as}` : ""} ${JSON.stringify(row.request ?? {})}`

describe("The contract", () => {
  layer(
    world,
    service.live
  )((it) => {
    all.forEach((row) =>
      it.effect(`is kept by ${row.status} of ${saysOf(row)}`, () =>
        Effect.gen(function* () {
          const here = yield* World
          if (row.after) yield* row.after(here)
          const { running, contract } = here
          const [method, path] = row.operation
          const request = { method, ...row.request, ...caller(row, here) }
          const answer = yield* running.get(named(row.path ?? path, here), request)
          holds(contract, row.operation, answer, row.status)
        })
      )
    )

    it.effect("would not be kept by another field, type, status or header", () =>
      Effect.gen(function* () {
        const { running, contract } = yield* World
        const answer = yield* running.get(batch[1], { method: "POST", ...sent({ emails }) })
        const { mode, ...less } = Object(answer.json)
        const { "x-request-id": _, ...headers } = Object.fromEntries(answer.headers)
        const wrong: ReadonlyArray<readonly [Partial<Answer>, RegExp]> = [
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
        for (const [part, says] of wrong) {
          const found = contract.breaches(contract.find(...batch), { ...answer, ...part })
          assert.match(found.join(), says)
        }
      })
    )

    it.effect("has no status that no row above asks for", () =>
      Effect.gen(function* () {
        const { contract } = yield* World
        const asked = new Set(
          all.map(({ operation, status }) => `${operation.join(" ")} ${status}`)
        )
        const open = contract.operations.flatMap(({ method, path, responses }) =>
          Object.keys(responses)
            .filter((status) => !anywhere.includes(status))
            .map((status) => `${method} ${path} ${status}`)
            .filter((name) => !asked.has(name) && !unreachable.has(name))
            .filter((name) => !sessionsUnreachable.includes(name))
            .filter((name) => !jobsUnreachable.includes(name))
            .filter((name) => !ledgerUnreachable.includes(name))
            .filter((name) => !webhooksUnreachable.includes(name))
        )
        assert.deepStrictEqual(open, [])
      })
    )

    it.effect("has an example of every body, answer and parameter, which fits", () =>
      Effect.gen(function* () {
        const { contract } = yield* World
        for (const { method, path, parameters, requestBody, responses } of contract.operations) {
          const contents = [requestBody, ...Object.values(responses)]
          const all = [
            ...parameters,
            ...contents.flatMap((part) => Object.values(part?.content ?? {}))
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

const urlOf = ([, path]: Row["operation"]) =>
  path === verify[1] ? email : path.replace("{id}", randomUUID()).replace("{entry}", "1-1")
const posting = { credits: 1, reason: "a top-up" }
const bodies: Readonly<Record<string, unknown>> = {
  [batch[1]]: { emails: ["ann@acme.test"] },
  [makeKey[1]]: { name: "a" },
  "/api/v1/admin/accounts/{id}/grants": posting,
  "/api/v1/admin/accounts/{id}/adjustments": posting
}

const takesKey = ({ security = [] }: OpenApiDocument.Operation): boolean =>
  security.some((way) => "apiKey" in way)

/** Every operation that a key is good for, as a request that has nothing wrong with it. */
const everything = (running: Running, contract: OpenApiDocument.Contract) =>
  Effect.forEach(contract.operations.filter(takesKey), ({ method, path }) =>
    running
      .get(urlOf([method, path]), {
        method,
        ...(method === "PUT" && sent(webhookUrl)),
        ...(method === "POST" &&
          (path in bodies ? sent(bodies[path], { "idempotency-key": path }) : uploaded))
      })
      .pipe(Effect.map((answer) => [[method, path] as const, answer] as const))
  )

describe("The contract of a service that can do no more", () => {
  it.live(
    "is kept: 429 over the rate limit, 503 with too many in flight, 500 without a database",
    () =>
      Effect.gen(function* () {
        const url = new URL(yield* freshDatabase())
        const wire = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
        url.port = String(wire.port)
        const env = { RCPT_RATE_LIMIT: "1/m,burst=2", RCPT_MAX_INFLIGHT: "1" }
        const running = yield* service.start({ lab: true, databaseUrl: url.href, env })
        const rested = yield* service.start({
          lab: true,
          databaseUrl: url.href,
          apiKey: running.apiKey,
          env: { RCPT_RATE_LIMIT: "off" }
        })
        const contract = yield* OpenApiDocument.read(rested)

        const busy = yield* inFlight(slow)({ running, watcher: rested })
        for (const [operation, answer] of yield* everything(running, contract))
          holds(contract, operation, answer, 503)
        yield* Fiber.interrupt(busy)

        // The slow one took one of two tokens, and others may come before it has left.
        while ((yield* running.get(account[1])).status !== 429) yield* Effect.sleep("20 millis")
        for (const [operation, answer] of yield* everything(running, contract))
          holds(contract, operation, answer, 429)

        yield* wire.cut
        for (const [operation, answer] of yield* everything(rested, contract))
          holds(contract, operation, answer, 500)
      }).pipe(Effect.scoped)
  )
})
