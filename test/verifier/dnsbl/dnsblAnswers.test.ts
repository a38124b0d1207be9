import { unanswered } from "@rcpt/domain/Fact"
import { found, noData, noDomain } from "@rcpt/verifier/dns/Answer"
import { blocklists, blocklistsNamed } from "@rcpt/verifier/dnsbl/blocklists"
import { questionName, readAnswer, reversed } from "@rcpt/verifier/dnsbl/readAnswer"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

const readingOf = (zone: string) => blocklistsNamed(zone)[0]!.returnCodes

/** The result of each answer, by zone. */
const answers: ReadonlyArray<readonly [zone: string, answer: string, says: string]> = [
  ["zen.spamhaus.org", "127.0.0.2", "listed"],
  ["zen.spamhaus.org", "127.0.0.4", "listed"],
  ["zen.spamhaus.org", "127.0.0.9", "listed"],
  ["zen.spamhaus.org", "127.0.0.10", "clean"], // PBL: a policy of the network
  ["zen.spamhaus.org", "127.0.0.11", "clean"],
  ["zen.spamhaus.org", "127.0.0.2 127.0.0.10", "listed"],
  ["zen.spamhaus.org", "127.255.255.252", "unanswered"], // misspelt zone name
  ["zen.spamhaus.org", "127.255.255.254", "unanswered"], // open resolver
  ["zen.spamhaus.org", "127.255.255.255", "unanswered"], // too many queries
  ["zen.spamhaus.org", "127.0.0.2 127.255.255.254", "unanswered"],
  ["zen.spamhaus.org", "192.0.2.1", "unanswered"], // an advertisement
  ["zen.spamhaus.org", "127.0.1.2", "unanswered"], // another list's code
  ["zen.dq.spamhaus.net", "127.0.0.3", "listed"],
  ["dbl.spamhaus.org", "127.0.1.2", "listed"],
  ["dbl.spamhaus.org", "127.0.1.6", "listed"],
  ["dbl.spamhaus.org", "127.0.1.104", "clean"], // legitimate, but abused
  ["dbl.spamhaus.org", "127.0.1.255", "unanswered"], // an IP address was asked
  ["multi.surbl.org", "127.0.0.8", "listed"],
  ["multi.surbl.org", "127.0.0.80", "listed"], // 64 + 16
  ["multi.surbl.org", "127.0.0.4", "clean"],
  ["multi.surbl.org", "127.0.0.1", "unanswered"], // blocked
  ["multi.uribl.com", "127.0.0.2", "listed"],
  ["multi.uribl.com", "127.0.0.14", "listed"], // black, grey and red
  ["multi.uribl.com", "127.0.0.4", "clean"], // grey
  ["multi.uribl.com", "127.0.0.8", "clean"], // red
  ["multi.uribl.com", "127.0.0.16", "unanswered"], // an unknown list
  ["multi.uribl.com", "127.0.0.1", "unanswered"], // refused
  ["multi.uribl.com", "127.0.0.3", "unanswered"], // refused, and black
  ["b.barracudacentral.org", "127.0.0.2", "listed"],
  ["bl.mailspike.net", "127.0.0.12", "listed"],
  ["bl.mailspike.net", "127.0.0.13", "unanswered"], // a code of the reputation zone, not of this one
  ["rbl.example.org", "127.0.0.3", "listed"],
  ["rbl.example.org", "127.0.0.1", "unanswered"],
  ["rbl.example.org", "127.255.255.254", "unanswered"],
  ["rbl.example.org", "128.0.0.2", "unanswered"]
]

describe("The answer of a blocklist", () => {
  for (const [zone, answer, says] of answers)
    it(`${zone}: ${answer} → ${says}`, () =>
      assert.strictEqual(readAnswer(readingOf(zone), found(answer.split(" ")))._tag, says))

  it("is clean for NXDOMAIN and NODATA", () => {
    for (const answer of [noDomain, noData])
      assert.strictEqual(readAnswer(readingOf("bl.spamcop.net"), answer)._tag, "clean")
  })

  it("is unanswered when DNS fails", () =>
    assert.deepStrictEqual(readAnswer(readingOf("bl.spamcop.net"), unanswered("SERVFAIL")), {
      _tag: "unanswered",
      why: "SERVFAIL",
      isLate: true
    }))

  it("is never a listing outside 127.0.0.0/16, for any list", () =>
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...blocklists), (ip, { returnCodes }) => {
        fc.pre(!ip.startsWith("127.0."))
        return readAnswer(returnCodes, found([ip]))._tag === "unanswered"
      })
    ))
})

describe("A blocklist of the table", () => {
  for (const { zone, subject, returnCodes, tests } of blocklists)
    it(`${zone} lists ${subject === "ip" ? "addresses" : "domains"} and has test entries`, () => {
      assert.notStrictEqual(tests.listed, tests.clean)
      assert.strictEqual(readAnswer(returnCodes, found(["127.255.255.254"]))._tag, "unanswered")
      assert.strictEqual(readAnswer(returnCodes, found(["127.0.0.1"]))._tag, "unanswered")
    })

  it("is found by its keyed zone too, with or without a trailing dot", () => {
    for (const name of ["zen.spamhaus.org.", "ZEN.dq.spamhaus.net"])
      assert.deepStrictEqual(
        blocklistsNamed(name).map(({ zone }) => zone),
        ["zen.spamhaus.org"]
      )
  })

  it("that is not in the table is tried for addresses and for domains", () =>
    assert.deepStrictEqual(
      blocklistsNamed("rbl.example.org").map(({ zone, subject }) => `${subject} ${zone}`),
      ["ip rbl.example.org", "domain rbl.example.org"]
    ))
})

describe("The name of a blocklist query", () => {
  const zeros = (count: number) => Array.from({ length: count }, () => "0").join(".")
  const names = [
    ["192.0.2.99", "99.2.0.192"],
    ["x.test", "x.test"],
    // RFC 5782 §2.4
    [
      "2001:db8:1:2:3:4:567:89ab",
      "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2"
    ],
    // RFC 5782 §5, in both notations
    ["::ffff:127.0.0.2", `2.0.0.0.0.0.f.7.f.f.f.f.${zeros(20)}`],
    ["::FFFF:7F00:2", `2.0.0.0.0.0.f.7.f.f.f.f.${zeros(20)}`],
    ["::", zeros(32)],
    ["1::", `${zeros(28)}.1.0.0.0`]
  ] as const
  for (const [subject, name] of names)
    it(`${subject} → ${name}`, () => assert.strictEqual(reversed(subject), name))

  it("has 32 digits for every IPv6 address", () =>
    fc.assert(fc.property(fc.ipV6(), (ip) => /^(?:[0-9a-f]\.){31}[0-9a-f]$/.test(reversed(ip)))))

  it("contains the key between the subject and the zone", () =>
    assert.strictEqual(
      questionName("127.0.0.2", "zen.dq.spamhaus.net", "k3y"),
      "2.0.0.127.k3y.zen.dq.spamhaus.net"
    ))
})
