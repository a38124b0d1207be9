/**
 * Traces, by OTLP over HTTP, where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Without one no span
 * is made at all: neither ours nor those of Effect's SQL client, which has one for each statement.
 */
import { Effect, Layer, References } from "effect"
import { FetchHttpClient, HttpMiddleware } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"

import { Config } from "./Config.ts"
import { nodeName } from "./nodeName.ts"

/** Effect's own span of a request has the query in it, and so the address. Ours has not. */
const withoutServerSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

const exported = (endpoint: string) =>
  OtlpTracer.layer({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    resource: { serviceName: "rcpt", attributes: { "service.instance.id": nodeName } }
  }).pipe(Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer]))

export const layer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ otlpEndpoint }) =>
    otlpEndpoint === undefined
      ? Layer.succeed(References.TracerEnabled, false)
      : Layer.merge(exported(otlpEndpoint), withoutServerSpans)
  )
)
