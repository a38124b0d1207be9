/** The settings of what an operator sees of a running service: log, metrics, traces. */
import * as parse from "./parse.ts"
import { optional, setting } from "./Setting.ts"

/** Of OpenTelemetry's own values those that mean something here. */
const exporter = (name: string, unsent: string) =>
  setting(name, "otlp", parse.oneOf("otlp", "none"), `none: ${unsent} not sent to the collector`)

/** Milliseconds. A reading of all metrics takes some. */
const exportEvery = { min: 100, max: 3_600_000 }

export const observing = {
  log: setting(
    "RCPT_LOG",
    "info",
    parse.oneOf("trace", "debug", "info", "warn", "error", "none"),
    "least level that is logged"
  ),
  metricsPort: optional(
    "RCPT_METRICS_PORT",
    parse.orWord("off", parse.port(0)),
    "port of /metrics, for Prometheus; 0: any free port; off: none; without it 9464, if that is free"
  ),
  metricsHost: setting(
    "RCPT_METRICS_HOST",
    "127.0.0.1",
    parse.text,
    "address that /metrics listens on; who reaches it may read it"
  ),
  otlpEndpoint: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    parse.url("http:", "https:"),
    "collector of traces, metrics and logs (OTLP over HTTP); without it none are sent"
  ),
  tracesExporter: exporter("OTEL_TRACES_EXPORTER", "traces are"),
  metricsExporter: exporter("OTEL_METRICS_EXPORTER", "metrics are"),
  logsExporter: exporter("OTEL_LOGS_EXPORTER", "the log is"),
  metricExportInterval: setting(
    "OTEL_METRIC_EXPORT_INTERVAL",
    "60000",
    parse.whole(exportEvery.min, exportEvery.max),
    "milliseconds between two times that metrics are sent to the collector"
  )
}
