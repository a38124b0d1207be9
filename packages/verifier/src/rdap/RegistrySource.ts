/** Asks a registry, over RDAP or WHOIS, at its pace and not during its pauses; and reads the dates that it writes. */
import { unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Duration, Effect } from "effect"

import { failurePause, failuresMax, pauseDefault, pauseMax, queueWaitMax } from "./limits.ts"

/** The first domain, symbolics.com, was registered on 15 March 1985. An earlier date is a placeholder. */
const firstDomainAt = Date.UTC(1985, 2, 15)

/** How far ahead a date may be: clocks differ, and a date without a zone may be tomorrow's. */
const aheadMax = Duration.toMillis(Duration.days(1))

/** Matches year, month, day in any of `2010-01-31`, `2010/1/31`, `2010. 01. 31.`, `20100131`; then a time. */
const shape =
  /^\s*(\d{4})(?:[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})|(\d{2})(\d{2}))\.?(?:[T ]+(\d{2}):(\d{2})(?::(\d{2}))?)?/

/**
 * Reads a plausible date of registration as registries write it, in epoch milliseconds. The time zone is ignored:
 * hours do not matter here.
 */
export const readDate = (text: string, now: number): number | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [
    year = 0,
    month = 0,
    day = 0,
    shortMonth = 0,
    shortDay = 0,
    hour = 0,
    minute = 0,
    second = 0
  ] = match.slice(1).map((part) => Number(part ?? 0))
  const at = Date.UTC(year, (month || shortMonth) - 1, day || shortDay, hour, minute, second)
  const date = new Date(at)
  // Date.UTC rolls 31 February over into March.
  if (Number.isNaN(at) || date.getUTCMonth() !== (month || shortMonth) - 1) return undefined
  if (at < firstDomainAt || at > now + aheadMax) return undefined
  return Math.min(at, now)
}

interface PaceOptions {
  readonly every: Duration.Duration
  /** Queries that a full bucket allows at once. */
  readonly burst: number
}

/**
 * Decides when a registry may be asked next: a token bucket, and a pause when the registry asks for one or
 * has not answered for a while. It knows only this process: each node has its own. All times are epoch
 * milliseconds.
 */
export class Pace {
  readonly #every: number
  readonly #burst: number
  /** When the bucket will be full again, after all reservations so far. */
  #fullAt = 0
  #pausedUntil = 0
  #failures = 0

  constructor({ every, burst }: PaceOptions) {
    this.#every = Duration.toMillis(every)
    this.#burst = burst
  }

  /** Reserves a query and returns its time; `undefined` during a pause, or if the wait would be too long. */
  reserve(now: number): number | undefined {
    if (this.isPaused(now)) return undefined
    const fullAt = Math.max(this.#fullAt, now) + this.#every
    const at = Math.max(now, fullAt - this.#burst * this.#every)
    if (at - now > Duration.toMillis(queueWaitMax)) return undefined
    this.#fullAt = fullAt
    return at
  }

  /** A query reserved before the pause has to check this again at its time. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil
  }

  answered(): void {
    this.#failures = 0
  }

  /** Pauses after a refusal; `wait` is the time that the registry asked for, if it did. */
  refused(now: number, wait: Duration.Duration | undefined): void {
    this.#pause(now, Duration.min(wait ?? pauseDefault, pauseMax))
  }

  failed(now: number): void {
    this.#failures += 1
    if (this.#failures < failuresMax) return
    this.#failures = 0
    this.#pause(now, failurePause)
  }

  /** Pauses. Queries that were sent together are refused together, so the longest pause counts. */
  #pause(now: number, duration: Duration.Duration): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Duration.toMillis(duration))
  }
}

/** The wait that a `Retry-After` header asks for, in seconds or as a date (RFC 9110 §10.2.3). */
export const retryAfter = (header: string | undefined, now: number) => {
  if (header === undefined) return undefined
  const millis = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(millis) ? undefined : Duration.millis(Math.max(0, millis))
}

/**
 * Finds out when a domain was registered, in epoch milliseconds. `undefined` means that the registry could not
 * be asked now, which says nothing about the domain and must not be cached. `onWait` is called with the wait
 * for the query, in milliseconds, before the wait begins.
 */
export type RegistrySource = (
  domain: string,
  onWait: (millis: number) => void
) => Effect.Effect<Fact<number> | undefined>

/** The outcome of one query. */
export type RegistryResponse =
  | { readonly _tag: "answered"; readonly fact: Fact<number> }
  | { readonly _tag: "refused"; readonly wait: Duration.Duration | undefined }

/** The pace of each registry that was asked so far: a few hundred at most. */
export interface RegistryPaces {
  readonly of: (server: string, options: PaceOptions) => Pace
}

export const makeRegistryPaces = (): RegistryPaces => {
  const paces = new Map<string, Pace>()
  return {
    of: (server, options) => {
      const pace = paces.get(server) ?? new Pace(options)
      paces.set(server, pace)
      return pace
    }
  }
}

export const askAtPace = Effect.fnUntraced(function* (
  pace: Pace,
  onWait: (millis: number) => void,
  ask: Effect.Effect<RegistryResponse, string>
) {
  const now = yield* Clock.currentTimeMillis
  const reservedAt = pace.reserve(now)
  if (reservedAt === undefined) return undefined
  if (reservedAt > now) {
    onWait(reservedAt - now)
    yield* Effect.sleep(reservedAt - now)
    if (pace.isPaused(yield* Clock.currentTimeMillis)) return undefined
  }
  return yield* ask.pipe(
    Effect.tap((response) =>
      Effect.map(Clock.currentTimeMillis, (at) =>
        response._tag === "refused" ? pace.refused(at, response.wait) : pace.answered()
      )
    ),
    Effect.map((response) => (response._tag === "refused" ? undefined : response.fact)),
    Effect.catch((why) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        pace.failed(at)
        return unanswered(why)
      })
    )
  )
})
