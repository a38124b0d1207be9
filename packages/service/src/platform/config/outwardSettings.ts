/** The settings of what leaves the service beside answers: events, mail, the log, metrics and traces. */
import * as parse from "./parse.ts"
import { optional, setting } from "./Setting.ts"

/**
 * Operators with a NATS set these. The URL and the credentials are secret as a whole: they say who we are and
 * what we may do there.
 */
export const nats = {
  natsServers: optional(
    "RCPT_NATS_URL",
    parse.natsServers,
    "NATS for hints between nodes and for events to other systems; tls:// or nats://, several with commas"
  ),
  natsCredentials: optional(
    "RCPT_NATS_CREDENTIALS",
    parse.redacted(parse.natsCredentials),
    "text of the .creds file for NATS; without it the name and password of RCPT_NATS_URL"
  ),
  natsCa: optional(
    "RCPT_NATS_CA",
    parse.certificates,
    "certificates, in PEM, that the certificate of NATS must be signed by; without it the system's"
  )
}

/** Operators who want rcpt to send mail set these: it needs RCPT_PUBLIC_URL, too. */
export const mail = {
  mailUrl: optional(
    "RCPT_MAIL_URL",
    parse.mailServer,
    "mail server that takes our messages: smtps://name:password@host:465, or smtp:// with STARTTLS; without it no mail is sent"
  ),
  mailSender: optional(
    "RCPT_MAIL_SENDER",
    parse.email,
    "sender of our messages; without it rcpt@ the host of RCPT_PUBLIC_URL"
  )
}

/** Operators whose returned mail arrives in a mailbox set this. */
export const returnedMail = {
  bounceMailbox: optional(
    "RCPT_BOUNCE_MAILBOX",
    parse.imapBox,
    "mailbox whose returned mail the owner's account reports: imaps://name:password@host/INBOX; without it none is read"
  )
}

/** OpenTelemetry has more values; these two mean something here. */
const exporter = (name: string, unsent: string) =>
  setting(name, "otlp", parse.oneOf("otlp", "none"), `none: ${unsent} not sent to the collector`)

/** Milliseconds. To read all metrics takes some, so the interval has a least value. */
const exportEvery = { min: 100, max: 3_600_000 }

/** Operators with Prometheus or a collector of OpenTelemetry set these; the log level helps to find a fault. */
export const observing = {
  log: setting(
    "RCPT_LOG",
    "info",
    parse.oneOf("trace", "debug", "info", "warn", "error", "none"),
    "lowest level that is logged"
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
    "address that /metrics listens on; it asks for no key"
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
    "milliseconds between two reports of metrics to the collector"
  )
}
