/** How tests use schedules over HTTP, each answer checked against the contract. */
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import {
  ContactChanges,
  Schedule,
  ScheduleRun,
  ScheduleRuns,
  ScheduleTry
} from "@rcpt/api/Schedule"
import { Effect, Schedule as Repeating, Schema } from "effect"

import * as service from "../../support/service.ts"
import type { Answer } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"

const strict = { onExcessProperty: "error" } as const
const scheduleOf = Schema.decodeUnknownEffect(Schedule, strict)
const runOf = Schema.decodeUnknownEffect(ScheduleRun, strict)
const runsOf = Schema.decodeUnknownEffect(ScheduleRuns, strict)
const changesOf = Schema.decodeUnknownEffect(ContactChanges, strict)
const triedOf = Schema.decodeUnknownEffect(ScheduleTry, strict)

const ok = ({ status, text, json }: Answer): unknown => {
  assert.oneOf(status, [200, 201], text)
  return json
}

export const withLab = service.layer({
  lab: true,
  env: {
    RCPT_RATE_LIMIT: "off",
    RCPT_WEBHOOK_ALLOW_HTTP: "on",
    RCPT_SOURCES_PRIVATE: "127.0.0.0/8"
  }
})

export type Reply = (request: IncomingMessage, response: ServerResponse) => void

/** A file with a version, as web servers send it. */
export const file =
  (content: string): Reply =>
  (request, response) => {
    const etag = `"${Buffer.from(content).toString("base64url")}"`
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end()
    else response.writeHead(200, { "content-type": "text/csv", etag }).end(content)
  }

/** A web server whose answer can be replaced. */
export const startFiles = (first: Reply) =>
  Effect.acquireRelease(
    Effect.callback<{
      url: string
      reply: Reply
      headers: Array<IncomingMessage["headers"]>
      close: () => void
    }>((resume) => {
      const server = createServer((request, response) => {
        files.headers.push(request.headers)
        files.reply(request, response)
      })
      const files = { url: "", reply: first, headers: [], close: () => server.close() } as {
        url: string
        reply: Reply
        headers: Array<IncomingMessage["headers"]>
        close: () => void
      }
      server.listen(0, "127.0.0.1", () => {
        files.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv`
        resume(Effect.succeed(files))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

export const asking = Effect.gen(function* () {
  const running = yield* service.Service
  const ask = (target: string, method: string, body?: unknown) =>
    running.get(`/api/v1/schedules${target}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    })
  const find = (id: string) =>
    Effect.flatMap(ask(`/${id}`, "GET"), (answer) => scheduleOf(ok(answer)))
  const runs = (id: string) =>
    Effect.map(
      Effect.flatMap(ask(`/${id}/runs`, "GET"), (answer) => runsOf(ok(answer))),
      ({ runs: found }) => found
    )
  const change = (id: string, body: unknown) =>
    Effect.flatMap(ask(`/${id}`, "PATCH", body), (answer) => scheduleOf(ok(answer)))
  /** Asks until so many runs have ended. */
  const ended = (id: string, count: number) =>
    runs(id).pipe(
      Effect.repeat({
        until: (found) => found.filter(({ ended_at: at }) => at !== null).length >= count,
        schedule: Repeating.spaced("100 millis")
      }),
      Effect.timeout("60 seconds"),
      Effect.map(([newest]) => newest!)
    )
  return {
    running,
    ask,
    find,
    change,
    ended,
    create: (body: unknown) =>
      Effect.flatMap(ask("", "POST", body), (answer) => scheduleOf(ok(answer))),
    /** Runs now, and waits until so many runs have ended. */
    runAgain: (id: string, count: number) =>
      Effect.gen(function* () {
        yield* runOf(ok(yield* ask(`/${id}/run`, "POST")))
        return yield* ended(id, count)
      }),
    changes: (id: string, run: string) =>
      Effect.flatMap(ask(`/${id}/runs/${run}/changes`, "GET"), (answer) => changesOf(ok(answer))),
    tryOut: (body: unknown) =>
      Effect.flatMap(ask("/try", "POST", body), (answer) => triedOf(ok(answer)))
  }
})
