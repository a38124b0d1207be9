/** What an operator sees of one queue. A schema: the queue may be on another node. */
import { SmtpExchange } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import { circuitOf, isBlocked, PauseReason } from "./pace.ts"
import type { PaceLimits } from "./PaceLimits.ts"
import type { ProbeScheduler } from "./ProbeScheduler.ts"

/** A reply that a rule has read, or the fault in its place, and when; never an address. */
export const ShownReply = Schema.Struct({ ...SmtpExchange.fields, at: Schema.Finite })
export type ShownReply = typeof ShownReply.Type

export const QueueStatus = Schema.Struct({
  group: Schema.String,
  /** Connections: the current rate of starts, and how many may be open. Absent: no limit. */
  startsPerSecond: Schema.optional(Schema.Finite),
  conversationsMax: Schema.optional(Schema.Finite),
  /** The operator's own pace: no back-off, no pauses, never blocked. */
  isFixed: Schema.Boolean,
  open: Schema.Int,
  waiting: Schema.Struct({
    realTime: Schema.Int,
    bulk: Schema.Int,
    byAccount: Schema.Record(Schema.String, Schema.Int)
  }),
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]),
  /** The last pause, until a session after it goes well. */
  pause: Schema.optional(Schema.Struct({ until: Schema.Finite, because: PauseReason })),
  /** So many domains refuse us that no server is asked during the pause. Raises the alarm. */
  isBlocked: Schema.Boolean,
  lastReplies: Schema.Array(ShownReply)
})
export type QueueStatus = typeof QueueStatus.Type

/** So many domains refuse us that we must be blocked. */
export interface BlockAlarm {
  readonly group: string
  /** Epoch milliseconds. */
  readonly until: number
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0)

export const statusOf = (
  group: string,
  { pace, openCount, queue }: ProbeScheduler,
  { connectionsMax, startsPerSecondMax, isFixed }: PaceLimits,
  lastReplies: ReadonlyArray<ShownReply>,
  now: number
): QueueStatus => {
  const realTime = queue.count("realTime")
  const bulk = queue.count("bulk")
  const accounts = new Set([...realTime.keys(), ...bulk.keys()])
  return {
    group,
    startsPerSecond: finite(isFixed ? startsPerSecondMax : pace.startsPerSecond),
    conversationsMax: finite(connectionsMax),
    isFixed,
    open: openCount,
    waiting: {
      realTime: sum(realTime.values()),
      bulk: sum(bulk.values()),
      byAccount: Object.fromEntries(
        [...accounts].map((one) => [one, (realTime.get(one) ?? 0) + (bulk.get(one) ?? 0)])
      )
    },
    circuit: circuitOf(pace, now),
    pause: pace.pause,
    isBlocked: isBlocked(pace, now),
    lastReplies
  }
}
