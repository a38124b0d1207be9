/**
 * Every metric of the service: name, unit, meaning and labels, which packages/service/METRICS.md repeats.
 * Code that counts imports its row from here. No label ever holds an address, a domain or a text from a
 * request: see `LabelValues`.
 */
import { InletKind } from "@rcpt/domain/Inlet"
import { SmtpPhase, SmtpStatus } from "@rcpt/domain/Smtp"
import { Mode, Status } from "@rcpt/domain/Verdict"
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { probePolicies } from "@rcpt/verifier/smtp/rules/probePolicies"

import { Counter, Gauge, Histogram, other } from "./Meter.ts"
import type { LabelValues, MetricRow } from "./Meter.ts"

type LabelTable<Label extends string> = Readonly<Record<Label, LabelValues>>

const row = <Label extends string>(
  name: string,
  unit: string,
  help: string,
  labels: LabelTable<Label> = {} as LabelTable<Label>,
  of: MetricRow["of"] = "process"
): MetricRow<Label> => ({ name, unit, help, labels, of })

type RowArguments<Label extends string> = [
  name: string,
  unit: string,
  help: string,
  labels?: LabelTable<Label>
]

const counter = <const Label extends string = never>(
  ...[name, unit, help, labels]: RowArguments<Label>
) => new Counter<Label>(row(name, unit, help, labels))

const gauge = <const Label extends string = never>(
  ...[name, unit, help, labels]: RowArguments<Label>
) => new Gauge<Label>(row(name, unit, help, labels))

/** A gauge whose value is in the database, and so the same for all nodes. */
const shared = <const Label extends string = never>(
  ...[name, unit, help, labels]: RowArguments<Label>
) => new Gauge<Label>(row(name, unit, help, labels, "service"))

/** Seconds, from a check whose answers are all cached to the longest that a deep one may take. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const histogram = <const Label extends string = never>(
  name: string,
  help: string,
  labels?: LabelTable<Label>
) => new Histogram<Label>(row(name, "seconds", help, labels), bounds)

const modes = Mode.literals
const statuses = Status.literals
const classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
/** The kinds of actors, as `Entity.make` names them. */
export const actorKinds = ["JobRun", "ChunkWork", "MxGuard"] as const
const providers = [...new Set([...mailProviders, ...probePolicies].map(({ id }) => id))]

/** Kinds of resources of an event loop; `other` are files, pipes, child processes and questions to DNS. */
export const loopResources = ["sockets", "listeners", "timers", "other"] as const

export const metricTable = {
  requests: counter(
    "rcpt_http_requests_total",
    "requests",
    "Answered requests, by the path as it is declared. Status none: the client had disconnected.",
    { method: methods, route: "named", status: [...classes, "none"] }
  ),
  requestSeconds: histogram(
    "rcpt_http_request_duration_seconds",
    "From the headers of a request to those of its answer.",
    { route: "named" }
  ),
  requestsInFlight: gauge(
    "rcpt_http_requests_in_flight",
    "requests",
    "Requests whose answer has not begun."
  ),
  verifications: counter(
    "rcpt_verifications_total",
    "addresses",
    "Addresses that were verified: for requests, for rows of jobs, for the public demo.",
    { channel: ["request", "job", "demo"], mode: modes, status: statuses }
  ),
  activityRows: counter(
    "rcpt_activity_rows_total",
    "rows",
    "Rows of activity: written, or dropped because too many waited or the database did not take them.",
    { outcome: ["written", "too_many", "not_written"] }
  ),
  verificationSeconds: histogram(
    "rcpt_verification_duration_seconds",
    "How long a request waited for the verdict on one address, without its credits.",
    { mode: modes }
  ),
  dnsQueries: counter(
    "rcpt_dns_queries_total",
    "queries",
    "Questions to DNS servers that were answered or given up; cached answers are not counted.",
    {
      type: ["a", "aaaa", "mx", "ns", "txt"],
      answer: ["found", "no_data", "no_domain", "timeout", "servfail", "refused"]
    }
  ),
  smtpReplies: counter(
    "rcpt_smtp_replies_total",
    "replies",
    "Replies of mail servers, by the phase of the session and the first digit of their code.",
    { provider: providers, phase: SmtpPhase.literals, code: classes }
  ),
  smtpProbes: counter(
    "rcpt_smtp_probes_total",
    "addresses",
    "Mail servers' answers about an address, as smtp.status says it; a greylisted one is asked again.",
    { provider: providers, status: SmtpStatus.literals }
  ),
  mxGroups: gauge(
    "rcpt_mx_groups",
    "groups",
    "Groups of mail servers that this process asks now, by the state of their circuit.",
    { provider: providers, circuit: ["closed", "paused", "halfOpen"] }
  ),
  mxWaiting: gauge(
    "rcpt_mx_waiting",
    "addresses",
    "Addresses that wait for a session with their mail server.",
    { provider: providers, urgency: ["realTime", "bulk"] }
  ),
  mxOpen: gauge("rcpt_mx_sessions_open", "sessions", "Open sessions with mail servers.", {
    provider: providers
  }),
  mxUnread: gauge(
    "rcpt_mx_unread_replies",
    "replies",
    "Replies that no rule understood, of the groups of mail servers that this process asks now.",
    { provider: providers }
  ),
  mxPace: gauge(
    "rcpt_mx_starts_per_second",
    "sessions per second",
    "Sessions that may start, of all groups together; groups without a limit are left out.",
    { provider: providers }
  ),
  mxBlocks: counter(
    "rcpt_mx_blocked_total",
    "times",
    "Times that a group of mail servers was found to block this service. An operator has to act.",
    { provider: [...providers, other] }
  ),
  appendSeconds: histogram(
    "rcpt_append_duration_seconds",
    "An append to the event store, its waits for connection and locks included.",
    { outcome: ["done", "refused", "locked", "failed", "cancelled"] }
  ),
  ledgerCommands: counter(
    "rcpt_ledger_commands_total",
    "commands",
    "Commands on the credits of accounts that were committed, several in one append."
  ),
  webhookAttempts: counter(
    "rcpt_webhook_attempts_total",
    "attempts",
    "Attempts to deliver a webhook, by the status of the answer. Status none: no answer.",
    { status: [...classes, "none"] }
  ),
  inletEvents: counter(
    "rcpt_inlet_events_total",
    "events",
    "Events that services sent to inlets, and that were stored, by the kind of inlet. Events that come again count.",
    { kind: InletKind.literals }
  ),
  inletRefusals: counter(
    "rcpt_inlet_refusals_total",
    "requests",
    "Requests to inlets that were refused: a wrong signature, a body of another form, too many, or no database.",
    { kind: InletKind.literals }
  ),
  mailAttempts: counter(
    "rcpt_mail_attempts_total",
    "attempts",
    "Messages that were handed to the mail server: it took them, they are tried again, or they never will be.",
    { outcome: ["sent", "deferred", "failed"] }
  ),
  jobsFinished: counter("rcpt_jobs_finished_total", "jobs", "Jobs that ended here.", {
    status: ["complete", "failed", "cancelled"]
  }),
  natsUp: gauge("rcpt_nats_connected", "1 or 0", "Whether NATS is connected; absent without it."),
  relayBehind: gauge(
    "rcpt_relay_lag_commits",
    "commits",
    "Commits of the log that are not yet in the stream of events on NATS; only where the relay runs."
  ),
  transactionWait: histogram(
    "rcpt_db_transaction_wait_seconds",
    "Wait for a connection of the pool at the start of a transaction."
  ),
  poolProbe: gauge(
    "rcpt_db_probe_seconds",
    "seconds",
    "Duration of select 1 at this scrape: the wait for a connection and one round trip.",
    { pool: ["read", "write"] }
  ),
  clusterHealthy: gauge(
    "rcpt_cluster_healthy",
    "1 or 0",
    "Whether the other processes of the cluster find this one alive."
  ),
  clusterShards: gauge("rcpt_cluster_shards", "shards", "Shards of actors in this process."),
  clusterEntities: gauge("rcpt_cluster_actors", "actors", "Actors in this process, by kind.", {
    kind: actorKinds
  }),
  eventLoopDelay: histogram(
    "rcpt_event_loop_delay_seconds",
    "Delay of a timer, ten times a second while the process works. Every request waits this long in addition."
  ),
  cpu: new Gauge(
    row("process_cpu_seconds_total", "seconds", "Processor time.", { kind: ["user", "system"] }),
    "counter"
  ),
  residentMemory: gauge("process_resident_memory_bytes", "bytes", "Memory of the process."),
  heapUsed: gauge("rcpt_heap_used_bytes", "bytes", "JavaScript objects, garbage included."),
  eventLoopResources: gauge(
    "rcpt_event_loop_resources",
    "resources",
    "Open sockets, listeners and timers of the event loop. A number that only grows is a leak.",
    { kind: loopResources }
  ),
  startTime: gauge("process_start_time_seconds", "seconds since 1970", "When the process started."),
  databaseAnswers: shared(
    "rcpt_database_up",
    "1 or 0",
    "Whether the database answered the queries of the metrics below in time."
  ),
  unsealed: shared("rcpt_log_unsealed_commits", "commits", "Commits that readers do not see yet."),
  viewBehind: shared(
    "rcpt_projection_behind_commits",
    "commits",
    "Commits that a view has not applied yet.",
    { projection: "named" }
  ),
  viewBehindSeconds: shared(
    "rcpt_projection_behind_seconds",
    "seconds",
    "How long the first commit that a view has not applied has been in the log.",
    { projection: "named" }
  ),
  viewParked: shared(
    "rcpt_projection_parked_commits",
    "commits",
    "Commits that a view failed on and tries again each minute.",
    { projection: "named" }
  ),
  holdsOpen: shared("rcpt_holds_open", "holds", "Unsettled holds of credits.", {
    of: ["request", "job"]
  }),
  holdsOpenCredits: shared("rcpt_holds_open_credits", "credits", "Credits of open holds.", {
    of: ["request", "job"]
  }),
  holdsExpired: shared("rcpt_holds_expired", "holds", "Holds to be refunded by the sweeper."),
  jobs: shared("rcpt_jobs", "jobs", "Jobs that are not finished.", {
    status: ["pending", "processing"]
  }),
  probeQueue: shared("rcpt_probe_queue_rows", "rows", "Rows of jobs that wait for a mail server.", {
    state: ["due", "later", "asked"]
  }),
  webhooksPending: shared("rcpt_webhook_deliveries_pending", "deliveries", "Not yet delivered."),
  nodes: shared("rcpt_nodes", "processes", "Processes by their heartbeat in the last 24 hours.", {
    state: ["alive", "silent"]
  })
} as const
