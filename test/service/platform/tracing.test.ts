import { PgClient } from "@effect/sql-pg"
import { spanKinds } from "@rcpt/service/platform/spans"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { formOf, formType, list, mode, path } from "../jobs/jobsHttpWorld.ts"
import { collector, spansOf, spansWith } from "./traceCollector.ts"
import type { Collector, Span } from "./traceCollector.ts"

const verify = "/api/v1/verify"

/** The names of the stages that a span is part of, from its own up to the request. */
const lineage = (spans: ReadonlyArray<Span>, span: Span): ReadonlyArray<string> => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [span.name, ...(parent === undefined ? [] : lineage(spans, parent))]
}

/** From now on, whoever asks for jobs gets an error. */
const gone = (databaseUrl: string) =>
  SqlClient.SqlClient.use((sql) => sql`alter table job rename to job_gone`).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(asSuperuser(databaseUrl)) }))
  )

/** As a caller sends it that is traced itself (W3C Trace Context §3.2). */
const traceparent = (traceId: string, flags = "01") => `00-${traceId}-00f067aa0ba902b7-${flags}`

const traceOf = (collector: Collector, traceId: string) =>
  spansOf(collector).filter((span) => span.traceId === traceId)

describe("A service with a collector of traces", () => {
  it.live("sends its stages, each below the one that it is part of, and no address", () =>
    Effect.gen(function* () {
      const traces = yield* collector
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }
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
      const spans = yield* spansWith(traces, stages)
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
      assert.isFalse(traces.bodies.some((one) => /somebody/i.test(one)))
    }).pipe(Effect.scoped)
  )

  it.live(
    "shows the way of each request to SQL and to the mail server, in the caller's trace",
    () =>
      Effect.gen(function* () {
        const traces = yield* collector
        const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }
        const running = yield* service.start({ lab: true, env })
        // Both go over one queue of one mail server, which the first has opened.
        const ids = ["4bf92f3577b34da6a3ce929d0e0e4736", "5bf92f3577b34da6a3ce929d0e0e4737"]
        for (const [n, id] of ids.entries()) {
          const headers = { traceparent: traceparent(id) }
          yield* running.get(`${verify}?email=person${n}@busy.test&mode=deep`, { headers })
        }
        const unsampled = "6bf92f3577b34da6a3ce929d0e0e4738"
        const headers = { traceparent: traceparent(unsampled, "00") }
        yield* running.get(`${verify}?email=person@acme.test`, { headers })
        yield* running.kill("SIGTERM")

        for (const [n, id] of ids.entries()) {
          const spans = traceOf(traces, id)
          const request = spans.find(({ name }) => name === "http.request")
          assert.strictEqual(request?.parentSpanId, "00f067aa0ba902b7")
          const lines = spans.map((span) => lineage(spans, span).join(" < "))
          const isThere = (line: RegExp) =>
            assert.isTrue(
              lines.some((one) => line.test(one)),
              `${String(line)} in\n${lines.join("\n")}`
            )
          isThere(/^smtp\.phase < smtp\.session < smtp\.probe <.* verify < http\.request$/)
          isThere(/^ledger\.commit < ledger\.command < http\.request$/)
          // Later ones find the account and its key in memory, and share their append with others.
          if (n === 0) isThere(/^postgres <.* ledger\.commit < ledger\.command < http\.request$/)
        }
        assert.isEmpty(traceOf(traces, unsampled))
      }).pipe(Effect.scoped)
  )
})

describe("A service without a collector", () => {
  it.live("names the caller's trace in its log all the same", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ env: { RCPT_LOG: "info" } })
      yield* gone(running.databaseUrl!)
      const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
      const headers = { traceparent: traceparent(traceId) }
      const { status } = yield* running.get("/api/v1/jobs", { headers })
      assert.strictEqual(status, 500)
      const line = running
        .output()
        .split("\n")
        .find((one) => one.includes("Request failed"))
      const { annotations } = JSON.parse(line!) as { annotations: Record<string, string> }
      assert.strictEqual(annotations["traceId"], traceId)
      assert.strictEqual(annotations["route"], "/api/v1/jobs")
      assert.match(annotations["requestId"]!, /^[0-9a-f-]{36}$/)
    }).pipe(Effect.scoped)
  )
})
