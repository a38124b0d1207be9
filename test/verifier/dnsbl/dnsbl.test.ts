import { absent, notAsked, present } from "@rcpt/domain/Fact"
import * as DnsServer from "@rcpt/lab/DnsServer"
import * as Lab from "@rcpt/lab/Lab"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Duration, Effect, Layer } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { hosts, zonesOf } from "./blocklistWorld.ts"

/** Waits until all lists have been tested, which is quick. */
const proven = (dnsbl: Dnsbl["Service"]) =>
  Effect.gen(function* () {
    for (;;) {
      const states = (yield* dnsbl.status).map(({ state }) => state)
      if (!states.includes("unproven")) return
      yield* Effect.sleep(Duration.millis(5))
    }
  })

/** Runs with the lab's blocklists, over real sockets. */
const inLab = <A, E>(zones: string, run: (dnsbl: Dnsbl["Service"]) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const { address } = yield* DnsServer.start({ zones: yield* Lab.zones })
    const world = Dnsbl.layer({ zones: zonesOf(zones), unsafeNetworks: ["127.0.0.0/8"] }).pipe(
      Layer.provide(Resolver.layer({ servers: [address] }))
    )
    return yield* Dnsbl.use((dnsbl) => Effect.andThen(proven(dnsbl), run(dnsbl))).pipe(
      Effect.provide(world)
    )
  }).pipe(Effect.scoped)

const all = "zen.spamhaus.org,dbl.spamhaus.org,multi.surbl.org,multi.uribl.com"

describe("Blocklists", () => {
  const listings = [
    [
      "return each list that has the domain",
      "listedtwice.test",
      "mail.listedtwice.test",
      present(["dbl.spamhaus.org", "multi.surbl.org"])
    ],
    [
      "return a list that has the organizational domain",
      "a.b.listed.test",
      "mail.listed.test",
      present(["dbl.spamhaus.org"])
    ],
    [
      "return a list that has the address of the first mail host",
      "listedhost.test",
      "mail.listedhost.test",
      present(["zen.spamhaus.org"])
    ],
    ["are absent when nothing is listed", "acme.test", "mx1.acme.test", absent],
    [
      "do not count a network policy (PBL) as a listing",
      "policyhost.test",
      "mail.policyhost.test",
      absent
    ],
    [
      "do not count a legitimate, abused domain as a listing",
      "abused.test",
      "mail.abused.test",
      absent
    ]
  ] as const
  for (const [says, domain, host, fact] of listings)
    it.live(says, () =>
      inLab(all, (dnsbl) =>
        Effect.map(dnsbl.listings(domain, hosts(host)), (actual) =>
          assert.deepStrictEqual(actual, fact)
        )
      )
    )

  it.live("are not queried for the second mail host", () =>
    inLab("zen.spamhaus.org", (dnsbl) =>
      Effect.gen(function* () {
        const second = hosts("mx1.acme.test", "mail.listedhost.test")
        assert.deepStrictEqual(yield* dnsbl.listings("secondhost.test", second), absent)
      })
    )
  )

  it.live("are `notAsked` when no list is on", () =>
    inLab("multi.uribl.com,dnsbl-1.uceprotect.net", (dnsbl) =>
      Effect.gen(function* () {
        const fact = yield* dnsbl.listings("listed.test", hosts("mail.listedhost.test"))
        assert.deepStrictEqual(fact, notAsked)
      })
    )
  )

  const states = [
    ["zen.spamhaus.org", "on", undefined],
    ["dbl.spamhaus.org", "on", undefined],
    ["multi.surbl.org", "on", undefined],
    ["multi.uribl.com", "off", "said 127.0.0.1"],
    ["b.barracudacentral.org", "off", "said 127.255.255.254"],
    ["psbl.surriel.com", "off", "said 192.0.2.80"],
    ["bl.mailspike.net", "off", "does not list 127.0.0.2"],
    ["bl.spamcop.net", "off", "SERVFAIL"],
    ["dnsbl-1.uceprotect.net", "off", "lists 127.0.0.1, and so perhaps everything"]
  ] as const
  it.live("are on only after passing their tests", () =>
    inLab(states.map(([zone]) => zone).join(","), (dnsbl) =>
      Effect.map(dnsbl.status, (statuses) =>
        assert.deepStrictEqual(
          statuses.map(({ zone, state, why }) => [zone, state, why]),
          states.map((row) => [...row])
        )
      )
    )
  )

  it.live("include an unknown zone with the subjects that its tests prove", () =>
    inLab("blocked.example", (dnsbl) =>
      Effect.gen(function* () {
        const states = (yield* dnsbl.status).map(({ subject, state }) => `${subject} ${state}`)
        assert.deepStrictEqual(states, ["ip on", "domain on"])
        const fact = yield* dnsbl.listings("listed.test", hosts("mail.listedhost.test"))
        assert.deepStrictEqual(fact, present(["blocked.example"]))
      })
    )
  )

  it.live("are queried with their key, which no result contains", () =>
    inLab("zen.spamhaus.org=k3y,dbl.spamhaus.org=wrongk3y", (dnsbl) =>
      Effect.gen(function* () {
        const fact = yield* dnsbl.listings("x.test", hosts("mail.listedhost.test"))
        assert.deepStrictEqual(fact, present(["zen.spamhaus.org"]))
        const output = JSON.stringify([fact, yield* dnsbl.status])
        assert.include(output, "dbl.spamhaus.org")
        assert.notInclude(output, "k3y")
      })
    )
  )
})
