/**
 * What is known of dates of registration, and for how long. Each process has a memory; a service may
 * put a database behind it, so that its nodes and restarts do not ask a registry twice.
 */
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer } from "effect"

import {
  agesKeptMax,
  failedLifetime,
  oldLifetime,
  unregisteredLifetime,
  youngDaysMax,
  youngLifetime
} from "./limits.ts"

export interface KnownAge {
  /** Present: when it was registered, in milliseconds of the epoch. */
  readonly fact: Fact<number>
  /** In milliseconds of the epoch. */
  readonly expiresAt: number
}

const young = Duration.toMillis(Duration.days(youngDaysMax))

const lifetimeOf = (fact: Fact<number>, now: number): Duration.Duration => {
  if (fact._tag === "Unanswered") return failedLifetime
  if (fact._tag === "Absent") return unregisteredLifetime
  return now - fact.value > young ? oldLifetime : youngLifetime
}

export const knownFor = (fact: Fact<number>, now: number): KnownAge => ({
  fact,
  expiresAt: now + Duration.toMillis(lifetimeOf(fact, now))
})

export interface Ages {
  /** Never an expired one. */
  readonly recall: (domain: string) => Effect.Effect<KnownAge | undefined>
  readonly keep: (domain: string, known: KnownAge) => Effect.Effect<void>
}

/** What is behind the memory. It may be slow, and is never told of look-ups that failed. */
export class DomainAgeCache extends Context.Service<DomainAgeCache, Ages>()(
  "@rcpt/verifier/DomainAgeCache"
) {
  /** Nothing: the memory of the process is all there is. */
  static readonly layerNone: Layer.Layer<DomainAgeCache> = Layer.succeed(DomainAgeCache, {
    recall: () => Effect.undefined,
    keep: () => Effect.void
  })
}

/** The least recently kept goes first. */
export const inMemory = (keptMax = agesKeptMax): Ages => {
  const ages = new Map<string, KnownAge>()
  return {
    recall: (domain) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const known = ages.get(domain)
        if (known === undefined || known.expiresAt > now) return known
        ages.delete(domain)
        return undefined
      }),
    keep: (domain, known) =>
      Effect.sync(() => {
        ages.delete(domain)
        ages.set(domain, known)
        const [oldest] = ages.keys()
        if (ages.size > keptMax && oldest !== undefined) ages.delete(oldest)
      })
  }
}
