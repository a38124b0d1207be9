/**
 * What is known of dates of registration, and for how long. Each process has a memory; a service may
 * put a database behind it, so that its nodes and restarts do not ask a registry twice.
 */
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"

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

interface AgesInMemory extends Ages {
  /** `recall` without an effect; `now` in epoch milliseconds. */
  readonly known: (domain: string, now: number) => KnownAge | undefined
}

/** The one asked for longest ago goes first. */
export const inMemory = (keptMax = agesKeptMax): AgesInMemory => {
  const ages = new LRUCache<string, KnownAge>({ max: keptMax })
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
