/**
 * The question to a guard for a caller that waits. A guard in this process is called with times of its clock; a message
 * to another node says how long is left, because the clock there may differ by minutes.
 */
import { Clock, Effect, Schema } from "effect"

import { QueuedProbe } from "./queue/ProbeRow.ts"

export interface GuardedProbe {
  readonly question: QueuedProbe
  readonly account: string
  /** A label of the visitor of a page, if one asks with a browser key. */
  readonly visitor?: string
  /** The group of the mail hosts, as the node that asks sees it. */
  readonly group: string
  /** Many people share the domain, a free-mail provider: the enumeration limit does not apply. */
  readonly isShared: boolean
  /** The latest time for the session to begin, and for the result to arrive, in epoch milliseconds. */
  readonly waitUntil: number
  readonly deadline: number
}

export const GuardMessage = Schema.Struct({
  question: QueuedProbe,
  account: Schema.String,
  visitor: Schema.optionalKey(Schema.String),
  group: Schema.String,
  isShared: Schema.Boolean,
  /** Milliseconds that are left of the wait for a session, and of the wait for the result. */
  waitLeft: Schema.Int,
  timeLeft: Schema.Int
})
export type GuardMessage = typeof GuardMessage.Type

/** The message to send now. The way to the guard is not counted: it takes milliseconds. */
export const toMessage = (request: GuardedProbe): Effect.Effect<GuardMessage> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { waitUntil, deadline, ...rest } = request
    const left = (until: number) => Math.max(0, Math.ceil(until - now))
    return { ...rest, waitLeft: left(waitUntil), timeLeft: left(deadline) }
  })

/** The request of a message that arrives now. */
export const fromMessage = (message: GuardMessage): Effect.Effect<GuardedProbe> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { waitLeft, timeLeft, ...rest } = message
    return { ...rest, waitUntil: now + waitLeft, deadline: now + timeLeft }
  })
