/** The status of one queue for operators. It is a schema, because the queue may be on another node. */
import { SmtpExchange } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import { circuitOf, isBlocked, PauseReason, warmUpLeft } from "./pace.ts"
import type { PaceLimits } from "./pace.ts"
import type { ProbeScheduler } from "./ProbeScheduler.ts"
import { WarmUpLeft } from "./warmUp.ts"

/** A reply that a rule has read, or the fault in its place, with its time. It never has an address. */
export const ShownReply = Schema.Struct({ ...SmtpExchange.fields, at: Schema.Finite })
export type ShownReply = typeof ShownReply.Type

/** Replies that no rule understood, since the queue was opened. */
export const UnreadReplies = Schema.Struct({
  count: Schema.Int,
  /** The latest different texts, without addresses. */
  texts: Schema.Array(Schema.String)
})
export type UnreadReplies = typeof UnreadReplies.Type

export const QueueStatus = Schema.Struct({
  group: Schema.String,
  /** The current rate at which connections start, and how many may be open. Absent means no limit. */
  startsPerSecond: Schema.optional(Schema.Finite),
  conversationsMax: Schema.optional(Schema.Finite),
  /** Whether the operator has set the pace: no back-off, no pauses, never blocked. */
  isFixed: Schema.Boolean,
  open: Schema.Int,
  waiting: Schema.Struct({
    realTime: Schema.Int,
    bulk: Schema.Int,
    byAccount: Schema.Record(Schema.String, Schema.Int)
  }),
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]),
  /** The last pause. It is shown until a session after it goes well. */
  pause: Schema.optional(Schema.Struct({ until: Schema.Finite, because: PauseReason })),
  /** Whether so many domains refuse us that no server is asked during the pause. This raises the alarm. */
  isBlocked: Schema.Boolean,
  /** What is left of today's cap of a new address; absent if there is none. */
  warmUp: Schema.optionalKey(WarmUpLeft),
  lastReplies: Schema.Array(ShownReply),
  /** Replies that no rule understood; absent if there were none. */
  unread: Schema.optionalKey(UnreadReplies)
})
export type QueueStatus = typeof QueueStatus.Type

/** The alarm that so many domains refuse us that we must be blocked. */
export interface BlockAlarm {
  readonly group: string
  /** When the block ends, in epoch milliseconds. */
  readonly until: number
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0)

export const statusOf = (
  group: string,
  { pace, openCount, queue }: ProbeScheduler,
  limits: PaceLimits,
  { lastReplies, unread }: Pick<QueueStatus, "lastReplies" | "unread">,
  now: number
): QueueStatus => {
  const { connectionsMax, startsPerSecondMax, isFixed } = limits
  const warmUp = warmUpLeft(pace, limits, now)
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
    ...(warmUp && { warmUp }),
    lastReplies,
    ...(unread && { unread })
  }
}
