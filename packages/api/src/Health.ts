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
  commits_unsealed: Schema.Int.annotate({ description: "Written, and not seen by any view yet." }),
  webhooks_pending: Schema.Int.annotate({ description: "Deliveries that are to be tried (again)." })
})

const Reply = Schema.Struct({
  at: dateTime,
  host: Schema.String,
  phase: Schema.String,
  code: Schema.optionalKey(Schema.Int),
  enhanced_code: Schema.optionalKey(Schema.String),
  fault: Schema.optionalKey(
    Schema.String.annotate({ description: "What came in place of a reply." })
  )
})

const Guard = Schema.Struct({
  group: Schema.String.annotate({ description: "Of mail hosts that one provider runs." }),
  egress: Schema.String,
  node: Schema.String,
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]),
  blocked: Schema.Boolean.annotate({
    description: "So many domains refuse us that it is about us."
  }),
  because: Schema.optionalKey(Schema.String),
  paused_until: Schema.optionalKey(dateTime),
  starts_per_second: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Conversations, as of now; absent: any number." })
  ),
  conversations_max: Schema.optionalKey(
    Schema.Finite.annotate({ description: "At once; absent: any number." })
  ),
  fixed_pace: Schema.Boolean.annotate({ description: "The operator's own: it never slows down." }),
  open: Schema.Int.annotate({ description: "Conversations." }),
  waiting_real_time: Schema.Int,
  waiting_bulk: Schema.Int,
  last_reply: Schema.optionalKey(
    Reply.annotate({ description: "The last one that said something about us." })
  ),
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
    description: "Of the last 10 minutes, the worst first, then the busiest; 100 at most."
  }),
  guards_in_trouble: Schema.Array(Guard).annotate({
    description: "Of the last 2 hours: those that are not asked now, or refuse us altogether."
  }),
  views: Schema.Array(View),
  lists: Schema.Array(List),
  blocklists: Schema.Array(Blocklist).annotate({ description: "On the node that answers." }),
  doctor: Schema.NullOr(
    Schema.Struct({ examined_at: dateTime, findings: Schema.Array(Finding) })
  ).annotate({ description: "null until the examination of the start has ended." }),
  checked_at: dateTime
}).annotate({ identifier: "Health" })
export type Health = typeof Health.Type
