/** Somebody who did something, or whom it concerns, as lists name them. */
import { Schema } from "effect"

import { string } from "./fields.ts"

export const PersonNamed = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid", description: "Their id." }),
  email: Schema.optionalKey(
    string(
      "Only with a dashboard session, and as long as they are in the account: then it is forgotten."
    )
  )
}).annotate({
  identifier: "PersonNamed",
  description: "Who made it. Absent if no person with a session did."
})
export type PersonNamed = typeof PersonNamed.Type
