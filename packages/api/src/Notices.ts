/** What is wrong at the moment, in words. Sentences are for people, and may change; ids do not. */
import { Schema } from "effect"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

export const Notice = Schema.Struct({
  id: Schema.String.annotate({ description: "What it is about; the same one may come twice." }),
  severity: Schema.Literals(["problem", "warning", "note"]),
  for: Schema.Literals(["everybody", "operator"]).annotate({
    description: "`operator`: only whoever owns the service is told."
  }),
  says: Schema.String.annotate({ description: "What is: one sentence." }),
  advice: text("What to do."),
  setting: text("A line of the environment that does it."),
  provider: text("Whose mail servers it is about.")
}).annotate({ identifier: "Notice" })
export type Notice = typeof Notice.Type

export const Notices = Schema.Struct({
  notices: Schema.Array(Notice),
  examined_at: Schema.NullOr(Schema.String.annotate({ format: "date-time" })).annotate({
    description: "When the service last examined itself; null: not yet, it has only just started."
  })
}).annotate({ identifier: "Notices" })
export type Notices = typeof Notices.Type
