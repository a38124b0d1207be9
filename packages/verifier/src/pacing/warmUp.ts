/**
 * Decides how many conversations a day a new address may begin with one group of mail hosts, by pure functions
 * of the results so far. Each provider has its own opinion of an address, so each group has its own warm-up.
 *
 *   stage 0 ──good day──▶ stage 1 ──good day──▶ … ──▶ warm: only the pace limits from then on
 *              ◀──bad day──        (any other day: the same stage again)
 *
 * Days are those of UTC. The state is plain data and part of the stored pace, so every node continues it.
 */
import { Duration, Schema } from "effect"

import { answersToJudgeMin } from "./limits.ts"

/**
 * Conversations a day, by stage. Schedules of mail services for new addresses begin at 50 to 100 messages a day and
 * provider and double daily (Twilio SendGrid, "Email Guide for IP Warm Up": 50, 100, 500, 1,000, 5,000; connected.app,
 * "Warming up IP addresses": 50 to 100, then twice as many each day). Ours begin at the lower number and keep to
 * doubling. Above the last number is what the slowest provider takes in a day at its ordinary pace.
 */
export const dailyCaps: ReadonlyArray<number> = [
  50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600
]

/**
 * Shares of refusals about us, of all results of a day. Amazon SES advises senders to stay below 2 % of bounces and
 * puts them under review at 5 %: up to the first a day is good, above the second it is bad.
 */
const refusedShareGood = 0.02
const refusedShareBad = 0.05

/** A day proves something for the next stage if at least this share of its cap was used. */
const usedShareMin = 0.5

/**
 * The part of a day's cap after which its count is stored again: a node that dies forgets less than that, and a day
 * takes at most this many statements.
 */
const storedPartsPerDay = 20

const dayMillis = Duration.toMillis(Duration.days(1))

/** Field names are stored, so they must not change. */
export const WarmUp = Schema.Struct({
  /** Days since 1970. */
  day: Schema.Int,
  /** The index in `dailyCaps`. Behind the last one, the address is warm. */
  stage: Schema.Int,
  /** Conversations that began on this day. */
  starts: Schema.Int,
  /** Results of this day: ordinary ones, and refusals about us. */
  served: Schema.Int,
  refused: Schema.Int
})
export type WarmUp = typeof WarmUp.Type

const dayOf = (now: number): number => Math.floor(now / dayMillis)

/** The first state of an address that is in use since then, in epoch milliseconds. */
export const firstDay = (since: number, now: number): WarmUp => ({
  day: dayOf(now),
  stage: Math.min(dailyCaps.length, Math.max(0, dayOf(now) - dayOf(since))),
  starts: 0,
  served: 0,
  refused: 0
})

const stageAfter = ({ stage, starts, served, refused }: WarmUp): number => {
  const cap = dailyCaps[stage]
  const results = served + refused
  if (cap === undefined || results < answersToJudgeMin) return stage
  const share = refused / results
  if (share > refusedShareBad) return Math.max(0, stage - 1)
  return share <= refusedShareGood && starts >= cap * usedShareMin ? stage + 1 : stage
}

/** The state today. A day without conversations proves nothing, so the stage after a gap is that after the last day. */
export const today = (state: WarmUp, now: number): WarmUp =>
  dayOf(now) <= state.day
    ? state
    : { day: dayOf(now), stage: stageAfter(state), starts: 0, served: 0, refused: 0 }

/** What is left of today's cap; `undefined` once the address is warm. */
export const leftToday = (state: WarmUp, now: number): WarmUpLeft | undefined => {
  const { stage, starts, day } = today(state, now)
  const cap = dailyCaps[stage]
  return cap === undefined
    ? undefined
    : { cap, left: Math.max(0, cap - starts), until: (day + 1) * dayMillis }
}

export const WarmUpLeft = Schema.Struct({
  /** Conversations that may begin today, and how many of them are left. */
  cap: Schema.Int,
  left: Schema.Int,
  /** When the next day begins, in epoch milliseconds. */
  until: Schema.Finite
})
export type WarmUpLeft = typeof WarmUpLeft.Type

/** When the next conversation may begin, as far as the warm-up goes, in epoch milliseconds. */
export const capOpensAt = (state: WarmUp, now: number): number => {
  const share = leftToday(state, now)
  return share === undefined || share.left > 0 ? 0 : share.until
}

export const afterConversation = (state: WarmUp, now: number): WarmUp => {
  const current = today(state, now)
  return { ...current, starts: current.starts + 1 }
}

export const afterResult = (state: WarmUp, isRefused: boolean, now: number): WarmUp => {
  const current = today(state, now)
  return isRefused
    ? { ...current, refused: current.refused + 1 }
    : { ...current, served: current.served + 1 }
}

/** The state after so many more conversations that all go well, each with as many results as those of today. */
export const afterLikeToday = (state: WarmUp, conversations: number, now: number): WarmUp => {
  const current = today(state, now)
  const { starts, served, refused } = current
  // Conversations that are under way have no result yet.
  const results = Math.max(1, starts === 0 ? 1 : (served + refused) / starts)
  return {
    ...current,
    starts: starts + conversations,
    served: served + Math.round(conversations * results)
  }
}

/** Whether enough conversations began since the last stored state. */
export const isWorthStoring = (stored: WarmUp | undefined, state: WarmUp | undefined): boolean => {
  if (state === undefined) return false
  const cap = dailyCaps[state.stage]
  if (stored?.day !== state.day || stored.stage !== state.stage) return true
  return cap !== undefined && (state.starts - stored.starts) * storedPartsPerDay >= cap
}
