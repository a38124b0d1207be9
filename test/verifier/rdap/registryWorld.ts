/** A registry on loopback, and a `DomainAges` that asks it. */
import * as RdapServer from "@rcpt/lab/RdapServer"
import type { Registration } from "@rcpt/lab/registrations"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import type { DomainAgesOptions } from "@rcpt/verifier/rdap/DomainAges"
import { Clock, Effect, Layer } from "effect"

export interface World {
  readonly server: RdapServer.RdapServer
  readonly ages: DomainAges["Service"]
}

export const loopback = { unsafeNetworks: ["127.0.0.0/8"] }

/** Runs with a registry on loopback and a `DomainAges` that knows no other. */
export const withRegistry = <A, E>(
  run: (world: World) => Effect.Effect<A, E>,
  options: DomainAgesOptions = loopback,
  registrationOf?: (domain: string) => Registration,
  zone: Zone = {}
) =>
  Effect.gen(function* () {
    const server = yield* RdapServer.start(registrationOf && { registrationOf })
    const ages = DomainAges.layer({ rdap: { url: server.url }, ...options }).pipe(
      Layer.provide(DomainAgeCache.layerNone),
      Layer.provide(Resolver.layerZone(zone))
    )
    return yield* Effect.gen(function* () {
      return yield* run({ server, ages: yield* DomainAges })
    }).pipe(Effect.provide(ages))
  }).pipe(Effect.scoped)

export const timed = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const result = yield* effect
    return { result, millis: (yield* Clock.currentTimeMillis) - before }
  })
