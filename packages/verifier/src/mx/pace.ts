/**
 * How fast one group of mail hosts may be asked, as pure functions of what was heard: `now` is an
 * argument, in epoch milliseconds. Pace counts starts of conversations.
 *
 *   closed ──4 × "not so fast" │ 5 × silence │ 80 % refusals──▶ paused ──time──▶ half open
 *     ▲                                                           ▲                 │ one trial
 *     └────────────────────────── quiet ──────────────────────────┼─────────────────┤
 *                                                                 └──── trouble ────┘
 *
 * The state is plain data, so that a pause outlives the process. A fixed pace has none of this.
 */
import { Duration, Schema } from "effect"

import type { ProbePolicy } from "../rules/probePolicies.ts"
import {
  catchUpMillis,
  rateStrikesMax,
  refusedStartsPerSecond,
  silencePause,
  silencesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "./limits.ts"
import { hasRefused, othersAreFine, PastAnswer, remember, verdictOn } from "./refusals.ts"

export interface PaceLimits {
  /** Open at once. */
  readonly conversationsMax: number
  readonly startsPerSecondMax: number
  readonly pauseMillis: number
  /** The operator's own numbers: whatever is heard, they stay. */
  readonly isFixed: boolean
}

/** In place of the policy; what is absent comes from there. */
export interface FixedPace {
  readonly conversations?: number
  readonly startsPerSecond?: number
}

export const limitsOf = (policy: ProbePolicy, fixed: FixedPace = {}): PaceLimits => ({
  conversationsMax: fixed.conversations ?? policy.conversationsMax,
  startsPerSecondMax: fixed.startsPerSecond ?? policy.startsPerSecond,
  pauseMillis: Duration.toMillis(policy.pause),
  isFixed: fixed.conversations !== undefined || fixed.startsPerSecond !== undefined
})

/**
 * - `rateLimited`: it wants less of us.  `silent`: nobody there lets us in.
 * - `refused`: few domains, all of which refuse us.  `blocked`: so many that it is about us alone.
 */
export const PauseReason = Schema.Literals(["rateLimited", "silent", "refused", "blocked"])
export type PauseReason = typeof PauseReason.Type

export const PaceState = Schema.Struct({
  startsPerSecond: Schema.Finite,
  /** Of the last start, as the pace counts it; 0: never. */
  startedAt: Schema.Finite,
  /** What began before says nothing about the pace since. */
  slowedAt: Schema.Finite,
  rateStrikes: Schema.Int,
  /** Domains for which nobody let us in, since somebody last did; one may be there more than once. */
  silent: Schema.Array(Schema.String),
  /** Over when its time is, but in doubt until a conversation goes well. */
  pause: Schema.optional(Schema.Struct({ until: Schema.Finite, because: PauseReason })),
  answers: Schema.Array(PastAnswer)
})
export type PaceState = typeof PaceState.Type

/** What one answer says about us. Answers that say nothing about us are not told. */
export interface Tidings {
  readonly kind: "quiet" | "rateLimited" | "refused" | "deferred" | "silent"
  readonly domain: string
  /** When its conversation started. */
  readonly startedAt: number
  /** The first answer of its conversation. */
  readonly isFirst: boolean
}

export const freshPace = ({ startsPerSecondMax, isFixed }: PaceLimits): PaceState => ({
  // Of a fixed pace the limits are read, which may be infinite, as plain data may not.
  startsPerSecond: isFixed ? 0 : startsPerSecondMax,
  startedAt: 0,
  slowedAt: 0,
  rateStrikes: 0,
  silent: [],
  answers: []
})

const isPlain = Schema.is(PaceState)

/** What was kept, as far as it still fits the limits; whatever else it is, the pace starts anew. */
export const restorePace = (kept: unknown, limits: PaceLimits): PaceState =>
  isPlain(kept) && !limits.isFixed
    ? { ...kept, startsPerSecond: Math.min(kept.startsPerSecond, limits.startsPerSecondMax) }
    : freshPace(limits)

const rateOf = ({ startsPerSecond }: PaceState, limits: PaceLimits): number =>
  limits.isFixed ? limits.startsPerSecondMax : startsPerSecond

const intervalOf = (state: PaceState, limits: PaceLimits): number => 1_000 / rateOf(state, limits)

export const circuitOf = ({ pause }: PaceState, now: number): "closed" | "paused" | "halfOpen" => {
  if (pause === undefined) return "closed"
  return now < pause.until ? "paused" : "halfOpen"
}

/** Who is answered at once that we are blocked, rather than kept waiting for nothing. */
export const isBlocked = (state: PaceState, now: number): boolean =>
  state.pause?.because === "blocked" && circuitOf(state, now) === "paused"

/** When the next conversation may start; infinite while one has to end first. */
export const nextStartAt = (
  state: PaceState,
  limits: PaceLimits,
  openCount: number,
  now: number
): number => {
  const openMax = circuitOf(state, now) === "closed" ? limits.conversationsMax : 1
  if (openCount >= openMax) return Number.POSITIVE_INFINITY
  return Math.max(state.startedAt + intervalOf(state, limits), state.pause?.until ?? 0)
}

export const started = (state: PaceState, limits: PaceLimits, now: number): PaceState => {
  const interval = intervalOf(state, limits)
  const late = interval < catchUpMillis ? catchUpMillis : 0
  return { ...state, startedAt: Math.max(state.startedAt + interval, now - late) }
}

const slowed = (state: PaceState, slowest: number, now: number): PaceState => ({
  ...state,
  startsPerSecond: Math.min(state.startsPerSecond, Math.max(slowest, state.startsPerSecond / 2)),
  slowedAt: now
})

/** Afterwards it starts as slowly as it gets. What was heard before is not held against it twice. */
const paused = (
  state: PaceState,
  { pauseMillis }: PaceLimits,
  because: PauseReason,
  now: number
): PaceState => {
  const silence = Duration.toMillis(silencePause)
  const millis = because === "silent" ? Math.min(silence, pauseMillis) : pauseMillis
  return {
    startsPerSecond: Math.min(state.startsPerSecond, slowestStartsPerSecond),
    startedAt: state.startedAt,
    slowedAt: now,
    rateStrikes: 0,
    silent: [],
    pause: { until: now + millis, because },
    answers: []
  }
}

const calmed = (state: PaceState, limits: PaceLimits, tidings: Tidings): PaceState => {
  // Of what began before we slowed down or paused, nothing follows for the time after.
  if (tidings.startedAt < Math.max(state.slowedAt, state.pause?.until ?? 0)) return state
  const faster = state.startsPerSecond + limits.startsPerSecondMax / stepsToFullPace
  return {
    ...state,
    pause: undefined,
    startsPerSecond: tidings.isFirst
      ? Math.min(limits.startsPerSecondMax, faster)
      : state.startsPerSecond,
    rateStrikes: 0,
    silent: []
  }
}

/** The trial after a pause went wrong. */
const reasonAgain = ({ kind }: Tidings, before: PauseReason): PauseReason => {
  if (kind === "silent" || kind === "rateLimited") return kind === "silent" ? "silent" : kind
  return before === "blocked" ? "blocked" : "refused"
}

const troubled = (
  state: PaceState,
  limits: PaceLimits,
  tidings: Tidings,
  now: number
): PaceState => {
  if (tidings.startedAt < state.slowedAt) return state
  if (state.pause !== undefined && tidings.kind !== "deferred") {
    return paused(state, limits, reasonAgain(tidings, state.pause.because), now)
  }
  switch (tidings.kind) {
    case "rateLimited": {
      const rateStrikes = state.rateStrikes + 1
      return rateStrikes < rateStrikesMax
        ? { ...slowed(state, slowestStartsPerSecond, now), rateStrikes }
        : paused(state, limits, "rateLimited", now)
    }
    case "silent": {
      const silent = [...state.silent, tidings.domain]
      return silent.length < silencesMax
        ? { ...state, silent }
        : paused(state, limits, "silent", now)
    }
    default:
      return slowed(state, refusedStartsPerSecond, now)
  }
}

/** One customer of a provider whom we know for this, while others are answered, is no news of us. */
const isItsOwnAffair = (
  { answers, silent }: PaceState,
  { kind, domain }: Tidings,
  now: number
): boolean => {
  const isKnownForIt =
    (kind === "refused" && hasRefused(answers, now, domain)) ||
    (kind === "silent" && silent.includes(domain))
  return isKnownForIt && othersAreFine(answers, domain, now)
}

/** One answer later. */
export const heard = (
  state: PaceState,
  limits: PaceLimits,
  tidings: Tidings,
  now: number
): PaceState => {
  if (limits.isFixed) return state
  const { kind, domain } = tidings
  const refused = kind === "refused"
  const next =
    kind === "quiet" || refused
      ? { ...state, answers: remember(state.answers, { at: now, domain, refused }, now) }
      : state
  if (kind === "quiet") return calmed(next, limits, tidings)
  const verdict = refused && state.pause === undefined ? verdictOn(next.answers) : undefined
  if (verdict !== undefined) return paused(next, limits, verdict, now)
  return isItsOwnAffair(state, tidings, now) ? next : troubled(next, limits, tidings, now)
}

/** Nothing to remember: a new line would do the same. */
export const isRested = (state: PaceState, limits: PaceLimits, now: number): boolean =>
  state.pause === undefined &&
  state.rateStrikes + state.silent.length === 0 &&
  now >= state.startedAt + intervalOf(state, limits) &&
  (limits.isFixed || state.startsPerSecond >= limits.startsPerSecondMax) &&
  !hasRefused(state.answers, now)
