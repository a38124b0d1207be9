/** How the service is, for whoever runs it. Sentences are for people, and may change; ids do not. */
import { Schema } from "effect"

const dateTime = Schema.String.annotate({ format: "date-time" })

const Node = Schema.Struct({
  name: Schema.String,
  started_at: dateTime,
  seen_at: dateTime,
  alive: Schema.Boolean.annotate({ description: "It said so in the last 30 seconds." })
})

const Queues = Schema.Struct({
  jobs_pending: Schema.Int,
  jobs_processing: Schema.Int,
  probes_due: Schema.Int.annotate({ description: "Rows that wait for their mail server." }),
  probes_later: Schema.Int.annotate({ description: "Greylisted rows whose time has not come." }),
  probes_asked: Schema.Int.annotate({ description: "Rows that a node holds at this moment." }),
  holds_expired: Schema.Int.annotate({ description: "To be given back; swept every 15 s." }),
  commits_unsealed: Schema.Int.annotate({ description: "Written, and not seen by any view yet." })
})

const Guard = Schema.Struct({
  group: Schema.String,
  egress: Schema.String,
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]),
  blocked: Schema.Boolean.annotate({
    description: "So many domains refuse us that it is about us."
  }),
  because: Schema.optionalKey(Schema.String),
  paused_until: Schema.optionalKey(dateTime),
  shown_at: dateTime
})

const View = Schema.Struct({
  name: Schema.String,
  generation: Schema.Int,
  live: Schema.Boolean.annotate({ description: "false: it is being rebuilt beside the live one." }),
  behind: Schema.Int.annotate({ description: "Commits of the log that it has not taken yet." }),
  parked: Schema.Int.annotate({ description: "Commits that it failed on." })
})

const List = Schema.Struct({
  name: Schema.String,
  as_of: Schema.String.annotate({ description: "A date." }),
  entries: Schema.Int,
  refreshed: Schema.Boolean
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
  guards_in_trouble: Schema.Array(Guard),
  views: Schema.Array(View),
  lists: Schema.Array(List),
  doctor: Schema.NullOr(
    Schema.Struct({ examined_at: dateTime, findings: Schema.Array(Finding) })
  ).annotate({ description: "null until the examination of the start has ended." }),
  checked_at: dateTime
}).annotate({ identifier: "Health" })
export type Health = typeof Health.Type
