/**
 * Caches dates of registration, and decides how long each holds. Every process has a cache in memory. A
 * service can put a database behind it, so that its nodes and restarts do not ask a registry twice.
 */
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer } from "effect"

import { boundedCache } from "../cache/boundedCache.ts"
import {
  agesKeptMax,
  failedLifetime,
  oldLifetime,
  unregisteredLifetime,
  youngDaysMax,
  youngLifetime
} from "./limits.ts"

export interface CachedAge {
  /** When the domain was registered, in epoch milliseconds. */
  readonly fact: Fact<number>
  /** When the fact expires, in epoch milliseconds. */
  readonly expiresAt: number
}

const young = Duration.toMillis(Duration.days(youngDaysMax))

const lifetimeOf = (fact: Fact<number>, now: number): Duration.Duration => {
  if (fact._tag === "Unanswered") return failedLifetime
  if (fact._tag === "Absent") return unregisteredLifetime
  return now - fact.value > young ? oldLifetime : youngLifetime
}

export const withExpiry = (fact: Fact<number>, now: number): CachedAge => ({
  fact,
  expiresAt: now + Duration.toMillis(lifetimeOf(fact, now))
})

export interface AgeCache {
  /** Never returns an expired date. */
  readonly recall: (domain: string) => Effect.Effect<CachedAge | undefined>
  readonly keep: (domain: string, age: CachedAge) => Effect.Effect<void>
}

/** The cache behind the one in memory. It may be slow. Failed look-ups are not kept here. */
export class DomainAgeCache extends Context.Service<DomainAgeCache, AgeCache>()(
  "@rcpt/verifier/DomainAgeCache"
) {
  /** No cache behind the one in memory. */
  static readonly layerNone: Layer.Layer<DomainAgeCache> = Layer.succeed(DomainAgeCache, {
    recall: () => Effect.undefined,
    keep: () => Effect.void
  })
}

interface AgesInMemory extends AgeCache {
  /** Recalls without an effect; `now` is in epoch milliseconds. */
  readonly known: (domain: string, now: number) => CachedAge | undefined
}

/** The cache in memory. It evicts the least recently used domain first. */
export const inMemory = (keptMax = agesKeptMax): AgesInMemory => {
  const ages = boundedCache<CachedAge>(keptMax)
  const known = (domain: string, now: number) => {
    const age = ages.get(domain)
    return age !== undefined && age.expiresAt > now ? age : undefined
  }
  return {
    known,
    recall: (domain) => Effect.map(Clock.currentTimeMillis, (now) => known(domain, now)),
    keep: (domain, age) => Effect.sync(() => void ages.set(domain, age))
  }
}
