/** A sentence for people: the response to a request that has no other data to return. */
import { Schema } from "effect"

import { string } from "./fields.ts"

export const Message = Schema.Struct({
  message: string("What was done.")
}).annotate({ identifier: "Message" })
export type Message = typeof Message.Type

export const isMessage = Schema.is(Message)
