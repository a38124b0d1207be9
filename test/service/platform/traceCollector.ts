/** A collector, which takes what is sent to it as OTLP in JSON and keeps every octet. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect, Schedule } from "effect"
import type { Scope } from "effect"

export interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly links: ReadonlyArray<{ readonly spanId: string }>
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: { readonly stringValue?: string }
  }>
}

export interface Collector {
  readonly url: string
  /** As they came, of all signals. */
  readonly bodies: ReadonlyArray<string>
  /** The path of each. */
  readonly paths: ReadonlyArray<string>
}

export const collector: Effect.Effect<Collector, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<Collector & { readonly close: () => void }>((resume) => {
    const bodies: Array<string> = []
    const paths: Array<string> = []
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => (body += chunk.toString()))
      request.on("end", () => {
        bodies.push(body)
        paths.push(request.url ?? "")
        response.setHeader("content-type", "application/json").end("{}")
      })
    }).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, bodies, paths, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

interface Traces {
  /** Absent from metrics and logs. */
  readonly resourceSpans?: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
  }>
}

export const spansOf = ({ bodies }: Collector): ReadonlyArray<Span> =>
  bodies.flatMap((body) =>
    ((JSON.parse(body) as Traces).resourceSpans ?? []).flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans)
    )
  )

/** All spans that have come, as soon as some of each name are there. */
export const spansWith = (
  collector: Collector,
  names: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Span>> =>
  Effect.repeat(
    Effect.sync(() => spansOf(collector)),
    {
      until: (found) => names.every((name) => found.some((span) => span.name === name)),
      schedule: Schedule.spaced("100 millis")
    }
  )
