/** Domain facts in small zones, for the tests of each kind of fact. */
import { assert, it } from "@effect/vitest"
import type { DomainEvidence } from "@rcpt/domain/Evidence"
import { makeDomainFacts } from "@rcpt/verifier/DomainFacts"
import { Resolver } from "@rcpt/verifier/Resolver"
import type { Zone } from "@rcpt/verifier/Zone"
import { Effect } from "effect"

/** Routable; who has it does not matter, nothing connects to it. */
export const publicIp = "1.1.1.1"

/** What is learnt of a domain in a zone. */
export const learn = (zone: Zone, domain: string, unsafeNetworks: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const facts = yield* makeDomainFacts({ unsafeNetworks })
    return yield* facts.ask(domain)
  }).pipe(Effect.provide(Resolver.layerZone(zone)))

/** One test per row: this fact of the domain, in this zone. */
export const rows = <Key extends keyof DomainEvidence>(
  key: Key,
  cases: ReadonlyArray<
    readonly [says: string, zone: Zone, domain: string, fact: DomainEvidence[Key]]
  >
) => {
  for (const [says, zone, domain, fact] of cases) {
    it.effect(says, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* learn(zone, domain))[key], fact)
      })
    )
  }
}
