/**
 * How fast sessions with one group of mail hosts may start, as pure functions of the results so far.
 * `now` is an argument, in epoch milliseconds. Each connection counts as a start.
 *
 *   closed ──4 × "not so fast" │ 5 × silence │ 80 % refusals──▶ paused ──time──▶ half open
 *     ▲                                                           ▲                 │ one trial
 *     └────────────────────────── quiet ──────────────────────────┼─────────────────┤
 *                                                                 └──── trouble ────┘
 *
 * The state is plain data, so that a pause outlives the process. A fixed pace never changes.
 */
import { Duration, Schema } from "effect"

import {
  catchUpMillis,
  rateStrikesMax,
  refusedStartsPerSecond,
  silencePause,
  silencesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "./limits.ts"
import type { PaceLimits } from "./PaceLimits.ts"
import { hasRefused, othersAreServed, PastAnswer, addAnswer, judgeRefusals } from "./refusals.ts"

/**
 * - `rateLimited`: the provider wants less of us.  `silent`: no host opens a session.
 * - `refused`: few domains, all of which refuse us.  `blocked`: so many that it is about us alone.
 * - `stillBlocked`: and the trial after a pause was refused too.
 */
export const PauseReason = Schema.Literals([
  "rateLimited",
  "silent",
  "refused",
  "blocked",
  "stillBlocked"
])
export type PauseReason = typeof PauseReason.Type

/** Stored: its field names, and those of `PastAnswer`, must not change. */
export const PaceState = Schema.Struct({
  startsPerSecond: Schema.Finite,
  /** When the last start counts for the pace, which may be before it happened; 0: never. */
  startedAt: Schema.Finite,
  /** Sessions that started before say nothing about the pace since. */
  slowedAt: Schema.Finite,
  rateStrikes: Schema.Int,
  /** Domains for which no host opened a session since one last did; with repetitions. */
  silent: Schema.Array(Schema.String),
  /** It ends at `until`, but the circuit is half open until a session goes well. */
  pause: Schema.optional(Schema.Struct({ until: Schema.Finite, because: PauseReason })),
  answers: Schema.Array(PastAnswer)
})
export type PaceState = typeof PaceState.Type

/** What one result says about us. Results that say nothing about us give no signal. */
export interface PaceSignal {
  /** `quiet`: an ordinary reply about a recipient. `deferred`: it may be greylisting, or our pace. */
  readonly kind: "quiet" | "rateLimited" | "refused" | "deferred" | "silent"
  readonly domain: string
  /** When its session started. */
  readonly startedAt: number
  /** The first result of its session. */
  readonly isFirst: boolean
}

export const freshPace = ({ startsPerSecondMax, isFixed }: PaceLimits): PaceState => ({
  // A fixed pace is read from its limits. They may be infinite, which plain data may not.
  startsPerSecond: isFixed ? 0 : startsPerSecondMax,
  startedAt: 0,
  slowedAt: 0,
  rateStrikes: 0,
  silent: [],
  answers: []
})

const isPaceState = Schema.is(PaceState)

/** The saved state, within today's limits. Anything that is no state is dropped: a fresh pace. */
export const restorePace = (saved: unknown, limits: PaceLimits): PaceState =>
  isPaceState(saved) && !limits.isFixed
    ? { ...saved, startsPerSecond: Math.min(saved.startsPerSecond, limits.startsPerSecondMax) }
    : freshPace(limits)

const rateOf = ({ startsPerSecond }: PaceState, limits: PaceLimits): number =>
  limits.isFixed ? limits.startsPerSecondMax : startsPerSecond

/** A start is never in the future, unless the clock was set back since: then it is as if it were now. */
const lastStart = ({ startedAt }: PaceState, now: number): number => Math.min(startedAt, now)

/** In milliseconds; since 1970 if there was none. */
export const sinceLastStart = (state: PaceState, now: number): number => now - lastStart(state, now)

const intervalOf = (state: PaceState, limits: PaceLimits): number => 1_000 / rateOf(state, limits)

export const circuitOf = ({ pause }: PaceState, now: number): "closed" | "paused" | "halfOpen" => {
  if (pause === undefined) return "closed"
  return now < pause.until ? "paused" : "halfOpen"
}

/** Nobody who waits for an answer then waits in vain. */
export const isBlocked = (state: PaceState, now: number): boolean =>
  (state.pause?.because === "blocked" || isStillBlocked(state)) &&
  circuitOf(state, now) === "paused"

/** Not even a row of a job waits for the next trial. */
export const isStillBlocked = ({ pause }: PaceState): boolean => pause?.because === "stillBlocked"

/** When the next connection may start; infinite while another one has to be closed first. */
export const nextStartAt = (
  state: PaceState,
  limits: PaceLimits,
  openCount: number,
  now: number
): number => {
  const openMax = circuitOf(state, now) === "closed" ? limits.connectionsMax : 1
  if (openCount >= openMax) return Number.POSITIVE_INFINITY
  return Math.max(lastStart(state, now) + intervalOf(state, limits), state.pause?.until ?? 0)
}

export const afterStart = (state: PaceState, limits: PaceLimits, now: number): PaceState => {
  const interval = intervalOf(state, limits)
  const late = interval < catchUpMillis ? catchUpMillis : 0
  return { ...state, startedAt: Math.max(lastStart(state, now) + interval, now - late) }
}

const slowed = (state: PaceState, slowest: number, now: number): PaceState => ({
  ...state,
  startsPerSecond: Math.min(state.startsPerSecond, Math.max(slowest, state.startsPerSecond / 2)),
  slowedAt: now
})

/** After a pause the rate is the slowest. Results from before it are not counted a second time. */
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

const afterQuiet = (state: PaceState, limits: PaceLimits, signal: PaceSignal): PaceState => {
  // Sessions that started before we slowed down or paused prove nothing about the time after.
  if (signal.startedAt < Math.max(state.slowedAt, state.pause?.until ?? 0)) return state
  const faster = state.startsPerSecond + limits.startsPerSecondMax / stepsToFullPace
  return {
    ...state,
    pause: undefined,
    startsPerSecond: signal.isFirst
      ? Math.min(limits.startsPerSecondMax, faster)
      : state.startsPerSecond,
    rateStrikes: 0,
    silent: []
  }
}

/** The reason of the next pause, when the trial session after one went wrong. */
const reasonAfterTrial = ({ kind }: PaceSignal, before: PauseReason): PauseReason => {
  if (kind === "silent" || kind === "rateLimited") return kind === "silent" ? "silent" : kind
  return before === "blocked" || before === "stillBlocked" ? "stillBlocked" : "refused"
}

const afterTrouble = (
  state: PaceState,
  limits: PaceLimits,
  signal: PaceSignal,
  now: number
): PaceState => {
  if (signal.startedAt < state.slowedAt) return state
  if (state.pause !== undefined && signal.kind !== "deferred") {
    return paused(state, limits, reasonAfterTrial(signal, state.pause.because), now)
  }
  switch (signal.kind) {
    case "rateLimited": {
      const rateStrikes = state.rateStrikes + 1
      return rateStrikes < rateStrikesMax
        ? { ...slowed(state, slowestStartsPerSecond, now), rateStrikes }
        : paused(state, limits, "rateLimited", now)
    }
    case "silent": {
      const silent = [...state.silent, signal.domain]
      return silent.length < silencesMax
        ? { ...state, silent }
        : paused(state, limits, "silent", now)
    }
    default:
      return slowed(state, refusedStartsPerSecond, now)
  }
}

/** The domain is known for this trouble while others are served: that says nothing about us. */
const isOnlyThisDomain = (
  { answers, silent }: PaceState,
  { kind, domain }: PaceSignal,
  now: number
): boolean => {
  const hadItBefore =
    (kind === "refused" && hasRefused(answers, now, domain)) ||
    (kind === "silent" && silent.includes(domain))
  return hadItBefore && othersAreServed(answers, domain, now)
}

/** The state after one more result. */
export const afterSignal = (
  state: PaceState,
  limits: PaceLimits,
  signal: PaceSignal,
  now: number
): PaceState => {
  if (limits.isFixed) return state
  const { kind, domain } = signal
  const refused = kind === "refused"
  const next =
    kind === "quiet" || refused
      ? { ...state, answers: addAnswer(state.answers, { at: now, domain, refused }, now) }
      : state
  if (kind === "quiet") return afterQuiet(next, limits, signal)
  const reason = refused && state.pause === undefined ? judgeRefusals(next.answers) : undefined
  if (reason !== undefined) return paused(next, limits, reason, now)
  return isOnlyThisDomain(state, signal, now) ? next : afterTrouble(next, limits, signal, now)
}

/** Nothing to remember: a fresh pace would do the same. */
export const isRested = (state: PaceState, limits: PaceLimits, now: number): boolean =>
  state.pause === undefined &&
  state.rateStrikes + state.silent.length === 0 &&
  now >= state.startedAt + intervalOf(state, limits) &&
  (limits.isFixed || state.startsPerSecond >= limits.startsPerSecondMax) &&
  !hasRefused(state.answers, now)
