/**
 * Exports traces by OTLP over HTTP, if `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Without it no
 * span is created: neither ours nor those of Effect's SQL client, one for each statement.
 */
import { Effect, Layer, References, Tracer } from "effect"
import { HttpMiddleware } from "effect/http"
import { OtlpTracer } from "effect/observability"

import { Config } from "./Config.ts"
import * as collector from "./otlp/collector.ts"
import { guardSpans } from "./spanGuard.ts"

/** Effect's own span of a request contains the query, and so the address. Ours does not. */
const withoutServerSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

const exported = (endpoint: string) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(
      OtlpTracer.make({
        url: collector.urlOf(endpoint, "traces"),
        resource: collector.resource
      }),
      guardSpans
    )
  ).pipe(Layer.provide(collector.layer))

export const layer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ otlpEndpoint, tracesExporter }) =>
    otlpEndpoint === undefined || tracesExporter === "none"
      ? Layer.succeed(References.TracerEnabled, false)
      : Layer.merge(exported(otlpEndpoint), withoutServerSpans)
  )
)
