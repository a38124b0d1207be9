/**
 * Decides how fast sessions with one group of mail hosts may start, by pure functions of the results so far.
 * `now` is in epoch milliseconds. Each connection counts as a start.
 *
 *   closed ──4 × "not so fast" │ 5 × silence │ 80 % refusals──▶ paused ──time──▶ half open
 *     ▲                                                           ▲                 │ one trial
 *     └────────────────────────── quiet ──────────────────────────┼─────────────────┤
 *                                                                 └──── trouble ────┘
 *
 * The state is plain data, so that a pause outlives the process. A fixed pace never changes.
 */
import { Duration, Schema } from "effect"

import type { ProbePolicy } from "../smtp/rules/probePolicies.ts"
import {
  answersKeptMax,
  answersLifetime,
  answersToJudgeMin,
  catchUpMillis,
  domainsToJudgeMin,
  rateStrikesMax,
  refusedShareMax,
  refusedStartsPerSecond,
  silencePause,
  silencesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "./limits.ts"
import {
  afterConversation,
  afterResult,
  capOpensAt,
  firstDay,
  leftToday,
  WarmUp
} from "./warmUp.ts"
import type { WarmUpLeft } from "./warmUp.ts"

/** How fast sessions may start, by the provider's policy or by the operator's settings. */
export interface PaceLimits {
  /** Connections that may be open at once. */
  readonly connectionsMax: number
  readonly startsPerSecondMax: number
  readonly pauseMillis: number
  /** Whether these are the operator's own numbers, which no result changes. */
  readonly isFixed: boolean
  /** Since when the address is in use, in epoch milliseconds, if it has to warm up. A fixed pace has no warm-up. */
  readonly warmsSince?: number | undefined
}

/** A pace that replaces that of the policy. A value that is absent comes from the policy. */
export interface FixedPace {
  readonly connections?: number
  readonly startsPerSecond?: number
}

export const limitsOf = (
  policy: ProbePolicy,
  fixed: FixedPace = {},
  warmsSince?: number
): PaceLimits => ({
  connectionsMax: fixed.connections ?? policy.connectionsMax,
  startsPerSecondMax: fixed.startsPerSecond ?? policy.startsPerSecond,
  pauseMillis: Duration.toMillis(policy.pause),
  isFixed: fixed.connections !== undefined || fixed.startsPerSecond !== undefined,
  ...(warmsSince !== undefined && { warmsSince })
})

/** One result for block detection. */
const PastAnswer = Schema.Struct({
  /** The time of the result, in epoch milliseconds. */
  at: Schema.Finite,
  domain: Schema.String,
  /** Whether it was a refusal for a reason that is about us. */
  refused: Schema.Boolean,
  /** Whether the refusal spoke of complaints or spam traps. */
  isConduct: Schema.optionalKey(Schema.Literal(true))
})
type PastAnswer = typeof PastAnswer.Type

const since = (now: number): number => now - Duration.toMillis(answersLifetime)

const addAnswer = (
  answers: ReadonlyArray<PastAnswer>,
  answer: PastAnswer,
  now: number
): ReadonlyArray<PastAnswer> => {
  const oldest = since(now)
  const firstKept = answers.findIndex(({ at }, index) => {
    return at >= oldest && index > answers.length - answersKeptMax
  })
  return [...(firstKept === -1 ? [] : answers.slice(firstKept)), answer]
}

const shareOfRefusals = (answers: ReadonlyArray<PastAnswer>): number =>
  answers.filter(({ refused }) => refused).length / answers.length

/** The domain with most refusals. */
const worstOf = (answers: ReadonlyArray<PastAnswer>): string | undefined => {
  const refusals = new Map<string, number>()
  for (const { domain, refused } of answers) {
    if (refused) refusals.set(domain, (refusals.get(domain) ?? 0) + 1)
  }
  return [...refusals].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/**
 * The reason to pause, if there is one. A provider has blocked us if nearly all of many domains refuse us; the
 * refusals of one domain say nothing as long as others are served.
 */
const judgeRefusals = (
  answers: ReadonlyArray<PastAnswer>
): "blocked" | "refused" | "conduct" | undefined => {
  if (answers.length < answersToJudgeMin) return undefined
  if (shareOfRefusals(answers) < refusedShareMax) return undefined
  // A thousand rows of one domain would outnumber all others. Those decide.
  const worst = worstOf(answers)
  const others = answers.filter(({ domain }) => domain !== worst)
  if (others.length > 0 && shareOfRefusals(others) <= 0.5) return undefined
  if (answers.filter(({ isConduct }) => isConduct).length > answers.length / 2) return "conduct"
  return new Set(answers.map(({ domain }) => domain)).size >= domainsToJudgeMin
    ? "blocked"
    : "refused"
}

/** Whether another domain of the group was served lately. */
const othersAreServed = (
  answers: ReadonlyArray<PastAnswer>,
  domain: string,
  now: number
): boolean => answers.some((one) => !one.refused && one.at >= since(now) && one.domain !== domain)

/** When the group last gave an ordinary answer; 0 if none is remembered. */
export const servedAt = ({ answers }: PaceState): number =>
  answers.findLast(({ refused }) => !refused)?.at ?? 0

const hasRefused = (answers: ReadonlyArray<PastAnswer>, now: number, domain?: string): boolean =>
  answers.some(
    (one) => one.refused && one.at >= since(now) && (domain === undefined || one.domain === domain)
  )

/**
 * Why a group is paused.
 * - `rateLimited`: the provider wants less from us.  `silent`: no host opens a session.
 * - `refused`: a few domains refuse us, and no other is served.  `blocked`: so many refuse us that it is about us.
 * - `stillBlocked`: the trial after a pause was refused too.
 * - `conduct`: refusals because of complaints or spam traps. They are about what is asked, not about the address that asks.
 */
export const PauseReason = Schema.Literals([
  "rateLimited",
  "silent",
  "refused",
  "blocked",
  "stillBlocked",
  "conduct"
])
export type PauseReason = typeof PauseReason.Type

/** The state of a pace. It is stored, so its field names and those of `PastAnswer` must not change. */
export const PaceState = Schema.Struct({
  startsPerSecond: Schema.Finite,
  /** The time that the last start counts from, which may be before it happened; 0 means never. */
  startedAt: Schema.Finite,
  /** When the pace was last slowed. Sessions that started before say nothing about the pace since. */
  slowedAt: Schema.Finite,
  rateStrikes: Schema.Int,
  /** Domains for which no host opened a session since one last did, with repetitions. */
  silent: Schema.Array(Schema.String),
  /** The pause ends at `until`, but the circuit is half open until a session goes well. */
  pause: Schema.optional(Schema.Struct({ until: Schema.Finite, because: PauseReason })),
  answers: Schema.Array(PastAnswer),
  /** The warm-up of a new address; absent if it has none, or none yet. */
  warmUp: Schema.optional(WarmUp)
})
export type PaceState = typeof PaceState.Type

/** A signal of one result about us. A result that says nothing about us gives none. */
export interface PaceSignal {
  /** `quiet`: an ordinary reply about a recipient. `deferred`: it may be greylisting, or our pace. */
  readonly kind: "quiet" | "rateLimited" | "refused" | "deferred" | "silent"
  readonly domain: string
  /** Whether a refusal speaks of complaints or spam traps. */
  readonly isConduct?: boolean | undefined
  /** When the session of the result started, in epoch milliseconds. */
  readonly startedAt: number
  /** Whether this is the first result of its session. */
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

/** The saved state, within the present limits. Anything that is no valid state gives a fresh pace. */
export const restorePace = (saved: unknown, limits: PaceLimits): PaceState =>
  isPaceState(saved) && !limits.isFixed
    ? { ...saved, startsPerSecond: Math.min(saved.startsPerSecond, limits.startsPerSecondMax) }
    : freshPace(limits)

const rateOf = ({ startsPerSecond }: PaceState, limits: PaceLimits): number =>
  limits.isFixed ? limits.startsPerSecondMax : startsPerSecond

/** The last start. It is in the future only if the clock was set back; then it counts as now. */
const lastStart = ({ startedAt }: PaceState, now: number): number => Math.min(startedAt, now)

/** The time since the last start in milliseconds, or since 1970 if there was none. */
export const sinceLastStart = (state: PaceState, now: number): number => now - lastStart(state, now)

const intervalOf = (state: PaceState, limits: PaceLimits): number => 1_000 / rateOf(state, limits)

export const circuitOf = ({ pause }: PaceState, now: number): "closed" | "paused" | "halfOpen" => {
  if (pause === undefined) return "closed"
  return now < pause.until ? "paused" : "halfOpen"
}

/** Whether we are blocked. Callers then get their answer at once instead of waiting in vain. */
export const isBlocked = (state: PaceState, now: number): boolean =>
  (state.pause?.because === "blocked" ||
    state.pause?.because === "conduct" ||
    isStillBlocked(state)) &&
  circuitOf(state, now) === "paused"

/** Whether the trial after a block was refused too, so that not even a row of a job waits for the next trial. */
export const isStillBlocked = ({ pause }: PaceState): boolean => pause?.because === "stillBlocked"

/** The warm-up of a new address; `undefined` if it has none. */
export const warmUpOf = (
  { warmUp }: PaceState,
  { warmsSince, isFixed }: PaceLimits,
  now: number
): WarmUp | undefined =>
  warmsSince === undefined || isFixed ? undefined : (warmUp ?? firstDay(warmsSince, now))

/** What is left of today's cap of a new address; `undefined` if there is none. */
export const warmUpLeft = (
  state: PaceState,
  limits: PaceLimits,
  now: number
): WarmUpLeft | undefined => {
  const warmUp = warmUpOf(state, limits, now)
  return warmUp && leftToday(warmUp, now)
}

/** When today's cap of a new address allows the next connection, in epoch milliseconds; 0 means now. */
export const capEndsAt = (state: PaceState, limits: PaceLimits, now: number): number => {
  const warmUp = warmUpOf(state, limits, now)
  return warmUp === undefined ? 0 : capOpensAt(warmUp, now)
}

/** When the next connection may start, in epoch milliseconds; infinite while another one has to be closed first. */
export const nextStartAt = (
  state: PaceState,
  limits: PaceLimits,
  openCount: number,
  now: number
): number => {
  const openMax = circuitOf(state, now) === "closed" ? limits.connectionsMax : 1
  if (openCount >= openMax) return Number.POSITIVE_INFINITY
  return Math.max(
    lastStart(state, now) + intervalOf(state, limits),
    state.pause?.until ?? 0,
    capEndsAt(state, limits, now)
  )
}

export const afterStart = (state: PaceState, limits: PaceLimits, now: number): PaceState => {
  const interval = intervalOf(state, limits)
  const late = interval < catchUpMillis ? catchUpMillis : 0
  const warmUp = warmUpOf(state, limits, now)
  return {
    ...state,
    startedAt: Math.max(lastStart(state, now) + interval, now - late),
    ...(warmUp && { warmUp: afterConversation(warmUp, now) })
  }
}

const slowed = (state: PaceState, slowest: number, now: number): PaceState => ({
  ...state,
  startsPerSecond: Math.min(state.startsPerSecond, Math.max(slowest, state.startsPerSecond / 2)),
  slowedAt: now
})

/** The state with a new pause. After it the rate is the slowest, and earlier results are not counted again. */
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
    answers: [],
    ...(state.warmUp && { warmUp: state.warmUp })
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

/** The reason of the next pause if the trial session after a pause went wrong. */
const reasonAfterTrial = ({ kind }: PaceSignal, before: PauseReason): PauseReason => {
  if (kind === "silent" || kind === "rateLimited") return kind === "silent" ? "silent" : kind
  if (before === "conduct") return before
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

/** Whether the domain had this trouble before while others are served, which says nothing about us. */
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

/** Counts the result for the warm-up. Greylisting and silence say nothing about a new address. */
const counted = (
  state: PaceState,
  limits: PaceLimits,
  { kind }: PaceSignal,
  now: number
): PaceState => {
  const warmUp = warmUpOf(state, limits, now)
  if (warmUp === undefined || kind === "deferred" || kind === "silent") return state
  return { ...state, warmUp: afterResult(warmUp, kind !== "quiet", now) }
}

/** The state after one more result. */
export const afterSignal = (
  before: PaceState,
  limits: PaceLimits,
  signal: PaceSignal,
  now: number
): PaceState => {
  if (limits.isFixed) return before
  const state = counted(before, limits, signal, now)
  const { kind, domain, isConduct } = signal
  const refused = kind === "refused"
  const answer = { at: now, domain, refused, ...(isConduct === true && { isConduct }) }
  const next =
    kind === "quiet" || refused
      ? { ...state, answers: addAnswer(state.answers, answer, now) }
      : state
  if (kind === "quiet") return afterQuiet(next, limits, signal)
  const reason = refused && state.pause === undefined ? judgeRefusals(next.answers) : undefined
  if (reason !== undefined) return paused(next, limits, reason, now)
  return isOnlyThisDomain(state, signal, now) ? next : afterTrouble(next, limits, signal, now)
}

/** Whether the state has nothing to remember: a fresh pace would do the same. */
export const isRested = (state: PaceState, limits: PaceLimits, now: number): boolean =>
  state.pause === undefined &&
  state.rateStrikes + state.silent.length === 0 &&
  now >= state.startedAt + intervalOf(state, limits) &&
  (limits.isFixed || state.startsPerSecond >= limits.startsPerSecondMax) &&
  // While today's cap is used up, the queue is what knows it.
  capEndsAt(state, limits, now) === 0 &&
  !hasRefused(state.answers, now)
