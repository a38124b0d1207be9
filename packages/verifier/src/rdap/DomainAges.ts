/**
 * How old a domain is, as its registry says. Nobody waits long for it: what has not come within
 * `ageWaitMax` is left out of this answer, and there for the next one.
 *
 * Not provided to a verifier, no registry is asked.
 */
import type { DomainAge } from "@rcpt/domain/Evidence"
import { absent, map, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Deferred, Duration, Effect, Layer } from "effect"
import { getDomain } from "tldts"

import { publicAddresses } from "../reservedNetworks.ts"
import { Resolver } from "../Resolver.ts"
import { DomainAgeCache, inMemory, knownFor } from "./DomainAgeCache.ts"
import type { Ages } from "./DomainAgeCache.ts"
import { ageWaitMax, lookUpsMax } from "./limits.ts"
import type { Network } from "./publicAddress.ts"
import { makeRdap } from "./Rdap.ts"
import type { RdapOptions } from "./Rdap.ts"
import { makeLines } from "./Source.ts"
import type { Source } from "./Source.ts"
import { makeWhois } from "./Whois.ts"
import type { WhoisOptions } from "./Whois.ts"

export interface DomainAgesOptions {
  readonly rdap?: RdapOptions | "off" | undefined
  /** Some registries forbid to ask in bulk: off unless wanted. */
  readonly whois?: WhoisOptions | "off" | undefined
  /** As for the verifier: networks whose addresses count as public. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

/**
 * The name that a registry knows. `undefined` below the private suffix of somebody (github.io, say):
 * its registry knows only the owner of the suffix, whose age is not that of a customer's name.
 */
const registrable = (domain: string): string | undefined => {
  const name = getDomain(domain, { allowPrivateDomains: false }) ?? undefined
  const organization = getDomain(domain, { allowPrivateDomains: true })
  return organization === null || organization === name ? name : undefined
}

/** WHOIS is asked where RDAP has nothing to say; a "no" of the registry is an answer. */
const orElse =
  (first: Source, second: Source): Source =>
  (domain, onWait) =>
    Effect.flatMap(first(domain, onWait), (fact) =>
      fact === undefined || fact._tag === "Unanswered"
        ? second(domain, onWait)
        : Effect.succeed(fact)
    )

const nobody: Source = () => Effect.succeed(unanswered("no registry is asked"))

const makeSource = Effect.fnUntraced(function* (options: DomainAgesOptions, network: Network) {
  const { rdap = {}, whois = "off" } = options
  const lines = makeLines()
  const first = rdap === "off" ? nobody : yield* makeRdap(network, lines, rdap)
  return whois === "off" ? first : orElse(first, makeWhois(network, lines, whois))
})

const late = unanswered("not in time")
const busy = unanswered("not now")

/** One look-up, whoever waits for it. */
const lookUp = Effect.fnUntraced(function* (
  memory: Ages,
  behind: Ages,
  source: Source,
  domain: string,
  tell: (fact: Fact<number>) => void
) {
  const stored = yield* behind.recall(domain)
  if (stored !== undefined) {
    yield* memory.keep(domain, stored)
    tell(stored.fact)
    return
  }
  const fact = yield* source(domain, (millis) => {
    if (millis >= Duration.toMillis(ageWaitMax)) tell(late)
  })
  if (fact === undefined) return
  const known = knownFor(fact, yield* Clock.currentTimeMillis)
  yield* memory.keep(domain, known)
  tell(fact)
  if (fact._tag !== "Unanswered") yield* behind.keep(domain, known)
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
  const behind = yield* DomainAgeCache
  const scope = yield* Effect.scope
  const source = yield* makeSource(options, {
    dns: yield* Resolver,
    isPublic: publicAddresses(options.unsafeNetworks ?? [])
  })
  const underWay = new Map<string, Deferred.Deferred<Fact<number>>>()

  const begin = Effect.fnUntraced(function* (domain: string) {
    if (underWay.size >= lookUpsMax) return busy
    const first = Deferred.makeUnsafe<Fact<number>>()
    underWay.set(domain, first)
    const tell = (fact: Fact<number>) => void Deferred.doneUnsafe(first, Effect.succeed(fact))
    const timer = Effect.andThen(
      Effect.sleep(ageWaitMax),
      Effect.sync(() => tell(late))
    )
    yield* Effect.forkChild(timer).pipe(
      Effect.andThen(lookUp(memory, behind, source, domain, tell)),
      Effect.catchDefect((defect) =>
        Effect.logWarning("A look-up of a domain's age broke", defect)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          underWay.delete(domain)
          tell(busy)
        })
      ),
      // In the service's scope: it outlives whoever asked first.
      Effect.forkIn(scope, { startImmediately: true })
    )
    return yield* Deferred.await(first)
  })

  const registeredAt = Effect.fnUntraced(function* (domain: string) {
    const known = yield* memory.recall(domain)
    if (known !== undefined) return known.fact
    const running = underWay.get(domain)
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
      const known = memory.known(name, now)
      return known && map(known.fact, ageAt(now))
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
