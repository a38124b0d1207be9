/** What was done, in a sentence for people: the answer to a request that removes something. */
import { Schema } from "effect"

export const Message = Schema.Struct({ message: Schema.String }).annotate({ identifier: "Message" })
export type Message = typeof Message.Type
