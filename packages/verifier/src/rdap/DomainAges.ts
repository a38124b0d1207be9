/**
 * Finds out from its registry how old a domain is. A verification does not wait long: an age that takes
 * longer than `ageWaitMax` is left out of this answer and cached for the next one. A list waits longer.
 *
 * A verifier without this service asks no registry.
 */
import type { DomainAge } from "@rcpt/domain/Evidence"
import { absent, late, map, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Deferred, Duration, Effect, Layer } from "effect"
import { getDomain } from "tldts"

import { Deadline } from "../cache/Deadline.ts"
import { organizationOf } from "../cache/organizationOf.ts"
import { publicAddresses } from "../dns/reservedNetworks.ts"
import { Resolver } from "../dns/Resolver.ts"
import { slowFactsWaitMax } from "../limits.ts"
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
  /** WHOIS is off by default, because some registries forbid bulk queries. */
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
  return organizationOf(domain) === (name ?? domain) ? name : undefined
}

/** Asks the second source (WHOIS) if the first (RDAP) has no answer. "Not registered" is an answer. */
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

const notInTime = late("not in time")
const busy = unanswered("not now")

/** The answers of a running look-up: the first fact of each counts. */
interface LookUp {
  /** Late after `ageWaitMax`. */
  readonly soon: Deferred.Deferred<Fact<number>>
  /** Late after `slowFactsWaitMax`. */
  readonly patient: Deferred.Deferred<Fact<number>>
}

const answer = (one: Deferred.Deferred<Fact<number>>, fact: Fact<number>): void =>
  void Deferred.doneUnsafe(one, Effect.succeed(fact))

const answerAll = ({ soon, patient }: LookUp, fact: Fact<number>): void => {
  answer(soon, fact)
  answer(patient, fact)
}

/** Answers the callers that do not wait as long as `wait`. */
const answerLate = ({ soon, patient }: LookUp, wait: Duration.Duration): void => {
  if (Duration.isGreaterThanOrEqualTo(wait, ageWaitMax)) answer(soon, notInTime)
  if (Duration.isGreaterThanOrEqualTo(wait, slowFactsWaitMax)) answer(patient, notInTime)
}

/** Runs one look-up, which any number of callers may wait for. */
const lookUp = Effect.fnUntraced(function* (
  memory: AgeCache,
  shared: AgeCache,
  source: RegistrySource,
  domain: string,
  running: LookUp
) {
  const stored = yield* shared.recall(domain)
  if (stored !== undefined) {
    yield* memory.keep(domain, stored)
    answerAll(running, stored.fact)
    return
  }
  const fact = yield* source(domain, (millis) => answerLate(running, Duration.millis(millis))).pipe(
    traced(verifierSpans.domainAge, {}, (found) => ({ outcome: found?._tag }))
  )
  if (fact === undefined) return
  const age = withExpiry(fact, yield* Clock.currentTimeMillis)
  yield* memory.keep(domain, age)
  answerAll(running, fact)
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
  const lookUps = new Map<string, LookUp>()

  const begin = Effect.fnUntraced(function* (domain: string) {
    const running: LookUp = { soon: Deferred.makeUnsafe(), patient: Deferred.makeUnsafe() }
    lookUps.set(domain, running)
    const context = yield* Effect.context()
    const now = yield* Clock.currentTimeMillis
    const alarms = [ageWaitMax, slowFactsWaitMax].map((wait) =>
      new Deadline(now + Duration.toMillis(wait)).onReached(context, () =>
        answerLate(running, wait)
      )
    )
    yield* lookUp(memory, shared, source, domain, running).pipe(
      Effect.catchDefect((defect) =>
        Effect.logWarning("A look-up of a domain's age broke", defect)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          for (const cancel of alarms) cancel()
          lookUps.delete(domain)
          answerAll(running, busy)
        })
      ),
      // The look-up runs in the service's scope, so it outlives the caller that started it.
      Effect.forkIn(scope, { startImmediately: true })
    )
    return running
  })

  const registeredAt = Effect.fnUntraced(function* (domain: string, waiter: keyof LookUp) {
    const cached = yield* memory.recall(domain)
    if (cached !== undefined) return cached.fact
    const running = lookUps.get(domain)
    if (running === undefined && lookUps.size >= lookUpsMax) return busy
    return yield* Deferred.await((running ?? (yield* begin(domain)))[waiter])
  })

  const ageFor = (waiter: keyof LookUp) =>
    Effect.fnUntraced(function* (domain: string) {
      const name = registrable(domain)
      if (name === undefined) return absent
      const fact = yield* registeredAt(name, waiter)
      return map(fact, ageAt(yield* Clock.currentTimeMillis))
    })

  return {
    ageOf: ageFor("soon"),
    patientAgeOf: ageFor("patient"),
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
    /** Like `ageOf`, for callers that wait up to `slowFactsWaitMax`. */
    readonly patientAgeOf: (domain: string) => Effect.Effect<Fact<DomainAge>>
    /** The age that is in memory, if any; `now` is in epoch milliseconds. */
    readonly known: (domain: string, now: number) => Fact<DomainAge> | undefined
  }
>()("@rcpt/verifier/DomainAges") {
  static readonly layer = (
    options: DomainAgesOptions = {}
  ): Layer.Layer<DomainAges, never, Resolver | DomainAgeCache> =>
    Layer.effect(DomainAges, make(options))
}
