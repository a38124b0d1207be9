/** Sends the metrics of this process to the collector, if there is one: what a scrape of `/metrics` would read. */
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { OtlpExporter, OtlpResource, OtlpSerialization } from "effect/observability"

import { Config } from "../Config.ts"
import { metricTable } from "../metrics/metricTable.ts"
import { askGauges } from "../metrics/scrape.ts"
import { processes } from "../processes/Processes.ts"
import * as collector from "./collector.ts"
import { metricsOf } from "./metricPoints.ts"
import type { Span } from "./metricPoints.ts"

/** The standard's default for what is sent last when a process ends. */
const shutdownTimeout = Duration.seconds(3)

const nanos = Effect.map(Clock.currentTimeNanos, String)

const sending = (endpoint: string, every: Duration.Duration) =>
  Effect.gen(function* () {
    const serialization = yield* OtlpSerialization.OtlpSerialization
    const { number } = yield* processes
    const resource = OtlpResource.make(collector.resource)
    const scope = { name: collector.resource.serviceName }
    const startTimeUnixNano = yield* nanos
    const { push } = yield* OtlpExporter.make({
      label: "OtlpMetrics",
      url: collector.urlOf(endpoint, "metrics"),
      headers: undefined,
      // Each reading goes out at once.
      maxBatchSize: 1,
      exportInterval: every,
      shutdownTimeout,
      body: (spans: Array<Span>) => {
        const metrics = metricsOf(Object.values(metricTable), spans.at(-1)!, number)
        return [
          serialization.metrics({
            resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }]
          }),
          Effect.void
        ]
      }
    })
    const send = Effect.map(nanos, (timeUnixNano) => push({ startTimeUnixNano, timeUnixNano }))
    const round = Effect.delay(Effect.andThen(askGauges, send), every)
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.forever))
    // What was counted since, without asking a database that may be gone.
    yield* Effect.addFinalizer(() => send)
  })

export const layer: Layer.Layer<never, never, Config> = Layer.effectDiscard(
  Effect.flatMap(Config, ({ otlpEndpoint, metricsExporter, metricExportInterval }) =>
    otlpEndpoint === undefined || metricsExporter === "none"
      ? Effect.void
      : sending(otlpEndpoint, Duration.millis(metricExportInterval))
  )
).pipe(Layer.provide(collector.layer))
