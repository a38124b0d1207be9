/** The state of the service, for its operator. Sentences are for people and may change; ids do not. */
import { Schema } from "effect"

import { dateTime } from "./formats.ts"

const Node = Schema.Struct({
  name: Schema.String.annotate({ description: "Its name." }),
  started_at: dateTime.pipe(Schema.annotateKey({ description: "When the node started." })),
  seen_at: dateTime.pipe(Schema.annotateKey({ description: "When it last reported." })),
  alive: Schema.Boolean.annotate({ description: "Whether it reported in the last 30 seconds." })
})

const Queues = Schema.Struct({
  jobs_pending: Schema.Int.annotate({ description: "Jobs that have not begun." }),
  jobs_processing: Schema.Int.annotate({ description: "Jobs that are being processed." }),
  probes_due: Schema.Int.annotate({ description: "Rows to be probed now." }),
  probes_later: Schema.Int.annotate({ description: "Greylisted rows to be probed later." }),
  probes_asked: Schema.Int.annotate({ description: "Rows that a node has taken to probe." }),
  holds_expired: Schema.Int.annotate({ description: "To be refunded; swept every 15 s." }),
  commits_unsealed: Schema.Int.annotate({ description: "Commits that no view has seen yet." }),
  webhooks_pending: Schema.Int.annotate({ description: "Deliveries to be sent or retried." })
})

const Reply = Schema.Struct({
  at: dateTime.pipe(Schema.annotateKey({ description: "When the reply came." })),
  host: Schema.String.annotate({ description: "The mail server." }),
  phase: Schema.String.annotate({ description: "The phase of the conversation." }),
  code: Schema.optionalKey(Schema.Int.annotate({ description: "The SMTP reply code." })),
  enhanced_code: Schema.optionalKey(
    Schema.String.annotate({ description: "The enhanced status code, such as 5.1.1." })
  ),
  fault: Schema.optionalKey(
    Schema.String.annotate({ description: "The event in place of a reply, such as a time-out." })
  )
})

const Guard = Schema.Struct({
  group: Schema.String.annotate({ description: "Mail servers that share a pace." }),
  egress: Schema.String.annotate({
    description: "The local address that mail servers are asked from."
  }),
  node: Schema.String.annotate({ description: "The node." }),
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]).annotate({
    description: "`closed`: mail servers are asked; `paused`: not now; `halfOpen`: one is tried."
  }),
  blocked: Schema.Boolean.annotate({
    description: "Whether so many domains refuse us that the refusals must be about us."
  }),
  because: Schema.optionalKey(Schema.String.annotate({ description: "Why it is paused." })),
  paused_until: Schema.optionalKey(dateTime).pipe(
    Schema.annotateKey({ description: "When it ends." })
  ),
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
  waiting_real_time: Schema.Int.annotate({ description: "Requests that wait." }),
  waiting_bulk: Schema.Int.annotate({ description: "Rows of lists that wait." }),
  warm_up: Schema.optionalKey(
    Schema.Struct({
      conversations_today: Schema.Int.annotate({
        description: "SMTP sessions that may start on this UTC day."
      }),
      left_today: Schema.Int.annotate({ description: "Those of them that are left." }),
      next_day: dateTime.pipe(Schema.annotateKey({ description: "When the next day begins." }))
    }).annotate({
      description: "The daily limit of a new address; absent: none (`since=` of RCPT_SMTP_EGRESS)."
    })
  ),
  last_reply: Schema.optionalKey(Reply.annotate({ description: "The latest reply about us." })),
  unread_replies: Schema.optionalKey(
    Schema.Int.annotate({ description: "Replies that no rule understood." })
  ),
  unread_texts: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "Their latest different texts, without addresses."
    })
  ),
  shown_at: dateTime.pipe(Schema.annotateKey({ description: "When this was true." }))
})

const View = Schema.Struct({
  name: Schema.String.annotate({ description: "Its name." }),
  generation: Schema.Int.annotate({ description: "How often it was rebuilt." }),
  live: Schema.Boolean.annotate({ description: "false for a rebuild beside the live one." }),
  behind: Schema.Int.annotate({ description: "Commits of the log that it has not applied yet." }),
  parked: Schema.Int.annotate({ description: "Commits that it failed on." })
})

const List = Schema.Struct({
  name: Schema.String.annotate({ description: "Its name." }),
  as_of: Schema.String.annotate({ description: "Date of the list." }),
  entries: Schema.Int.annotate({ description: "Number of its entries." }),
  refreshed: Schema.Boolean.annotate({ description: "Whether it is newer than this release." })
})

const Blocklist = Schema.Struct({
  zone: Schema.String.annotate({ description: "The zone that is looked up." }),
  subject: Schema.String.annotate({ description: "The kind of query: domains or IP addresses." }),
  state: Schema.Literals(["unproven", "on", "off"]).annotate({
    description: "Whether it answers as a blocklist must."
  }),
  why: Schema.optionalKey(Schema.String.annotate({ description: "Why it is off." })),
  tested_at: Schema.optionalKey(dateTime).pipe(
    Schema.annotateKey({ description: "When it was tested." })
  )
})

const Finding = Schema.Struct({
  id: Schema.String.annotate({ description: "Its id." }),
  severity: Schema.Literals(["ok", "note", "warning", "problem"]).annotate({
    description: "The severity."
  }),
  says: Schema.String.annotate({ description: "A sentence for people." }),
  advice: Schema.optionalKey(Schema.String.annotate({ description: "The next step." })),
  setting: Schema.optionalKey(Schema.String.annotate({ description: "The setting concerned." })),
  egress: Schema.optionalKey(
    Schema.String.annotate({ description: "The local address that mail servers are asked from." })
  )
})

export const Health = Schema.Struct({
  nodes: Schema.Array(Node).annotate({ description: "The nodes that run." }),
  queues: Queues.annotate({ description: "Waiting work." }),
  guards: Schema.Array(Guard).annotate({
    description: "Of the last 10 minutes, the worst first, then the busiest; at most 100."
  }),
  guards_in_trouble: Schema.Array(Guard).annotate({
    description: "Of the last 2 hours: those that are paused or refuse us altogether."
  }),
  views: Schema.Array(View).annotate({ description: "The projections, with their progress." }),
  lists: Schema.Array(List).annotate({ description: "The lists in use, and their age." }),
  blocklists: Schema.Array(Blocklist).annotate({ description: "On the responding node." }),
  doctor: Schema.NullOr(
    Schema.Struct({
      examined_at: dateTime.pipe(
        Schema.annotateKey({ description: "The time of the examination." })
      ),
      findings: Schema.Array(Finding).annotate({ description: "The findings, with advice." })
    })
  ).annotate({ description: "null until the first examination has ended." }),
  checked_at: dateTime.pipe(Schema.annotateKey({ description: "The time of the finding." }))
}).annotate({ identifier: "Health" })
export type Health = typeof Health.Type
