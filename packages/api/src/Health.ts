/** The state of the service, for its operator. Sentences are for people and may change; ids do not. */
import { Schema } from "effect"

import { boolean, described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"

const Node = Schema.Struct({
  name: string("Its name."),
  started_at: described(dateTime, "When the node started."),
  seen_at: described(dateTime, "When it last reported."),
  alive: boolean("Whether it reported in the last 30 seconds.")
})

const Queues = Schema.Struct({
  jobs_pending: integer("Jobs that have not begun."),
  jobs_processing: integer("Jobs that are being processed."),
  probes_due: integer("Rows to be probed now."),
  probes_later: integer("Greylisted rows to be probed later."),
  probes_asked: integer("Rows that a node has taken to probe."),
  holds_expired: integer("To be refunded; swept every 15 s."),
  commits_unsealed: integer("Commits that no view has seen yet."),
  webhooks_pending: integer("Deliveries to be sent or retried.")
})

const Reply = Schema.Struct({
  at: described(dateTime, "When the reply came."),
  host: string("The mail server."),
  phase: string("The phase of the conversation."),
  code: Schema.optionalKey(integer("The SMTP reply code.")),
  enhanced_code: Schema.optionalKey(string("The enhanced status code, such as 5.1.1.")),
  fault: Schema.optionalKey(string("The event in place of a reply, such as a time-out."))
})

const Guard = Schema.Struct({
  group: string("Mail servers that share a pace."),
  egress: string("The local address that mail servers are asked from."),
  node: string("The node."),
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]).annotate({
    description: "`closed`: mail servers are asked; `paused`: not now; `halfOpen`: one is tried."
  }),
  blocked: boolean("Whether so many domains refuse us that the refusals must be about us."),
  because: Schema.optionalKey(string("Why it is paused.")),
  paused_until: described(Schema.optionalKey(dateTime), "When it ends."),
  starts_per_second: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Current limit of new SMTP sessions; absent: none." })
  ),
  conversations_max: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Limit of open SMTP sessions; absent: none." })
  ),
  fixed_pace: boolean("Whether the operator has set the pace, so that it does not adapt."),
  open: integer("Open SMTP sessions."),
  waiting_real_time: integer("Requests that wait."),
  waiting_bulk: integer("Rows of lists that wait."),
  warm_up: Schema.optionalKey(
    Schema.Struct({
      conversations_today: integer("SMTP sessions that may start on this UTC day."),
      left_today: integer("Those of them that are left."),
      next_day: described(dateTime, "When the next day begins.")
    }).annotate({
      description: "The daily limit of a new address; absent: none (`since=` of RCPT_SMTP_EGRESS)."
    })
  ),
  last_reply: Schema.optionalKey(Reply.annotate({ description: "The latest reply about us." })),
  unread_replies: Schema.optionalKey(integer("Replies that no rule understood.")),
  unread_texts: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "Their latest different texts, without addresses."
    })
  ),
  shown_at: described(dateTime, "When this was true.")
})

const View = Schema.Struct({
  name: string("Its name."),
  generation: integer("How often it was rebuilt."),
  live: boolean("false for a rebuild beside the live one."),
  behind: integer("Commits of the log that it has not applied yet."),
  parked: integer("Commits that it failed on.")
})

const List = Schema.Struct({
  name: string("Its name."),
  as_of: string("Date of the list."),
  entries: integer("Number of its entries."),
  refreshed: boolean("Whether it is newer than this release.")
})

const Blocklist = Schema.Struct({
  zone: string("The zone that is looked up."),
  subject: string("The kind of query: domains or IP addresses."),
  state: Schema.Literals(["unproven", "on", "off"]).annotate({
    description: "Whether it answers as a blocklist must."
  }),
  why: Schema.optionalKey(string("Why it is off.")),
  tested_at: described(Schema.optionalKey(dateTime), "When it was tested.")
})

const Finding = Schema.Struct({
  id: string("Its id."),
  severity: Schema.Literals(["ok", "note", "warning", "problem"]).annotate({
    description: "The severity."
  }),
  says: string("A sentence for people."),
  advice: Schema.optionalKey(string("The next step.")),
  setting: Schema.optionalKey(string("The setting concerned.")),
  egress: Schema.optionalKey(string("The local address that mail servers are asked from."))
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
      examined_at: described(dateTime, "The time of the examination."),
      findings: Schema.Array(Finding).annotate({ description: "The findings, with advice." })
    })
  ).annotate({ description: "null until the first examination has ended." }),
  checked_at: described(dateTime, "The time of the finding.")
}).annotate({ identifier: "Health" })
export type Health = typeof Health.Type
