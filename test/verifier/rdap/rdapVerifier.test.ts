/** Ages and blocklists within a whole verification. */
import { valueOf } from "@rcpt/domain/Fact"
import * as Lab from "@rcpt/lab/Lab"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Layer } from "effect"

import { assert, layer } from "../../support/vitest.ts"
import { zonesOf } from "../dnsbl/blocklistWorld.ts"

const world = Layer.unwrap(
  Effect.map(Lab.start(), ({ env }) => {
    const unsafeNetworks = [env["RCPT_UNSAFE_NETWORKS"] ?? ""]
    const zones = zonesOf(env["RCPT_DNSBL_ZONES"] ?? "")
    return Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide(DomainAges.layer({ rdap: { url: env["RCPT_RDAP_URL"] }, unsafeNetworks })),
      Layer.provideMerge(Dnsbl.layer({ zones, unsafeNetworks })),
      Layer.provide(Lists.layer),
      Layer.provide(DomainAgeCache.layerNone),
      Layer.provide(Resolver.layer({ servers: [env["RCPT_DNS_SERVERS"] ?? ""] }))
    )
  })
)

const answerOf = Effect.fnUntraced(function* (domain: string) {
  const dnsbl = yield* Dnsbl
  while ((yield* dnsbl.status).some(({ state }) => state === "unproven"))
    yield* Effect.sleep(Duration.millis(5))
  const before = yield* Clock.currentTimeMillis
  const { evidence, judgement } = yield* Verifier.use((verifier) =>
    verifier.verify(`ann@${domain}`)
  )
  const millis = (yield* Clock.currentTimeMillis) - before
  return { evidence, judgement, millis }
})

layer(world, { excludeTestServices: true })("A whole answer", (it) => {
  const answers = [
    ["acme.test", undefined, "2010-01-01", "Absent"],
    ["young.test", "new_domain", 10, "Absent"],
    ["lapsed.test", "new_domain", 5, "Absent"],
    ["month.test", undefined, 31, "Absent"],
    ["unregistered.test", undefined, undefined, "Absent"],
    ["slowregistry.test", undefined, undefined, "Absent"],
    ["webregistry.test", undefined, undefined, "Absent"],
    ["listed.test", "blocklisted", "2010-01-01", "dbl.spamhaus.org"],
    ["listedtwice.test", "blocklisted", "2010-01-01", "dbl.spamhaus.org multi.surbl.org"],
    ["listedhost.test", "blocklisted", "2010-01-01", "zen.spamhaus.org"],
    ["secondhost.test", undefined, "2010-01-01", "Absent"],
    ["abused.test", undefined, "2010-01-01", "Absent"]
  ] as const
  for (const [domain, subStatus, age, listed] of answers)
    it.effect(`about ${domain}: ${subStatus ?? "nothing bad"}, ${age}, ${listed}`, function* () {
      const { evidence, judgement, millis } = yield* answerOf(domain)
      const { days, registeredOn } = valueOf(evidence.age) ?? {}
      assert.strictEqual(judgement.subStatus, subStatus)
      assert.strictEqual(typeof age === "number" ? days : registeredOn, age)
      const { dnsbl } = evidence
      assert.strictEqual(valueOf(dnsbl)?.join(" ") ?? dnsbl._tag, listed)
      // Whatever the registry does: DNS, the budget of 800 ms, and a busy machine.
      assert.isBelow(millis, 2_000)
    })

  it.effect("about a domain that does not exist asks neither blocklists nor registry", () =>
    Effect.map(answerOf("nowhere.test"), ({ evidence: { age, dnsbl } }) =>
      assert.deepStrictEqual([age._tag, dnsbl._tag], ["Unanswered", "Unanswered"])
    )
  )
})
