/** What guards are asked in real time: the payload of their messages, and the argument of their calls. */
import { Schema } from "effect"

import { QueuedProbe } from "./queue/ProbeRow.ts"

export const GuardedProbe = Schema.Struct({
  question: QueuedProbe,
  account: Schema.String,
  /** Epoch milliseconds: until when the session must begin, and the result arrive. */
  waitUntil: Schema.Int,
  deadline: Schema.Int
})
export type GuardedProbe = typeof GuardedProbe.Type

export const DomainProbe = Schema.Struct({
  ...GuardedProbe.fields,
  /** A free-mail domain, which many people share: the enumeration limit does not apply. */
  isShared: Schema.Boolean
})
export type DomainProbe = typeof DomainProbe.Type
