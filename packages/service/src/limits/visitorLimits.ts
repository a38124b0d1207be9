/**
 * Counts the checks of each visitor with a browser key, in the memory of this node, in minutes and days of UTC.
 * The processes of a node tell each other what they count. Other nodes count by themselves: what a key may cost
 * is limited for all of them by its credits (ledger/keySpending.ts).
 */
import type { VisitorLimit } from "@rcpt/domain/KeyTerms"

import * as BoundedMap from "../platform/BoundedMap.ts"
import type { Broadcast } from "../platform/processes/Processes.ts"

/** A visitor takes some 200 octets. One that was evicted begins anew, after so many others. */
const visitorsMax = 50_000

const minuteMillis = 60_000
const dayMillis = 86_400_000

interface Count {
  readonly minute: number
  readonly inMinute: number
  readonly day: number
  readonly inDay: number
}

/** What a visitor has left, of the limit that is reached first. */
export interface VisitorStanding {
  readonly limit: number
  readonly remaining: number
  /** When all of it is there again, in epoch milliseconds. */
  readonly resetAt: number
}

interface VisitorLimits {
  /** Counts a check, unless a limit is reached: then nothing is left. `now`: epoch milliseconds. */
  readonly take: (
    key: string,
    visitor: string,
    limit: VisitorLimit,
    now: number
  ) => VisitorStanding & { readonly isOver: boolean }
}

const none: Count = { minute: 0, inMinute: 0, day: 0, inDay: 0 }

const countAt = (count: Count, now: number): Count => {
  const minute = Math.floor(now / minuteMillis)
  const day = Math.floor(now / dayMillis)
  return {
    minute,
    inMinute: count.minute === minute ? count.inMinute : 0,
    day,
    inDay: count.day === day ? count.inDay : 0
  }
}

const standingOf = ({ minute, inMinute, day, inDay }: Count, limit: VisitorLimit) => {
  const ofMinute = {
    limit: limit.perMinute,
    remaining: Math.max(0, limit.perMinute - inMinute),
    resetAt: (minute + 1) * minuteMillis
  }
  const ofDay = {
    limit: limit.perDay,
    remaining: Math.max(0, limit.perDay - inDay),
    resetAt: (day + 1) * dayMillis
  }
  return ofDay.remaining <= ofMinute.remaining ? ofDay : ofMinute
}

export const make = (siblings?: Broadcast): VisitorLimits => {
  const counts = BoundedMap.make<string, Count>(visitorsMax)
  const topic = "visitors of browser keys"

  const add = (name: string, now: number) => {
    const count = countAt(counts.get(name) ?? none, now)
    const after = { ...count, inMinute: count.inMinute + 1, inDay: count.inDay + 1 }
    counts.set(name, after)
    return after
  }

  // Only the line below tells anything under this topic.
  siblings?.hear(topic, (name) => void add(name as string, Date.now()))

  return {
    take: (key, visitor, limit, now) => {
      const name = `${key} ${visitor}`
      const before = countAt(counts.get(name) ?? none, now)
      const standing = standingOf(before, limit)
      if (standing.remaining === 0) return { ...standing, isOver: true }
      siblings?.tell(topic, name)
      return { ...standingOf(add(name, now), limit), isOver: false }
    }
  }
}
