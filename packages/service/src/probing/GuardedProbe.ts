/**
 * What a guard is asked in real time. A guard in this process is called with times of its clock; a message
 * to another node says how long is left, because the clock there may differ by minutes.
 */
import { Clock, Effect, Schema } from "effect"

import { QueuedProbe } from "./queue/ProbeRow.ts"

export interface GuardedProbe {
  readonly question: QueuedProbe
  readonly account: string
  /** The group of its mail hosts, as the node that asks sees it. */
  readonly group: string
  /** A free-mail domain, which many people share: the enumeration limit does not apply. */
  readonly isShared: boolean
  /** Epoch milliseconds: until when the session must begin, and the result arrive. */
  readonly waitUntil: number
  readonly deadline: number
}

export const GuardMessage = Schema.Struct({
  question: QueuedProbe,
  account: Schema.String,
  group: Schema.String,
  isShared: Schema.Boolean,
  /** Milliseconds: what is left of the wait for a session, and of that for the result. */
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
