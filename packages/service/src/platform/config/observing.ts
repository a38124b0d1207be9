/** The settings of what an operator sees of a running service: log, metrics, traces. */
import * as parse from "./parse.ts"
import { optional, setting } from "./Setting.ts"

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
    "collector of traces (OTLP over HTTP); without it none are made"
  )
}
