/** Reading WHOIS responses, and when WHOIS is asked. */
import { absent, late, present, unanswered } from "@rcpt/domain/Fact"
import * as RdapServer from "@rcpt/lab/RdapServer"
import * as WhoisServer from "@rcpt/lab/WhoisServer"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { readWhois } from "@rcpt/verifier/rdap/Whois"
import { anyServer, whoisServers } from "@rcpt/verifier/rdap/whoisServers"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

const now = Date.UTC(2026, 5, 1)
const rowOf = (tld: string) => whoisServers.find(({ tlds }) => tlds.includes(tld)) ?? anyServer
const on = (year: number, month: number, day: number) => ({
  _tag: "answered",
  fact: present(Date.UTC(year, month - 1, day))
})
const none = { _tag: "answered", fact: absent }
const noDate = { _tag: "answered", fact: unanswered("no date in WHOIS") }

describe("A WHOIS response", () => {
  const responses: ReadonlyArray<readonly [tld: string, text: string, response: object]> = [
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
  for (const [tld, text, response] of responses)
    it(`.${tld}: ${JSON.stringify(text)}`, () =>
      assert.deepStrictEqual<object>(readWhois(text, rowOf(tld), now), response))

  it("never throws, whatever the text", () => {
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
        const response = readWhois(some, row, now)
        if (response._tag === "refused" || response.fact._tag !== "Present") return true
        return response.fact.value <= now
      })
    )
  })

  it("of nothing but blanks is read within 2 s", () => {
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
    return { fact, asked: whois.queries }
  }).pipe(Effect.scoped)

describe("WHOIS", () => {
  const facts = [
    ["acme.test", 2010],
    ["unregistered.test", absent],
    ["undated.test", unanswered("no date in WHOIS")],
    ["hugeregistry.test", unanswered("more than 65536 octets")],
    ["slowregistry.test", late("not in time")],
    ["busyregistry.test", unanswered("not now")]
  ] as const
  for (const [domain, expected] of facts)
    it.live(`says of ${domain}: ${JSON.stringify(expected)}`, () =>
      Effect.map(withWhois(domain, "off"), ({ fact, asked }) => {
        assert.deepStrictEqual(asked, [domain])
        if (typeof expected === "object") return assert.deepStrictEqual(fact, expected)
        return assert.isTrue(
          fact._tag === "Present" && fact.value.registeredOn === `${expected}-01-01`
        )
      })
    )

  it.live("is asked where RDAP has no answer, with the bare name as the query", () =>
    Effect.map(withWhois("mistaken.test", "server"), ({ asked }) =>
      assert.deepStrictEqual(asked, ["mistaken.test"])
    )
  )

  it.live('is not asked where RDAP has one, even if it is "not registered"', function* () {
    for (const domain of ["acme.test", "unregistered.test"])
      assert.deepStrictEqual((yield* withWhois(domain, "server")).asked, [])
  })
})
