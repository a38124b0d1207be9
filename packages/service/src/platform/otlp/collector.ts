/**
 * The collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names, to which this process says what it does by OTLP in
 * JSON over HTTP. One that is away costs a try a minute; what is said meanwhile is lost.
 */
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpSerialization } from "effect/observability"

import { nodeName } from "../nodeName.ts"
import { version } from "../version.ts"

/** The last part of the path that the standard has for each kind of signal. */
type Signal = "traces" | "metrics" | "logs"

export const urlOf = (endpoint: string, signal: Signal): string =>
  `${endpoint.replace(/\/$/, "")}/v1/${signal}`

/** Who says it. */
export const resource = {
  serviceName: "rcpt",
  serviceVersion: version,
  attributes: { "service.instance.id": nodeName }
}

/** How it is sent. */
export const layer = Layer.mergeAll(
  OtlpExporter.layerFlusher,
  OtlpSerialization.layerJson,
  FetchHttpClient.layer
)
