import { assert, describe, it } from "@effect/vitest"
import { evaluateSpf } from "@rcpt/service/operations/doctor/spf/evaluateSpf"
import { parseSpf } from "@rcpt/service/operations/doctor/spf/parseSpf"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect } from "effect"
import * as fc from "fast-check"

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
  Resolver.use((dns) => evaluateSpf(dns, domain, ip)).pipe(Effect.provide(Resolver.layerZone(zone)))

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

describe("The SPF evaluator, on the examples of RFC 7208,", () => {
  for (const [record, pass, fail] of examples)
    it.effect(record, () =>
      Effect.gen(function* () {
        for (const [result, ips] of [
          ["pass", pass],
          ["fail", fail]
        ] as const) {
          for (const ip of split(ips)) {
            const verdict = yield* evaluate(rfcZone(record), "example.com", ip)
            assert.deepStrictEqual([ip, verdict], [ip, { result }])
          }
        }
      })
    )

  it.effect("follows includes and redirects (A.2)", () =>
    Effect.gen(function* () {
      const zone: Zone = {
        ...rfcZone("v=spf1 mx -all"),
        "example.net": policy("v=spf1 ip4:198.51.100.0/24 -all"),
        "both.example": policy("v=spf1 include:example.com include:example.net -all"),
        "la.both.example": policy("v=spf1 redirect=both.example")
      }
      for (const domain of ["both.example", "la.both.example"]) {
        assert.strictEqual((yield* evaluate(zone, domain, "192.0.2.129")).result, "pass")
        assert.strictEqual((yield* evaluate(zone, domain, "198.51.100.7")).result, "pass")
        assert.strictEqual((yield* evaluate(zone, domain, "192.0.2.10")).result, "fail")
      }
    })
  )
})

const hops = (count: number): Zone =>
  Object.fromEntries(
    Array.from({ length: count + 1 }, (_, index) => [
      `h${index}.example`,
      policy(index === count ? "v=spf1 +all" : `v=spf1 include:h${index + 1}.example -all`)
    ])
  )

const mailHosts = (count: number): Zone => ({
  "x.example": {
    TXT: ["v=spf1 mx -all"],
    MX: Array.from({ length: count }, (_, index) => `10 m${index}.example`)
  },
  "m0.example": { A: ["192.0.2.1"] }
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
  [
    "two records",
    { "x.example": { TXT: ["v=spf1 +all", "v=spf1 -all"] } },
    "x.example",
    "permerror",
    "x.example has more than one"
  ],
  ["a mistake behind a match", at("v=spf1 +all a:"), "x.example", "permerror"],
  ["name servers that fail", { "x.example": "SERVFAIL" }, "x.example", "temperror"],
  [
    "a host that is not answered",
    at("v=spf1 a:y.example -all", { "y.example": { A: "timeout" } }),
    "x.example",
    "temperror",
    "y.example: timeout"
  ],
  [
    "an include that fails, which is no match",
    at("v=spf1 include:y.example ~all", { "y.example": policy("v=spf1 -all") }),
    "x.example",
    "softfail"
  ],
  ["an include of nothing", at("v=spf1 include:y.example +all"), "x.example", "permerror"],
  ["a redirect to nothing", at("v=spf1 redirect=y.example"), "x.example", "permerror"],
  [
    "a redirect beside all, which is passed over",
    at("v=spf1 redirect=y.example -all"),
    "x.example",
    "fail"
  ],
  ["ten terms that ask", hops(10), "h0.example", "pass"],
  ["an eleventh", hops(11), "h0.example", "permerror", "more than 10 terms ask DNS"],
  ["a record that includes itself", at("v=spf1 include:x.example"), "x.example", "permerror"],
  ["two terms that find nothing", at("v=spf1 a:a.example a:b.example +all"), "x.example", "pass"],
  [
    "a third",
    at("v=spf1 a:a.example a:b.example mx:c.example +all"),
    "x.example",
    "permerror",
    "more than 2 terms find nothing"
  ],
  ["ten mail hosts", mailHosts(10), "x.example", "pass"],
  ["eleven", mailHosts(11), "x.example", "permerror"],
  [
    "an IPv6 network, for an IPv4 address",
    at("v=spf1 ip6:::ffff:c000:201/128 -all"),
    "x.example",
    "fail"
  ],
  ["what needs names of addresses", at("v=spf1 ptr -all"), "x.example", "unevaluated", "ptr"],
  [
    "what needs the sender",
    at("v=spf1 exists:%{l}.y.example -all"),
    "x.example",
    "unevaluated",
    "exists:%{l}.y.example"
  ],
  ["a match before that", at("v=spf1 ip4:192.0.2.1 ptr -all"), "x.example", "pass"]
]

describe("The SPF evaluator", () => {
  for (const [says, zone, domain, result, why] of cases)
    it.effect(`answers ${result} to ${says}`, () =>
      Effect.map(evaluate(zone, domain, ip), (verdict) => {
        assert.strictEqual(verdict.result, result, verdict.why)
        if (why !== undefined) assert.strictEqual(verdict.why, why)
      })
    )

  it.effect("compares IPv6 addresses with AAAA and the length behind //", () =>
    Effect.gen(function* () {
      const zone: Zone = {
        "x.example": { TXT: ["v=spf1 a/8//64 -all"], A: ["192.0.2.9"], AAAA: ["2001:db8:1::9"] }
      }
      assert.strictEqual((yield* evaluate(zone, "x.example", "2001:db8:1::1")).result, "pass")
      assert.strictEqual((yield* evaluate(zone, "x.example", "2001:db8:2::1")).result, "fail")
      assert.strictEqual((yield* evaluate(zone, "x.example", "192.255.255.1")).result, "pass")
    })
  )
})

const good = [
  "v=spf1",
  "V=SPF1 A MX -ALL",
  "v=spf1   a  ",
  "v=spf1 a/24 mx//64 a:x.example/24//64 -all",
  "v=spf1 include:_spf.x-y.example. ~all",
  "v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all",
  "v=spf1 ptr:x.example ip6:2001:db8::/32 ip4:192.0.2.0/0",
  "v=spf1 redirect=%{d}.x.example exp=explain.x.example",
  "v=spf1 unknown=anything%20at-all -all"
]

const bad = [
  "v=spf1 all:x.example",
  "v=spf1 allow",
  "v=spf1 ip4:192.0.2.256",
  "v=spf1 ip4:192.0.2.1/33",
  "v=spf1 ip4:192.0.2.1/024",
  "v=spf1 ip4:2001:db8::1",
  "v=spf1 ip6:2001:db8::/129",
  "v=spf1 ip4",
  "v=spf1 include",
  "v=spf1 include:localhost",
  "v=spf1 include:x.123",
  "v=spf1 a/33",
  "v=spf1 a:x.example/",
  "v=spf1 exists:%{x}.example",
  "v=spf1 exists:%.example",
  "v=spf1 -redirect=x.example",
  "v=spf1 redirect=a.example redirect=b.example",
  "v=spf1 exp=a.example exp=b.example",
  "v=spf1 redirect=",
  "v=spf1 --all",
  "v=spf1 mx,a -all",
  "v=spf1 \u00e4"
]

describe("An SPF record", () => {
  for (const record of good) it(`is read: ${record}`, () => assert.isDefined(parseSpf(record)))
  for (const record of bad)
    it(`is a mistake: ${record}`, () => assert.isUndefined(parseSpf(record)))

  it("never breaks who reads it", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom("a", "mx", ":", "/", "%{d}", "ip4", "=", "include", " ", "-", "x.y"),
            fc.string({ maxLength: 4 })
          )
        ),
        (parts) => {
          const record = parseSpf(`v=spf1 ${parts.join("")}`)
          assert.isTrue(record === undefined || record.directives.length <= parts.length)
        }
      )
    ))
})
