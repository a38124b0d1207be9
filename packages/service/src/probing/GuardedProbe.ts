/**
 * What guards are asked in real time. A guard in this process is called with times of its clock; a message
 * to another node says how long is left, because the clock there may differ by minutes.
 */
import { Clock, Effect, Schema } from "effect"

import { QueuedProbe } from "./queue/ProbeRow.ts"

interface Asked {
  readonly question: QueuedProbe
  readonly account: string
  /** Epoch milliseconds: until when the session must begin, and the result arrive. */
  readonly waitUntil: number
  readonly deadline: number
}

export interface GuardedProbe extends Asked {
  /** Of the mail hosts. Absent from nodes of versions whose guards had one group each. */
  readonly group?: string | undefined
}

export interface DomainProbe extends Asked {
  /** A free-mail domain, which many people share: the enumeration limit does not apply. */
  readonly isShared: boolean
}

const fields = {
  question: QueuedProbe,
  account: Schema.String,
  /** Milliseconds: what is left of the wait for a session, and of that for the result. */
  waitLeft: Schema.Int,
  timeLeft: Schema.Int
}

export const GuardMessage = Schema.Struct({
  ...fields,
  group: Schema.optional(Schema.String)
})

export const DomainMessage = Schema.Struct({
  ...fields,
  isShared: Schema.Boolean
})

export type Times = Pick<Asked, "waitUntil" | "deadline">

export type Message<Request> = Omit<Request, keyof Times> &
  Readonly<Record<"waitLeft" | "timeLeft", number>>

/** The message to send now. The way to the guard is not counted: it takes milliseconds. */
export const toMessage = <Request extends Times>(
  request: Request
): Effect.Effect<Message<Request>> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { waitUntil, deadline, ...rest } = request
    const left = (until: number) => Math.max(0, Math.ceil(until - now))
    return { ...rest, waitLeft: left(waitUntil), timeLeft: left(deadline) }
  })

/** The request of a message that arrives now. */
export const fromMessage = <Rest>(
  message: Rest & Readonly<Record<"waitLeft" | "timeLeft", number>>
): Effect.Effect<Omit<Rest, "waitLeft" | "timeLeft"> & Times> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { waitLeft, timeLeft, ...rest } = message
    return { ...rest, waitUntil: now + waitLeft, deadline: now + timeLeft }
  })
