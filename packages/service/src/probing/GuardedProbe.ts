/**
 * A request to a guard for a caller that waits. A guard in this process is called with times of its clock; a message
 * to another node says how long is left, because the clock there may differ by minutes.
 */
import type { ProbeRequest } from "@rcpt/verifier/pacing/Probe"
import { Clock, Effect, Schema } from "effect"

import { QueuedProbe } from "./queue/ProbeRow.ts"

export interface GuardedProbe {
  readonly request: ProbeRequest
  /** The group of the mail hosts, as the node that asks sees it. */
  readonly group: string
  /** Many people share the domain, a free-mail provider: the enumeration limit does not apply. */
  readonly isShared: boolean
}

export const GuardMessage = Schema.Struct({
  question: QueuedProbe,
  account: Schema.String,
  /** A label of the visitor of a page, if one asks with a browser key. */
  visitor: Schema.optionalKey(Schema.String),
  group: Schema.String,
  isShared: Schema.Boolean,
  /** Milliseconds that are left of the wait for a session, and of the wait for the result. */
  waitLeft: Schema.Int,
  timeLeft: Schema.Int
})
export type GuardMessage = typeof GuardMessage.Type

/** The message to send now. The way to the guard is not counted: it takes milliseconds. */
export const toMessage = ({ request, ...rest }: GuardedProbe): Effect.Effect<GuardMessage> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { address, hosts, catchAll, account, visitor, waitUntil, deadline } = request
    const left = (until: number) => Math.max(0, Math.ceil(until - now))
    const question = { address, hosts, catchAll }
    const from = { account, ...(visitor !== undefined && { visitor }) }
    return { ...rest, ...from, question, waitLeft: left(waitUntil), timeLeft: left(deadline) }
  })

/** The request of a message that arrives now. */
export const fromMessage = (message: GuardMessage): Effect.Effect<GuardedProbe> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { question, account, visitor, group, isShared, waitLeft, timeLeft } = message
    const times = { waitUntil: now + waitLeft, deadline: now + timeLeft }
    const request = { ...question, account, visitor, ...times, urgency: "realTime" } as const
    return { request, group, isShared }
  })
