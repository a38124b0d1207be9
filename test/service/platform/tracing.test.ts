import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { assert, describe, it } from "@effect/vitest"
import { spanKinds } from "@rcpt/service/platform/spans"
import { Effect, Schedule } from "effect"

import * as service from "../../support/service.ts"
import { formOf, formType, list, mode, path } from "../jobs/jobsHttpWorld.ts"

interface Span {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string }>
}

/** Takes what is sent to it as OTLP in JSON. */
const collector = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly bodies: Array<string>; close: () => void }>(
    (resume) => {
      const bodies: Array<string> = []
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk: Buffer) => (body += chunk.toString()))
        request.on("end", () => {
          bodies.push(body)
          response.setHeader("content-type", "application/json").end("{}")
        })
      }).listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const close = () => server.closeAllConnections()
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, bodies, close }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

const spansIn = (bodies: ReadonlyArray<string>): ReadonlyArray<Span> =>
  bodies.flatMap((body) =>
    (
      JSON.parse(body) as { resourceSpans: Array<{ scopeSpans: Array<{ spans: Array<Span> }> }> }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  )

describe("A service with a collector of traces", () => {
  it.live("sends its stages, each below the one that it is part of, and no address", () =>
    Effect.gen(function* () {
      const { url, bodies } = yield* collector
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url }
      const running = yield* service.start({ lab: true, env })
      const { status } = yield* running.get("/api/v1/verify?email=somebody@acme.test&mode=deep")
      assert.strictEqual(status, 200)
      const body = formOf([mode("fast"), list("email\nsomebody@acme.test\n")]).toString()
      const headers = { "content-type": formType }
      const { json } = yield* running.get(path, { method: "POST", headers, body })
      const { id } = json as { readonly id: string }
      yield* Effect.repeat(running.get(`/api/v1/jobs/${id}`), {
        until: (answer) => (answer.json as { status: string }).status === "complete",
        schedule: Schedule.spaced("50 millis")
      })
      const wanted = ["http.request", "http.authenticate", "ledger.commit", "verify"]
      const stages = [...wanted, "smtp.session", "smtp.phase", "job.chunk", "job.chunk.settle"]
      const spans = yield* Effect.repeat(
        Effect.sync(() => spansIn(bodies)),
        {
          until: (found) => stages.every((stage) => found.some(({ name }) => name === stage)),
          schedule: Schedule.spaced("100 millis")
        }
      )
      const byId = new Map(spans.map((span) => [span.spanId, span]))
      const parentOf = ({ parentSpanId = "" }: Span) => byId.get(parentSpanId)?.name
      const verify = spans.find((span) => span.name === "verify" && parentOf(span) !== undefined)
      assert.strictEqual(verify && parentOf(verify), "http.request")

      // Effect adds its own, of SQL statements and messages to actors.
      for (const { name, attributes } of spans) {
        const kind = spanKinds.find((one) => one.name === name)
        if (kind === undefined) continue
        assert.includeMembers(
          [...kind.attributes],
          attributes.map(({ key }) => key),
          name
        )
      }
      assert.isFalse(bodies.some((one) => /somebody/i.test(one)))
    }).pipe(Effect.scoped)
  )
})
