import { assert, describe, it } from "@effect/vitest"
import { unanswered } from "@rcpt/domain/Fact"
import { found, noData, noDomain } from "@rcpt/verifier/Answer"
import { blocklists, blocklistsNamed } from "@rcpt/verifier/dnsbl/blocklists"
import { questionName, reversed } from "@rcpt/verifier/dnsbl/questionName"
import { readAnswer } from "@rcpt/verifier/dnsbl/readAnswer"
import * as fc from "fast-check"

const readingOf = (zone: string) => blocklistsNamed(zone)[0]!.reading

/** What a blocklist's answer says, by zone and answer. */
const answers: ReadonlyArray<readonly [zone: string, answer: string, says: string]> = [
  ["zen.spamhaus.org", "127.0.0.2", "listed"],
  ["zen.spamhaus.org", "127.0.0.4", "listed"],
  ["zen.spamhaus.org", "127.0.0.9", "listed"],
  ["zen.spamhaus.org", "127.0.0.10", "clean"], // PBL: a policy of the network
  ["zen.spamhaus.org", "127.0.0.11", "clean"],
  ["zen.spamhaus.org", "127.0.0.2 127.0.0.10", "listed"],
  ["zen.spamhaus.org", "127.255.255.252", "unanswered"], // misspelt zone
  ["zen.spamhaus.org", "127.255.255.254", "unanswered"], // open resolver
  ["zen.spamhaus.org", "127.255.255.255", "unanswered"], // too many questions
  ["zen.spamhaus.org", "127.0.0.2 127.255.255.254", "unanswered"],
  ["zen.spamhaus.org", "192.0.2.1", "unanswered"], // an advertisement
  ["zen.spamhaus.org", "127.0.1.2", "unanswered"], // another list's code
  ["zen.dq.spamhaus.net", "127.0.0.3", "listed"],
  ["dbl.spamhaus.org", "127.0.1.2", "listed"],
  ["dbl.spamhaus.org", "127.0.1.6", "listed"],
  ["dbl.spamhaus.org", "127.0.1.104", "clean"], // honest, but abused
  ["dbl.spamhaus.org", "127.0.1.255", "unanswered"], // an IP address was asked
  ["multi.surbl.org", "127.0.0.8", "listed"],
  ["multi.surbl.org", "127.0.0.80", "listed"], // 64 + 16
  ["multi.surbl.org", "127.0.0.4", "clean"],
  ["multi.surbl.org", "127.0.0.1", "unanswered"], // blocked
  ["multi.uribl.com", "127.0.0.2", "listed"],
  ["multi.uribl.com", "127.0.0.14", "listed"], // black, grey and red
  ["multi.uribl.com", "127.0.0.4", "clean"], // grey
  ["multi.uribl.com", "127.0.0.8", "clean"], // red
  ["multi.uribl.com", "127.0.0.16", "unanswered"], // no list that we know
  ["multi.uribl.com", "127.0.0.1", "unanswered"], // refused
  ["multi.uribl.com", "127.0.0.3", "unanswered"], // refused, and black: not trusted
  ["b.barracudacentral.org", "127.0.0.2", "listed"],
  ["bl.mailspike.net", "127.0.0.12", "listed"],
  ["bl.mailspike.net", "127.0.0.13", "unanswered"], // of the reputation zone, not of this one
  ["rbl.example.org", "127.0.0.3", "listed"],
  ["rbl.example.org", "127.0.0.1", "unanswered"],
  ["rbl.example.org", "127.255.255.254", "unanswered"],
  ["rbl.example.org", "128.0.0.2", "unanswered"]
]

describe("The answer of a blocklist", () => {
  for (const [zone, answer, says] of answers)
    it(`${zone}: ${answer} → ${says}`, () =>
      assert.strictEqual(readAnswer(readingOf(zone), found(answer.split(" ")))._tag, says))

  it("is that nothing is listed when there is no such name, or no address for it", () => {
    for (const answer of [noDomain, noData])
      assert.strictEqual(readAnswer(readingOf("bl.spamcop.net"), answer)._tag, "clean")
  })

  it("is none when DNS gives none", () =>
    assert.deepStrictEqual(readAnswer(readingOf("bl.spamcop.net"), unanswered("SERVFAIL")), {
      _tag: "unanswered",
      why: "SERVFAIL"
    }))

  it("is never a listing outside of 127.0.0.0/16, whatever the list", () =>
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...blocklists), (ip, { reading }) => {
        fc.pre(!ip.startsWith("127.0."))
        return readAnswer(reading, found([ip]))._tag === "unanswered"
      })
    ))
})

describe("A blocklist of the table", () => {
  for (const { zone, subject, reading, tests } of blocklists)
    it(`${zone} is asked about ${subject === "ip" ? "addresses" : "domains"} and tests itself`, () => {
      assert.notStrictEqual(tests.listed, tests.clean)
      assert.strictEqual(readAnswer(reading, found(["127.255.255.254"]))._tag, "unanswered")
      assert.strictEqual(readAnswer(reading, found(["127.0.0.1"]))._tag, "unanswered")
    })

  it("is found under the name for keys too, and a trailing dot is nothing", () => {
    for (const name of ["zen.spamhaus.org.", "ZEN.dq.spamhaus.net"])
      assert.deepStrictEqual(
        blocklistsNamed(name).map(({ zone }) => zone),
        ["zen.spamhaus.org"]
      )
  })

  it("that nobody knows is tried for addresses and for names", () =>
    assert.deepStrictEqual(
      blocklistsNamed("rbl.example.org").map(({ zone, subject }) => `${subject} ${zone}`),
      ["ip rbl.example.org", "domain rbl.example.org"]
    ))
})

describe("The name that a blocklist is asked for", () => {
  const zeros = (count: number) => Array.from({ length: count }, () => "0").join(".")
  const names = [
    ["192.0.2.99", "99.2.0.192"],
    ["x.test", "x.test"],
    // RFC 5782 §2.4
    [
      "2001:db8:1:2:3:4:567:89ab",
      "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2"
    ],
    // RFC 5782 §5, as both notations write it
    ["::ffff:127.0.0.2", `2.0.0.0.0.0.f.7.f.f.f.f.${zeros(20)}`],
    ["::FFFF:7F00:2", `2.0.0.0.0.0.f.7.f.f.f.f.${zeros(20)}`],
    ["::", zeros(32)],
    ["1::", `${zeros(28)}.1.0.0.0`]
  ] as const
  for (const [subject, name] of names)
    it(`${subject} → ${name}`, () => assert.strictEqual(reversed(subject), name))

  it("has 32 digits for every IPv6 address", () =>
    fc.assert(fc.property(fc.ipV6(), (ip) => /^(?:[0-9a-f]\.){31}[0-9a-f]$/.test(reversed(ip)))))

  it("holds the key between the subject and the zone", () =>
    assert.strictEqual(
      questionName("127.0.0.2", "zen.dq.spamhaus.net", "k3y"),
      "2.0.0.127.k3y.zen.dq.spamhaus.net"
    ))
})
