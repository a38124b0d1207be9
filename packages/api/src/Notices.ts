/** Current problems of the service. Sentences are for people and may change; ids do not. */
import { Schema } from "effect"

import { string } from "./fields.ts"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

export const Notice = Schema.Struct({
  id: string("Kind of the problem; several may have the same."),
  severity: Schema.Literals(["problem", "warning", "note"]).annotate({
    description: "The severity."
  }),
  for: Schema.Literals(["everybody", "operator"]).annotate({
    description: "`operator`: only shown to owners of the service."
  }),
  says: string("The problem in one sentence."),
  advice: text("What to do."),
  setting: text("An environment variable to set, with its value."),
  provider: text("The mail provider concerned.")
}).annotate({ identifier: "Notice" })
export type Notice = typeof Notice.Type

export const Notices = Schema.Struct({
  notices: Schema.Array(Notice).annotate({
    description: "Notices for the owner of the account."
  }),
  examined_at: Schema.NullOr(Schema.String.annotate({ format: "date-time" })).annotate({
    description: "When the service last examined itself; null shortly after its start."
  })
}).annotate({ identifier: "Notices" })
export type Notices = typeof Notices.Type
