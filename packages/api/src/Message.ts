/** A sentence for people: the response to a request that has no other data to return. */
import { Schema } from "effect"

export const Message = Schema.Struct({
  message: Schema.String.annotate({ description: "What was done." })
}).annotate({ identifier: "Message" })
export type Message = typeof Message.Type

export const isMessage = Schema.is(Message)
