/**
 * Says how long rows take at one group of mail hosts from one egress, by pure functions of the same pace and warm-up
 * that the guard keeps. It is an estimate: the pace changes with what the hosts answer.
 */
import { Duration } from "effect"

import type { ProbePolicy } from "../smtp/rules/probePolicies.ts"
import { stepsToFullPace } from "./limits.ts"
import { limitsOf, restorePace, warmUpLeft } from "./pace.ts"
import type { FixedPace } from "./pace.ts"
import { afterConversation, dailyCaps, firstDay, leftToday } from "./warmUp.ts"
import type { WarmUp } from "./warmUp.ts"

/** Rows that wait at a group, and what is known of how they are asked. */
export interface Load {
  readonly rows: number
  readonly policy: ProbePolicy
  /** The share of rows that is greylisted, and so is asked twice: 0 to 1. */
  readonly greylisted?: number
}

/** The guard that asks them. */
interface AskedBy {
  /** The stored pace, not decoded; absent: the group was not asked lately. */
  readonly pace?: unknown
  readonly fixed?: FixedPace | undefined
  readonly warmsSince?: number | undefined
}

/** The wait before the first retry of a greylisted row; the default of RCPT_GREYLIST_RETRIES. */
const greylistWait = Duration.toMillis(Duration.minutes(6))

/** More days than this are not told apart. */
const daysMax = 366

/** Conversations that so many rows take. A control address takes the place of a row, so it is within the rounding. */
const conversationsOf = ({ rows, policy, greylisted = 0 }: Load): number =>
  Math.ceil((rows * (1 + greylisted)) / policy.recipientsMax)

interface Ramp {
  readonly rate: number
  readonly millis: number
  readonly conversations: number
}

/** The conversations until the full pace, each of which makes the pace a step faster. */
const rampOf = (from: number, full: number, conversations: number): Ramp => {
  let ramp: Ramp = { rate: from, millis: 0, conversations: 0 }
  while (ramp.rate < full && ramp.conversations < conversations) {
    ramp = {
      rate: Math.min(full, ramp.rate + full / stepsToFullPace),
      millis: ramp.millis + 1_000 / ramp.rate,
      conversations: ramp.conversations + 1
    }
  }
  return ramp
}

/** The time of so many conversations, each day within its cap. */
const withinCaps = (warmUp: WarmUp, conversations: number, rate: number, now: number): number => {
  let [state, left, at] = [warmUp, conversations, now]
  for (let day = 0; day < daysMax; day += 1) {
    const share = leftToday(state, at)
    if (share === undefined) return at - now + (left * 1_000) / rate
    const today = Math.min(share.left, Math.floor(((share.until - at) * rate) / 1_000))
    if (left <= today) return at - now + (left * 1_000) / rate
    left -= today
    // A day that is used and goes well, which is what the estimate assumes.
    const used = share.cap - share.left + today
    const stage = used * 2 >= share.cap ? state.stage + 1 : state.stage
    at = share.until
    state = { ...firstDay(at, at), stage: Math.min(dailyCaps.length, stage) }
  }
  return at - now
}

/** How many milliseconds the rows take from now. */
export const millisFor = (
  load: Load,
  { pace, fixed, warmsSince }: AskedBy,
  now: number
): number => {
  const limits = limitsOf(load.policy, fixed, warmsSince)
  const state = restorePace(pace, limits)
  const full = limits.startsPerSecondMax
  const conversations = conversationsOf(load)
  const begins = Math.max(now, state.pause?.until ?? now)
  const ramp = rampOf(limits.isFixed ? full : state.startsPerSecond, full, conversations)
  const left = conversations - ramp.conversations
  const warmUp =
    warmUpLeft(state, limits, now) && (state.warmUp ?? firstDay(warmsSince ?? now, now))
  const at = begins + ramp.millis
  const rest =
    warmUp === undefined
      ? (left * 1_000) / ramp.rate
      : withinCaps(counting(warmUp, ramp.conversations, at), left, ramp.rate, at)
  return at - now + rest + ((load.greylisted ?? 0) > 0 ? greylistWait : 0)
}

const counting = (warmUp: WarmUp, conversations: number, now: number): WarmUp => {
  const counted = afterConversation(warmUp, now)
  return { ...counted, starts: counted.starts - 1 + conversations }
}
