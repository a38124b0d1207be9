/**
 * Sends traces, metrics and the log to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names, by OTLP in JSON
 * over HTTP. Without a collector no span is created: neither ours nor those of Effect's SQL client, one for each
 * statement. A collector that is away costs one try a minute; data of that time is lost.
 */
import {
  Cause,
  Clock,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  References,
  Schedule,
  Tracer
} from "effect"
import { FetchHttpClient, HttpMiddleware } from "effect/http"
import {
  OtlpExporter,
  OtlpLogger,
  OtlpResource,
  OtlpSerialization,
  OtlpTracer
} from "effect/observability"
import type { OtlpMetrics } from "effect/observability"

import { Config } from "./Config.ts"
import { Histogram } from "./metrics/Meter.ts"
import type { Counter, Gauge, Meter, Sample } from "./metrics/Meter.ts"
import { metricTable } from "./metrics/metricTable.ts"
import { askGauges } from "./metrics/scrape.ts"
import { nodeName } from "./nodeName.ts"
import { processes } from "./processes/Processes.ts"
import { spanKinds } from "./spans.ts"
import { version } from "./version.ts"

/** Kinds of signals, each named as the last part of its path in the standard. */
type Signal = "traces" | "metrics" | "logs"

const urlOf = (endpoint: string, signal: Signal): string =>
  `${endpoint.replace(/\/$/, "")}/v1/${signal}`

/** How this process names itself to the collector. */
const resource = {
  serviceName: "rcpt",
  serviceVersion: version,
  attributes: { "service.instance.id": nodeName }
}

/** The transport that all three kinds of signals share. */
const exporting = Layer.mergeAll(
  OtlpExporter.layerFlusher,
  OtlpSerialization.layerJson,
  FetchHttpClient.layer
)

/** A statement here has placeholders for its arguments. */
const attributesOfEffect: ReadonlySet<string> = new Set([
  "db.system.name",
  "db.namespace",
  "db.query.text",
  "db.client.connection.wait_time_ms",
  "effect.sql.method",
  "server.address",
  "server.port",
  "rpc.system.name",
  "rpc.method",
  "entity.type"
])

const attributesOfOurs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  spanKinds.map(({ name, attributes }) => [name, new Set(attributes)])
)

const allowedIn = (name: string): ReadonlySet<string> =>
  attributesOfOurs.get(name) ?? attributesOfEffect

/** Returns the name of the first error. */
const kindOf = (exit: Exit.Failure<unknown, unknown>): string =>
  Cause.prettyErrors(exit.cause)[0]?.name ?? "Error"

const withoutText = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const name = kindOf(exit)
  return Exit.die(Object.assign(new Error(""), { name, stack: name }))
}

const guarded = (span: Tracer.Span): Tracer.Span => {
  const allowed = allowedIn(span.name)
  const attribute = span.attribute.bind(span)
  const event = span.event.bind(span)
  const end = span.end.bind(span)
  return Object.assign(span, {
    attribute: (key: string, value: unknown) => {
      if (allowed.has(key)) attribute(key, value)
    },
    event: (name: string, startTime: bigint) => event(name, startTime),
    end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) => end(endTime, withoutText(exit))
  })
}

/**
 * Keeps spans to what they may say. Our spans have the attributes of their table. Effect's spans (of SQL
 * statements and of messages to actors) would name their actor, which is the domain that a customer asks about.
 * A failure keeps only its kind: its text and stack are in the log, under the id of the request.
 */
export const guardSpans = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => guarded(tracer.span(options)),
    ...(tracer.context && { context: tracer.context })
  })

/** Turns off Effect's own span of a request, which contains the query and so the address. Ours does not. */
const withoutServerSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

const exported = (endpoint: string) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(
      OtlpTracer.make({
        url: urlOf(endpoint, "traces"),
        resource
      }),
      guardSpans
    )
  ).pipe(Layer.provide(exporting))

/** Sends spans to the collector, if there is one; otherwise none is made. */
export const tracesLayer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ otlpEndpoint, tracesExporter }) =>
    otlpEndpoint === undefined || tracesExporter === "none"
      ? Layer.succeed(References.TracerEnabled, false)
      : Layer.merge(exported(otlpEndpoint), withoutServerSpans)
  )
)

/**
 * Sends the lines that standard error gets to the collector too, with the ids of their request and trace. It adds
 * to the loggers that are there.
 */
export const logsLayer: Layer.Layer<never, never, Config> = Layer.unwrap(
  Effect.map(Config, ({ otlpEndpoint, logsExporter }) => {
    if (otlpEndpoint === undefined || logsExporter === "none") return Layer.empty
    const url = urlOf(otlpEndpoint, "logs")
    return Logger.layer([OtlpLogger.make({ url, resource, excludeLogSpans: true })], {
      mergeWithExisting: true
    }).pipe(Layer.provide(exporting))
  })
)

type Metric =
  OtlpMetrics.MetricsData["resourceMetrics"][number]["scopeMetrics"][number]["metrics"][number]

/** AGGREGATION_TEMPORALITY_CUMULATIVE: values count from the start of the process. */
const cumulative = 2

/** The time that values count from, and the time of reading them: nanoseconds since 1970, as decimal digits. */
interface Period {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

const attributesOf = (labels: Sample["labels"], own: Sample["labels"]) =>
  OtlpResource.entriesToAttributes([...own, ...labels].map(([name, value]) => [name, value]))

const numbersOf = (meter: Counter | Gauge, span: Period, own: Sample["labels"]) =>
  meter.samples().map(({ labels, value }) => ({
    ...span,
    attributes: attributesOf(labels, own),
    asDouble: value
  }))

const distributionsOf = (meter: Histogram, span: Period, own: Sample["labels"]) =>
  meter.distributions().map(({ labels, counts, sum }) => ({
    ...span,
    attributes: attributesOf(labels, own),
    count: counts.reduce((total, count) => total + count, 0),
    sum,
    bucketCounts: counts,
    explicitBounds: [...meter.bounds]
  }))

const pointsOf = (meter: Meter, span: Period, own: Sample["labels"]): Partial<Metric> => {
  if (meter instanceof Histogram)
    return {
      histogram: {
        aggregationTemporality: cumulative,
        dataPoints: distributionsOf(meter, span, own)
      }
    }
  const dataPoints = numbersOf(meter, span, own)
  if (meter.type === "gauge") return { gauge: { dataPoints } }
  return { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } }
}

/**
 * The metrics of this process as OTLP has them (opentelemetry.proto.metrics.v1), with names and units as at
 * `/metrics`; `process` is its number in its node. Metrics without a series are left out.
 */
const metricsOf = (meters: ReadonlyArray<Meter>, span: Period, process: number): Array<Metric> =>
  meters
    .filter((meter) => meter.samples().length > 0)
    .map((meter) => {
      const { name, help, unit } = meter.row
      const own: Sample["labels"] = meter.row.of === "process" ? [["process", String(process)]] : []
      return { name, description: help, unit, ...pointsOf(meter, span, own) }
    })

/** How long the last sending may take when a process ends: the standard's default. */
const shutdownTimeout = Duration.seconds(3)

const nanos = Effect.map(Clock.currentTimeNanos, String)

const sending = (endpoint: string, every: Duration.Duration) =>
  Effect.gen(function* () {
    const serialization = yield* OtlpSerialization.OtlpSerialization
    const { number } = yield* processes
    const own = OtlpResource.make(resource)
    const scope = { name: resource.serviceName }
    const startTimeUnixNano = yield* nanos
    const { push } = yield* OtlpExporter.make({
      label: "OtlpMetrics",
      url: urlOf(endpoint, "metrics"),
      headers: undefined,
      // Each reading goes out at once.
      maxBatchSize: 1,
      exportInterval: every,
      shutdownTimeout,
      body: (spans: Array<Period>) => {
        const metrics = metricsOf(Object.values(metricTable), spans.at(-1)!, number)
        return [
          serialization.metrics({
            resourceMetrics: [{ resource: own, scopeMetrics: [{ scope, metrics }] }]
          }),
          Effect.void
        ]
      }
    })
    const send = Effect.map(nanos, (timeUnixNano) => push({ startTimeUnixNano, timeUnixNano }))
    const round = Effect.delay(Effect.andThen(askGauges, send), every)
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.forever))
    // The last values are sent without asking a database that may be gone.
    yield* Effect.addFinalizer(() => send)
  })

/** Sends what a scrape of `/metrics` would read to the collector, if there is one. */
export const metricsLayer: Layer.Layer<never, never, Config> = Layer.effectDiscard(
  Effect.flatMap(Config, ({ otlpEndpoint, metricsExporter, metricExportInterval }) =>
    otlpEndpoint === undefined || metricsExporter === "none"
      ? Effect.void
      : sending(otlpEndpoint, Duration.millis(metricExportInterval))
  )
).pipe(Layer.provide(exporting))
