/**
 * Sends the log to the collector too, if there is one: the lines that standard error gets, with the id of
 * the request and of the trace.
 */
import { Effect, Layer, Logger } from "effect"
import { OtlpLogger } from "effect/observability"

import { Config } from "../Config.ts"
import * as collector from "./collector.ts"

/** In addition to the loggers that are there. */
export const layer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ otlpEndpoint, logsExporter }) => {
    if (otlpEndpoint === undefined || logsExporter === "none") return Layer.empty
    const url = collector.urlOf(otlpEndpoint, "logs")
    const { resource } = collector
    return Logger.layer([OtlpLogger.make({ url, resource, excludeLogSpans: true })], {
      mergeWithExisting: true
    }).pipe(Layer.provide(collector.layer))
  })
)
