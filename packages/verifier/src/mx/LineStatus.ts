/** What an operator sees of one group of mail hosts. A schema: a guard may be on another node. */
import { SmtpExchange } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import type { Desk } from "./Desk.ts"
import { circuitOf, isBlocked, PauseReason } from "./pace.ts"
import type { PaceLimits } from "./pace.ts"

/** A reply that counted, or what came in its place, and when; never an address. */
export const ShownReply = Schema.Struct({ ...SmtpExchange.fields, at: Schema.Finite })
export type ShownReply = typeof ShownReply.Type

export const LineStatus = Schema.Struct({
  group: Schema.String,
  /** Conversations: starts per second as of now, and how many may be open. Absent: no limit. */
  startsPerSecond: Schema.optional(Schema.Finite),
  conversationsMax: Schema.optional(Schema.Finite),
  /** The operator's own pace: no back-off, no pauses, no gate. */
  isFixed: Schema.Boolean,
  open: Schema.Int,
  waiting: Schema.Struct({
    realTime: Schema.Int,
    bulk: Schema.Int,
    byAccount: Schema.Record(Schema.String, Schema.Int)
  }),
  circuit: Schema.Literals(["closed", "paused", "halfOpen"]),
  /** Of the last pause, until a conversation went well. */
  pause: Schema.optional(Schema.Struct({ until: Schema.Finite, because: PauseReason })),
  /** So many domains refuse us that every question is answered `policy_blocked`: the alarm. */
  isBlocked: Schema.Boolean,
  lastReplies: Schema.Array(ShownReply)
})
export type LineStatus = typeof LineStatus.Type

/** The own-health gate has shut: so many domains refuse us that it must be about us. */
export interface BlockAlarm {
  readonly group: string
  /** Epoch milliseconds. */
  readonly until: number
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0)

export const statusOf = (
  group: string,
  { pace, open, waiting }: Desk,
  { conversationsMax, startsPerSecondMax, isFixed }: PaceLimits,
  lastReplies: ReadonlyArray<ShownReply>,
  now: number
): LineStatus => {
  const realTime = waiting.count("realTime")
  const bulk = waiting.count("bulk")
  const accounts = new Set([...realTime.keys(), ...bulk.keys()])
  return {
    group,
    startsPerSecond: finite(isFixed ? startsPerSecondMax : pace.startsPerSecond),
    conversationsMax: finite(conversationsMax),
    isFixed,
    open,
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
