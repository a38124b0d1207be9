/**
 * Says how long rows take at one group of mail hosts from one egress, by pure functions of the same pace and warm-up
 * that the guard keeps. It is an estimate: the pace changes with what the hosts answer.
 */
import { Duration } from "effect"

import type { ProbePolicy } from "../smtp/rules/probePolicies.ts"
import { stepsToFullPace } from "./limits.ts"
import { limitsOf, restorePace, warmUpOf } from "./pace.ts"
import type { FixedPace } from "./pace.ts"
import { afterLikeToday, leftToday } from "./warmUp.ts"
import type { WarmUp } from "./warmUp.ts"

/** Rows that wait at a group, and what is known of how they are asked. */
export interface Load {
  /** Rows that were not asked yet. */
  readonly rows: number
  readonly policy: ProbePolicy
  /** The share of rows that is greylisted, and so is asked twice: 0 to 1. */
  readonly greylisted?: number
  /** Other rows, which a server has put off, and when the last is asked again, in milliseconds from now. */
  readonly putOff?: number
  readonly putOffFor?: number
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
const conversationsOf = ({ policy }: Load, rows: number): number =>
  Math.ceil(rows / policy.recipientsMax)

/** Conversations that are left at a time, and the rate at which they begin then. */
interface Course {
  readonly at: number
  readonly rate: number
  readonly left: number
}

/** The course after so many conversations more, or at that time. Each makes the pace a step faster, up to the full one. */
const after = (course: Course, full: number, conversations: number, until: number): Course => {
  let { at, rate, left } = course
  const leftMin = Math.max(0, left - conversations)
  while (rate < full && left > leftMin && at < until) {
    at += 1_000 / rate
    left -= 1
    rate = Math.min(full, rate + full / stepsToFullPace)
  }
  const inTime = at < until ? Math.floor(((until - at) * rate) / 1_000) : 0
  const rest = Math.min(left - leftMin, inTime)
  return { at: at + (rest * 1_000) / rate, rate, left: left - rest }
}

/** When the course ends, each day within its cap and as good as today until now. */
const endOf = (begin: Course, full: number, warmUp: WarmUp | undefined): number => {
  let [course, state] = [begin, warmUp]
  for (let day = 0; day < daysMax; day += 1) {
    const share = state && leftToday(state, course.at)
    if (state === undefined || share === undefined)
      return after(course, full, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY).at
    const evening = after(course, full, share.left, share.until)
    if (evening.left === 0) return evening.at
    state = afterLikeToday(state, course.left - evening.left, course.at)
    course = { ...evening, at: Math.max(evening.at, share.until) }
  }
  return course.at
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
  const { rows, greylisted = 0, putOff = 0, putOffFor = 0 } = load
  const millisOf = (asked: number): number => {
    const begin = {
      at: Math.max(now, state.pause?.until ?? now),
      rate: limits.isFixed ? full : state.startsPerSecond,
      left: conversationsOf(load, asked)
    }
    return endOf(begin, full, warmUpOf(state, limits, now)) - now
  }
  // Retries come after all rows were asked once, and the last of them waits for its own turn.
  const lastRetry = greylisted > 0 ? millisOf(rows) + greylistWait : putOffFor
  return Math.max(millisOf(rows * (1 + greylisted) + putOff), lastRetry)
}

/** More egresses than this are no plan. */
const egressesMax = 1_000

/**
 * How many egresses do the rows in time, all at their ordinary pace; `undefined`: no number does. A domain keeps one
 * egress, so the busiest one has the largest domain and an equal share of the others.
 */
export const egressesFor = (
  load: Load,
  rowsOfLargestDomain: number,
  fixed: FixedPace,
  millisMax: number
): number | undefined => {
  const others = load.rows - rowsOfLargestDomain
  const isEnough = (egresses: number): boolean => {
    const rows = rowsOfLargestDomain + others / egresses
    return millisFor({ ...load, rows }, { fixed }, 0) <= millisMax
  }
  if (!isEnough(egressesMax)) return undefined
  let [least, most] = [1, egressesMax]
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (isEnough(middle)) most = middle
    else least = middle + 1
  }
  return least
}
