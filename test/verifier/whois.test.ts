import { assert, describe, it } from "@effect/vitest"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import * as RdapServer from "@rcpt/lab/RdapServer"
import * as WhoisServer from "@rcpt/lab/WhoisServer"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { readWhois } from "@rcpt/verifier/rdap/readWhois"
import { anyServer, whoisServers } from "@rcpt/verifier/rdap/whoisServers"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"

const now = Date.UTC(2026, 5, 1)
const rowOf = (tld: string) => whoisServers.find(({ tlds }) => tlds.includes(tld)) ?? anyServer
const on = (year: number, month: number, day: number) => ({
  _tag: "answered",
  fact: present(Date.UTC(year, month - 1, day))
})
const none = { _tag: "answered", fact: absent }
const noDate = { _tag: "answered", fact: unanswered("no date in WHOIS") }

describe("An answer of WHOIS", () => {
  const answers: ReadonlyArray<readonly [tld: string, text: string, turn: object]> = [
    [
      "io",
      "Domain Name: x.io\r\nUpdated Date: 2020-02-02\r\nCreation Date: 2010-01-31\r\n",
      on(2010, 1, 31)
    ],
    ["io", "Domain not found.\r\n", none],
    ["co", "   Creation Date: 2010-07-20T00:00:00Z\r\n", { ...on(2010, 7, 20) }],
    ["us", "No Data Found\r\n", none],
    ["ch", "First registration date:\n2003-08-01\n\nDNSSEC:N", on(2003, 8, 1)],
    ["ch", "We do not have an entry in our database matching your query.", none],
    ["jp", "[Created on]                    2001/03/26\n", on(2001, 3, 26)],
    ["jp", "[登録年月日]                    2001/03/26\n", on(2001, 3, 26)],
    ["jp", "No match!!", none],
    [
      "ru",
      "domain: X.RU\ncreated:       1997-09-23T09:45:07Z\n",
      { _tag: "answered", fact: present(Date.UTC(1997, 8, 23, 9, 45, 7)) }
    ],
    ["ru", "No entries found for the selected source(s).", none],
    [
      "cn",
      "Registration Time: 2003-03-17 12:20:05\n",
      { _tag: "answered", fact: present(Date.UTC(2003, 2, 17, 12, 20, 5)) }
    ],
    ["cn", "No matching record.", none],
    ["kr", "Registered Date             : 1999. 07. 28.\n", on(1999, 7, 28)],
    ["it", "Created:            1999-12-10 00:00:00\n", on(1999, 12, 10)],
    ["it", "Domain:             x.it\nStatus:             AVAILABLE\n", none],
    ["se", "created:          2000-01-01\n", on(2000, 1, 1)],
    ["se", 'domain "x.se" not found.', none],
    ["dk", "Registered:           1998-01-19\n", on(1998, 1, 19)],
    ["io", "Creation Date: 2999-01-01\n", none],
    ["io", "Creation Date:\nUpdated Date: 2010-01-31\n", none],
    ["io", "Query rate limit exceeded. Reduce your rate.", { _tag: "refused", wait: undefined }],
    ["io", "<html>", noDate],
    ["io", "", noDate],
    ["test", "Registered on: 2010-01-31\n", on(2010, 1, 31)]
  ]
  for (const [tld, text, turn] of answers)
    it(`.${tld}: ${JSON.stringify(text)}`, () =>
      assert.deepStrictEqual<object>(readWhois(text, rowOf(tld), now), turn))

  it("is read without a throw whatever it is", () => {
    const words = fc.constantFrom(
      "Creation Date:",
      "created:",
      "\n",
      " ",
      "2010-01-31",
      "9999",
      "-"
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(words).map((some) => some.join(""))
    )
    const rows = fc.constantFrom(...whoisServers, anyServer)
    fc.assert(
      fc.property(text, rows, (some, row) => {
        const turn = readWhois(some, row, now)
        return turn._tag === "refused" || turn.fact._tag !== "Present" || turn.fact.value <= now
      })
    )
  })

  it("of nothing but blanks is read in a moment", () => {
    const before = process.hrtime.bigint()
    for (const blank of ["\n", " ", "\t\n", '"', 'domain "'])
      for (const row of [...whoisServers, anyServer]) readWhois(blank.repeat(30_000), row, now)
    assert.isBelow(Number(process.hrtime.bigint() - before) / 1e6, 2_000)
  })
})

const withWhois = (domain: string, rdap: "off" | "server") =>
  Effect.gen(function* () {
    const whois = yield* WhoisServer.start()
    const server = yield* RdapServer.start()
    const ages = DomainAges.layer({
      rdap: rdap === "off" ? "off" : { url: server.url },
      whois: { server: whois },
      unsafeNetworks: ["127.0.0.0/8"]
    }).pipe(Layer.provide([DomainAgeCache.layerNone, Resolver.layerZone({})]))
    const fact = yield* DomainAges.use(({ ageOf }) => ageOf(domain)).pipe(Effect.provide(ages))
    return { fact, asked: whois.asked }
  }).pipe(Effect.scoped)

describe("WHOIS", () => {
  const facts = [
    ["acme.test", 2010],
    ["unregistered.test", absent],
    ["undated.test", unanswered("no date in WHOIS")],
    ["hugeregistry.test", unanswered("more than 65536 octets")],
    ["slowregistry.test", unanswered("not in time")],
    ["busyregistry.test", unanswered("not now")]
  ] as const
  for (const [domain, wanted] of facts)
    it.live(`says of ${domain}: ${JSON.stringify(wanted)}`, () =>
      Effect.map(withWhois(domain, "off"), ({ fact, asked }) => {
        assert.deepStrictEqual(asked, [domain])
        if (typeof wanted === "object") return assert.deepStrictEqual(fact, wanted)
        return assert.isTrue(
          fact._tag === "Present" && fact.value.registeredOn === `${wanted}-01-01`
        )
      })
    )

  it.live("is asked where RDAP has no answer, and its question is the bare name", () =>
    Effect.map(withWhois("mistaken.test", "server"), ({ asked }) =>
      assert.deepStrictEqual(asked, ["mistaken.test"])
    )
  )

  it.live("is not asked where RDAP has one, even if it is no", () =>
    Effect.gen(function* () {
      for (const domain of ["acme.test", "unregistered.test"])
        assert.deepStrictEqual((yield* withWhois(domain, "server")).asked, [])
    })
  )
})
