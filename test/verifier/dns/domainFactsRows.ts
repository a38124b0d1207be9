/** Domain facts from small zones, for the tests of each kind of fact. */
import type { DomainEvidence } from "@rcpt/domain/Evidence"
import { makeDomainFacts } from "@rcpt/verifier/dns/DomainFacts"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect } from "effect"

import { assert, it } from "../../support/vitest.ts"

/** A public address. Nothing connects to it. */
export const publicIp = "1.1.1.1"

/** The facts of a domain in this zone. */
export const factsOf = (zone: Zone, domain: string, unsafeNetworks: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const facts = yield* makeDomainFacts({ unsafeNetworks })
    return yield* facts.get(domain)
  }).pipe(Effect.provide(Resolver.layerZone(zone)))

/** One test per row: the expected fact of the domain in this zone. */
export const rows = <Key extends keyof DomainEvidence>(
  key: Key,
  cases: ReadonlyArray<
    readonly [says: string, zone: Zone, domain: string, fact: DomainEvidence[Key]]
  >
) => {
  for (const [says, zone, domain, fact] of cases) {
    it.effect(says, function* () {
      assert.deepStrictEqual((yield* factsOf(zone, domain))[key], fact)
    })
  }
}
