/** The state of the service, for its operator. Sentences are for people and may change; ids do not. */
import { Schema } from "effect"

const dateTime = Schema.String.annotate({ format: "date-time" })

const Node = Schema.Struct({
  name: Schema.String,
  started_at: dateTime,
  seen_at: dateTime,
  alive: Schema.Boolean.annotate({ description: "Whether it reported in the last 30 seconds." })
})

const Queues = Schema.Struct({
  jobs_pending: Schema.Int,
  jobs_processing: Schema.Int,
  probes_due: Schema.Int.annotate({ description: "Rows to be probed now." }),
  probes_later: Schema.Int.annotate({ description: "Greylisted rows to be probed later." }),
  probes_asked: Schema.Int.annotate({ description: "Rows that a node has taken to probe." }),
  holds_expired: Schema.Int.annotate({ description: "To be refunded; swept every 15 s." }),
  commits_unsealed: Schema.Int.annotate({ description: "Commits that no view has seen yet." }),
  webhooks_pending: Schema.Int.annotate({ description: "Deliveries to be sent or retried." })
})

const Reply = Schema.Struct({
  at: dateTime,
  host: Schema.String,
  phase: Schema.String,
  code: Schema.optionalKey(Schema.Int),
  enhanced_code: Schema.optionalKey(Schema.String),
  fault: Schema.optionalKey(
    Schema.String.annotate({ description: "What happened in place of a reply." })
  )
})

const Guard = Schema.Struct({
  group: Schema.String.annotate({ description: "Mail hosts that share a pace." }),
  egress: Schema.String,
  node: Schema.String,
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]),
  blocked: Schema.Boolean.annotate({
    description: "Whether so many domains refuse us that the refusals must be about us."
  }),
  because: Schema.optionalKey(Schema.String),
  paused_until: Schema.optionalKey(dateTime),
  starts_per_second: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Current limit of new SMTP sessions; absent: none." })
  ),
  conversations_max: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Limit of open SMTP sessions; absent: none." })
  ),
  fixed_pace: Schema.Boolean.annotate({
    description: "Whether the operator has set the pace, so that it does not adapt."
  }),
  open: Schema.Int.annotate({ description: "Open SMTP sessions." }),
  waiting_real_time: Schema.Int,
  waiting_bulk: Schema.Int,
  last_reply: Schema.optionalKey(Reply.annotate({ description: "The latest reply about us." })),
  shown_at: dateTime
})

const View = Schema.Struct({
  name: Schema.String,
  generation: Schema.Int,
  live: Schema.Boolean.annotate({ description: "false for a rebuild beside the live one." }),
  behind: Schema.Int.annotate({ description: "Commits of the log that it has not applied yet." }),
  parked: Schema.Int.annotate({ description: "Commits that it failed on." })
})

const List = Schema.Struct({
  name: Schema.String,
  as_of: Schema.String.annotate({ description: "Date of the list." }),
  entries: Schema.Int,
  refreshed: Schema.Boolean
})

const Blocklist = Schema.Struct({
  zone: Schema.String,
  subject: Schema.String,
  state: Schema.Literals(["unproven", "on", "off"]),
  why: Schema.optionalKey(Schema.String.annotate({ description: "Why it is off." })),
  tested_at: Schema.optionalKey(dateTime)
})

const Finding = Schema.Struct({
  id: Schema.String,
  severity: Schema.Literals(["ok", "note", "warning", "problem"]),
  says: Schema.String,
  advice: Schema.optionalKey(Schema.String),
  setting: Schema.optionalKey(Schema.String),
  egress: Schema.optionalKey(Schema.String)
})

export const Health = Schema.Struct({
  nodes: Schema.Array(Node),
  queues: Queues,
  guards: Schema.Array(Guard).annotate({
    description: "Of the last 10 minutes, the worst first, then the busiest; at most 100."
  }),
  guards_in_trouble: Schema.Array(Guard).annotate({
    description: "Of the last 2 hours: those that are paused or refuse us altogether."
  }),
  views: Schema.Array(View),
  lists: Schema.Array(List),
  blocklists: Schema.Array(Blocklist).annotate({ description: "On the responding node." }),
  doctor: Schema.NullOr(
    Schema.Struct({ examined_at: dateTime, findings: Schema.Array(Finding) })
  ).annotate({ description: "null until the first examination has ended." }),
  checked_at: dateTime
}).annotate({ identifier: "Health" })
export type Health = typeof Health.Type
