/**
 * How old a domain is, as its registry says. A verification does not wait long for it: an age that
 * takes longer than `ageWaitMax` is left out of this answer and cached for the next one.
 *
 * A verifier without this service asks no registry.
 */
import type { DomainAge } from "@rcpt/domain/Evidence"
import { absent, map, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Deferred, Duration, Effect, Layer } from "effect"
import { getDomain } from "tldts"

import { publicAddresses } from "../dns/reservedNetworks.ts"
import { Resolver } from "../dns/Resolver.ts"
import { traced, verifierSpans } from "../spans.ts"
import { DomainAgeCache, inMemory, withExpiry } from "./DomainAgeCache.ts"
import type { AgeCache } from "./DomainAgeCache.ts"
import { ageWaitMax, lookUpsMax } from "./limits.ts"
import type { Network } from "./publicAddress.ts"
import { makeRdap } from "./Rdap.ts"
import type { RdapOptions } from "./Rdap.ts"
import { makeRegistryPaces } from "./RegistrySource.ts"
import type { RegistrySource } from "./RegistrySource.ts"
import { makeWhois } from "./Whois.ts"
import type { WhoisOptions } from "./Whois.ts"

export interface DomainAgesOptions {
  readonly rdap?: RdapOptions | "off" | undefined
  /** Some registries forbid bulk queries: off by default. */
  readonly whois?: WhoisOptions | "off" | undefined
  /** Networks whose addresses count as public, as for the verifier. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

/**
 * The name that a registry knows. `undefined` below a private suffix such as github.io: the registry
 * knows only the suffix, whose age is not that of a customer's name below it.
 */
const registrable = (domain: string): string | undefined => {
  const name = getDomain(domain, { allowPrivateDomains: false }) ?? undefined
  const organization = getDomain(domain, { allowPrivateDomains: true })
  return organization === null || organization === name ? name : undefined
}

/** WHOIS is asked where RDAP has no answer. "Not registered" is an answer. */
const orElse =
  (first: RegistrySource, second: RegistrySource): RegistrySource =>
  (domain, onWait) =>
    Effect.flatMap(first(domain, onWait), (fact) =>
      fact === undefined || fact._tag === "Unanswered"
        ? second(domain, onWait)
        : Effect.succeed(fact)
    )

const noRegistry: RegistrySource = () => Effect.succeed(unanswered("no registry is asked"))

const makeSource = Effect.fnUntraced(function* (options: DomainAgesOptions, network: Network) {
  const { rdap = {}, whois = "off" } = options
  const paces = makeRegistryPaces()
  const first = rdap === "off" ? noRegistry : yield* makeRdap(network, paces, rdap)
  return whois === "off" ? first : orElse(first, makeWhois(network, paces, whois))
})

const late = unanswered("not in time")
const busy = unanswered("not now")

/** One look-up, which any number of callers may wait for. The first `onFact` is their answer. */
const lookUp = Effect.fnUntraced(function* (
  memory: AgeCache,
  shared: AgeCache,
  source: RegistrySource,
  domain: string,
  onFact: (fact: Fact<number>) => void
) {
  const stored = yield* shared.recall(domain)
  if (stored !== undefined) {
    yield* memory.keep(domain, stored)
    onFact(stored.fact)
    return
  }
  const fact = yield* source(domain, (millis) => {
    if (millis >= Duration.toMillis(ageWaitMax)) onFact(late)
  }).pipe(traced(verifierSpans.domainAge, {}, (found) => ({ outcome: found?._tag })))
  if (fact === undefined) return
  const age = withExpiry(fact, yield* Clock.currentTimeMillis)
  yield* memory.keep(domain, age)
  onFact(fact)
  if (fact._tag !== "Unanswered") yield* shared.keep(domain, age)
})

const millisPerDay = Duration.toMillis(Duration.days(1))

const ageAt =
  (now: number) =>
  (registeredAt: number): DomainAge => ({
    registeredOn: new Date(registeredAt).toISOString().slice(0, 10),
    days: Math.max(0, Math.floor((now - registeredAt) / millisPerDay))
  })

const make = Effect.fnUntraced(function* (options: DomainAgesOptions) {
  const memory = inMemory()
  const shared = yield* DomainAgeCache
  const scope = yield* Effect.scope
  const source = yield* makeSource(options, {
    dns: yield* Resolver,
    isPublic: publicAddresses(options.unsafeNetworks ?? [])
  })
  const lookUps = new Map<string, Deferred.Deferred<Fact<number>>>()

  const begin = Effect.fnUntraced(function* (domain: string) {
    if (lookUps.size >= lookUpsMax) return busy
    const answer = Deferred.makeUnsafe<Fact<number>>()
    lookUps.set(domain, answer)
    const onFact = (fact: Fact<number>) => void Deferred.doneUnsafe(answer, Effect.succeed(fact))
    const timer = Effect.andThen(
      Effect.sleep(ageWaitMax),
      Effect.sync(() => onFact(late))
    )
    yield* Effect.forkChild(timer).pipe(
      Effect.andThen(lookUp(memory, shared, source, domain, onFact)),
      Effect.catchDefect((defect) =>
        Effect.logWarning("A look-up of a domain's age broke", defect)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          lookUps.delete(domain)
          onFact(busy)
        })
      ),
      // In the service's scope: it outlives the caller that started it.
      Effect.forkIn(scope, { startImmediately: true })
    )
    return yield* Deferred.await(answer)
  })

  const registeredAt = Effect.fnUntraced(function* (domain: string) {
    const cached = yield* memory.recall(domain)
    if (cached !== undefined) return cached.fact
    const running = lookUps.get(domain)
    return yield* running === undefined ? begin(domain) : Deferred.await(running)
  })

  return {
    ageOf: Effect.fnUntraced(function* (domain: string) {
      const name = registrable(domain)
      if (name === undefined) return absent
      const fact = yield* registeredAt(name)
      return map(fact, ageAt(yield* Clock.currentTimeMillis))
    }),
    known: (domain: string, now: number) => {
      const name = registrable(domain)
      if (name === undefined) return absent
      const cached = memory.known(name, now)
      return cached && map(cached.fact, ageAt(now))
    }
  }
})

export class DomainAges extends Context.Service<
  DomainAges,
  {
    readonly ageOf: (domain: string) => Effect.Effect<Fact<DomainAge>>
    /** The same, if it is in memory; `now` in epoch milliseconds. */
    readonly known: (domain: string, now: number) => Fact<DomainAge> | undefined
  }
>()("@rcpt/verifier/DomainAges") {
  static readonly layer = (
    options: DomainAgesOptions = {}
  ): Layer.Layer<DomainAges, never, Resolver | DomainAgeCache> =>
    Layer.effect(DomainAges, make(options))
}
