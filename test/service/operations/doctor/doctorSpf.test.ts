import { learnSpf } from "@rcpt/service/operations/doctor/sender"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

/** RFC 7208, appendix A. */
const rfcZone = (record: string): Zone => ({
  "example.com": {
    MX: ["10 mail-a.example.com", "20 mail-b.example.com"],
    A: ["192.0.2.10", "192.0.2.11"],
    TXT: [record]
  },
  "amy.example.com": { A: ["192.0.2.65"] },
  "bob.example.com": { A: ["192.0.2.66"] },
  "mail-a.example.com": { A: ["192.0.2.129"] },
  "mail-b.example.com": { A: ["192.0.2.130"] },
  "example.org": { MX: ["10 mail-c.example.org"] },
  "mail-c.example.org": { A: ["192.0.2.140"] }
})

const evaluate = (zone: Zone, domain: string, ip: string) =>
  learnSpf(domain, ip).pipe(Effect.provide(Resolver.layerZone(zone)))

const policy = (record: string) => ({ TXT: [record] })

/** Appendix A.1: the record, who passes, who does not. */
const examples: ReadonlyArray<readonly [record: string, pass: string, fail: string]> = [
  ["v=spf1 +all", "192.0.2.1 198.51.100.1", ""],
  ["v=spf1 a -all", "192.0.2.10 192.0.2.11", "192.0.2.65 192.0.2.129"],
  ["v=spf1 a:example.org -all", "", "192.0.2.10 192.0.2.140"],
  ["v=spf1 mx -all", "192.0.2.129 192.0.2.130", "192.0.2.10 192.0.2.140"],
  ["v=spf1 mx:example.org -all", "192.0.2.140", "192.0.2.129"],
  ["v=spf1 mx mx:example.org -all", "192.0.2.129 192.0.2.130 192.0.2.140", "192.0.2.10"],
  [
    "v=spf1 mx/30 mx:example.org/30 -all",
    "192.0.2.128 192.0.2.131 192.0.2.140 192.0.2.143",
    "192.0.2.132 192.0.2.139 192.0.2.144"
  ],
  ["v=spf1 ip4:192.0.2.128/28 -all", "192.0.2.129 192.0.2.143", "192.0.2.65 192.0.2.144"]
]

const split = (addresses: string) => addresses.split(" ").filter((ip) => ip !== "")

describe("A plain SPF record is judged, on the examples of RFC 7208,", () => {
  for (const [record, pass, fail] of examples)
    it.effect(record, function* () {
      for (const [result, ips] of [
        ["pass", pass],
        ["fail", fail]
      ] as const) {
        for (const ip of split(ips)) {
          const verdict = yield* evaluate(rfcZone(record), "example.com", ip)
          assert.deepStrictEqual([ip, verdict], [ip, { _tag: result }])
        }
      }
    })
})

const at = (record: string, more: Zone = {}): Zone => ({ "x.example": policy(record), ...more })
const ip = "192.0.2.1"

/** The zone, the domain, and what comes out for 192.0.2.1. */
const cases: ReadonlyArray<
  readonly [says: string, zone: Zone, domain: string, result: string, why?: string]
> = [
  ["no record", { "x.example": { TXT: ["v=spf10 -all"] } }, "x.example", "none"],
  ["no such name", {}, "x.example", "none"],
  ["an empty record", at("v=spf1"), "x.example", "neutral"],
  ["the first match", at("v=spf1 ~ip4:192.0.2.1 -all"), "x.example", "softfail"],
  ["a question mark", at("v=spf1 ?all"), "x.example", "neutral"],
  ["large letters", at("V=SPF1   A:y.example -ALL"), "x.example", "fail"],
  [
    "two records",
    { "x.example": { TXT: ["v=spf1 +all", "v=spf1 -all"] } },
    "x.example",
    "broken",
    "x.example has more than one"
  ],
  ["a mistake behind a match", at("v=spf1 +all a:"), "x.example", "broken", 'a mistake in "a:"'],
  ["an unknown term", at("v=spf1 ipv4:192.0.2.1 -all"), "x.example", "broken"],
  ["name servers that fail", { "x.example": "SERVFAIL" }, "x.example", "unanswered"],
  [
    "a host that is not answered",
    at("v=spf1 a:y.example -all", { "y.example": { A: "timeout" } }),
    "x.example",
    "unanswered",
    "y.example: timeout"
  ],
  [
    "an include",
    at("v=spf1 ip4:192.0.2.9 include:y.example ~all"),
    "x.example",
    "undecided",
    "include:y.example"
  ],
  ["a redirect", at("v=spf1 redirect=y.example"), "x.example", "undecided", "redirect=y.example"],
  ["a redirect beside all", at("v=spf1 redirect=y.example -all"), "x.example", "fail"],
  ["an explanation", at("v=spf1 exp=y.example -all"), "x.example", "fail"],
  [
    "an IPv6 network, for an IPv4 address",
    at("v=spf1 ip6:::ffff:c000:201/128 -all"),
    "x.example",
    "fail"
  ],
  ["what needs names of addresses", at("v=spf1 ptr -all"), "x.example", "undecided", "ptr"],
  [
    "what needs the sender",
    at("v=spf1 exists:%{l}.y.example -all"),
    "x.example",
    "undecided",
    "exists:%{l}.y.example"
  ],
  ["two lengths", at("v=spf1 a/24//64 -all"), "x.example", "undecided", "a/24//64"],
  ["a length that is none", at("v=spf1 ip4:192.0.2.1/33 -all"), "x.example", "fail"],
  ["a match before that", at("v=spf1 ip4:192.0.2.1 ptr -all"), "x.example", "pass"]
]

describe("The doctor", () => {
  for (const [says, zone, domain, result, why] of cases)
    it.effect(`answers ${result} to ${says}`, () =>
      Effect.map(evaluate(zone, domain, ip), (verdict) => {
        assert.strictEqual(verdict._tag, result)
        if (why !== undefined) assert.include(Object.values(verdict), why)
      })
    )

  it.effect("compares IPv6 addresses with AAAA", function* () {
    const zone: Zone = {
      "x.example": { TXT: ["v=spf1 a -all"], A: ["192.0.2.9"], AAAA: ["2001:db8:1::9"] }
    }
    assert.strictEqual((yield* evaluate(zone, "x.example", "2001:db8:1::9"))._tag, "pass")
    assert.strictEqual((yield* evaluate(zone, "x.example", "2001:db8:1::1"))._tag, "fail")
  })
})
