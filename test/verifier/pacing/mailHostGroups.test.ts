/** Which mail hosts share a pace. */
import { networkOf } from "@rcpt/verifier/dns/ipAddress"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { mailHostGroups } from "@rcpt/verifier/pacing/mailHostGroups"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

const zone: Zone = {
  "mx.shop.test": { A: ["192.0.2.9"] },
  "mx.bakery.test": { A: ["192.0.2.9"] },
  "mx1.pool.test": { A: ["198.51.100.20", "198.51.100.3"], AAAA: ["2001:db8::1"] },
  "mx2.pool.test": { AAAA: ["2001:db8::1"], A: ["198.51.100.3", "198.51.100.20"] },
  "mx.six.test": { AAAA: ["2001:db8:0:10::2", "2001:db8:0:9::2"] },
  "mx.lab.test": { A: ["127.0.0.5"] },
  "mx.private.test": { A: ["10.0.0.1"] },
  "mx.down.test": "SERVFAIL",
  "mx.silent.test": "silence"
}

interface Setting {
  readonly isFixed?: boolean
}

const groupsIn = ({ isFixed = false }: Setting) =>
  Effect.provide(
    Resolver.use((dns) =>
      Effect.succeed(
        mailHostGroups({
          dns,
          isFixed,
          isUnsafe: (ip) => ip.startsWith("127."),
          isPublic: (ip) => !ip.startsWith("10.")
        })
      )
    ),
    Resolver.layerZone(zone)
  )

describe("A mail host is of the group of", () => {
  const rows: ReadonlyArray<readonly [what: string, host: string, group: string, Setting?]> = [
    ["its provider", "aspmx.l.google.com", "google_workspace"],
    [
      "its provider's policy, which has no row as a provider",
      "mx3.mail.yahoo.co.jp",
      "yahoo_japan"
    ],
    ["its address, where its name tells nothing", "mx.shop.test", "192.0.2.9"],
    ["its address, which another name has too", "mx.bakery.test", "192.0.2.9"],
    ["the lowest of its addresses, IPv4 first", "mx1.pool.test", "198.51.100.3"],
    ["the same one, whatever the order of the answer", "mx2.pool.test", "198.51.100.3"],
    ["the lowest by number, not by text", "mx.six.test", "2001:db8:0:9::2"],
    ["its name, where its address counts as public by configuration", "mx.lab.test", "lab.test"],
    [
      "its address even there, at the operator's pace",
      "mx.lab.test",
      "127.0.0.5",
      { isFixed: true }
    ],
    ["its name, where it has no address to connect to", "mx.private.test", "private.test"],
    ["its name, while DNS does not answer", "mx.down.test", "down.test"],
    ["its name, where no host of this name exists", "mx.nowhere.test", "nowhere.test"]
  ]
  for (const [what, host, group, setting = {}] of rows) {
    it.effect(what, function* () {
      const groups = yield* groupsIn(setting)
      assert.strictEqual(yield* groups.of(host), group)
    })
  }

  it.effect("nothing that is certain while DNS has no address", function* () {
    const groups = yield* groupsIn({})
    assert.isUndefined(yield* groups.known("mx.down.test"))
    assert.strictEqual(yield* groups.known("mx.shop.test"), "192.0.2.9")
  })

  it.live("its name, by the deadline, while DNS is silent", function* () {
    const groups = yield* groupsIn({})
    const startedAt = Date.now()
    assert.strictEqual(yield* groups.of("mx.silent.test", startedAt + 50), "silent.test")
    assert.isBelow(Date.now() - startedAt, 2_000)
  })
})

describe("The network of an address", () => {
  it("is its /24 or /64", () => {
    assert.strictEqual(networkOf("192.0.2.9"), "192.0.2.0/24")
    assert.strictEqual(networkOf("2001:db8:0:9::2"), "2001:db8:0:9::/64")
    assert.strictEqual(networkOf("2001:db8::a:0:0:1"), networkOf("2001:db8::1"))
  })
})
