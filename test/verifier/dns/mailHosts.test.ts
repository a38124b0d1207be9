import { notAsked } from "@rcpt/domain/Fact"

import { assert, describe, it } from "../../support/vitest.ts"
import { factsOf, publicIp, rows } from "./domainFactsRows.ts"

describe("The mail route of a domain", () => {
  const itself = {
    _tag: "hosts",
    hosts: [{ host: "x.test", preference: 0 }],
    implicit: true
  } as const
  rows("route", [
    [
      "is its MX records, lowest preference first",
      { "x.test": { MX: ["20 b.test", "10 a.test"] } },
      "x.test",
      {
        _tag: "hosts",
        implicit: false,
        hosts: [
          { host: "a.test", preference: 10 },
          { host: "b.test", preference: 20 }
        ]
      }
    ],
    [
      "is the domain itself when it has only an address record",
      { "x.test": { A: [publicIp] } },
      "x.test",
      itself
    ],
    [
      "is the domain itself with only an IPv6 address too",
      { "x.test": { A: "timeout", AAAA: ["2606::1"] } },
      "x.test",
      itself
    ],
    ["is closed by a null MX", { "x.test": { MX: ["0 ."] } }, "x.test", { _tag: "nullMx" }],
    [
      "is not closed by a null MX among other MX records",
      { "x.test": { MX: ["0 .", "10 a.test"] } },
      "x.test",
      { _tag: "hosts", hosts: [{ host: "a.test", preference: 10 }], implicit: false }
    ],
    ["is `noDomain` when the domain does not exist", {}, "x.test", { _tag: "noDomain" }],
    [
      "is `noMail` when there is neither MX nor address",
      { "x.test": {} },
      "x.test",
      { _tag: "noMail" }
    ],
    ["is `noMail` for an empty non-terminal", { "a.x.test": {} }, "x.test", { _tag: "noMail" }],
    // An address record is no substitute for MX records that are unknown.
    [
      "is unanswered when the MX look-up fails, although the domain has an address",
      { "x.test": { MX: "SERVFAIL", A: [publicIp] } },
      "x.test",
      { _tag: "unanswered", why: "SERVFAIL" }
    ],
    [
      "is unanswered when one of the address look-ups fails and the other finds nothing",
      { "x.test": { AAAA: "REFUSED" } },
      "x.test",
      { _tag: "unanswered", why: "REFUSED" }
    ]
  ])
})

describe("Mail hosts", () => {
  const none = { _tag: "unroutable", why: "noAddress" } as const
  const privateOnly = { _tag: "unroutable", why: "privateAddress" } as const
  const via = (...hosts: ReadonlyArray<string>) => ({ MX: hosts.map((host) => `10 ${host}`) })
  rows("routability", [
    [
      "are routable by IPv4",
      { "x.test": via("a.test"), "a.test": { A: [publicIp] } },
      "x.test",
      { _tag: "routable" }
    ],
    [
      "are routable by IPv6",
      { "x.test": via("a.test"), "a.test": { AAAA: ["2606::1"] } },
      "x.test",
      { _tag: "routable" }
    ],
    [
      "are routable when one of them is, even if others fail",
      {
        "x.test": via("a.test", "b.test", "c.test"),
        "a.test": "silence",
        "b.test": { A: ["10.0.0.1"] },
        "c.test": { A: [publicIp] }
      },
      "x.test",
      { _tag: "routable" }
    ],
    ["are unroutable when they do not exist", { "x.test": via("a.test") }, "x.test", none],
    [
      "are unroutable when they have no address",
      { "x.test": via("a.test"), "a.test": {} },
      "x.test",
      none
    ],
    [
      "are unroutable when the MX is an IP address",
      { "x.test": via("1.1.1.1"), "1.1.1.1": { A: [publicIp] } },
      "x.test",
      none
    ],
    ["are unroutable when the MX is no host name", { "x.test": via("a..test") }, "x.test", none],
    [
      "are unroutable when all addresses are private",
      { "x.test": via("a.test"), "a.test": { A: ["10.0.0.1", "127.0.0.1"] } },
      "x.test",
      privateOnly
    ],
    [
      "are unroutable when the address is IPv4-mapped",
      { "x.test": via("a.test"), "a.test": { AAAA: ["::ffff:1.1.1.1"] } },
      "x.test",
      privateOnly
    ],
    [
      "are unroutable when a domain without MX has a private address",
      { "x.test": { A: ["192.168.0.1"] } },
      "x.test",
      privateOnly
    ],
    [
      "are unanswered when one look-up fails and no host is routable",
      { "x.test": via("a.test", "b.test"), "a.test": { A: ["10.0.0.1"] }, "b.test": "SERVFAIL" },
      "x.test",
      { _tag: "unanswered", why: "SERVFAIL" }
    ],
    [
      "are unanswered when the IPv4 address is private and the IPv6 look-up fails",
      { "x.test": via("a.test"), "a.test": { A: ["10.0.0.1"], AAAA: "timeout" } },
      "x.test",
      { _tag: "unanswered", why: "timeout" }
    ],
    [
      "are unanswered when there are more hosts than are looked up",
      {
        "x.test": via(...Array.from({ length: 17 }, (_, index) => `m${10 + index}.test`)),
        "m26.test": { A: [publicIp] }
      },
      "x.test",
      { _tag: "unanswered", why: "more than 16 mail hosts" }
    ],
    [
      "are not looked up where there are none",
      { "x.test": {} },
      "x.test",
      { _tag: "unanswered", why: notAsked.why }
    ]
  ])

  it.effect("are routable at a private address that the operator trusts", function* () {
    const zone = { "x.test": { MX: ["10 a.test"] }, "a.test": { A: ["127.0.0.1"] } }
    const { routability } = yield* factsOf(zone, "x.test", ["127.0.0.0/8"])
    assert.deepStrictEqual(routability, { _tag: "routable" })
  })
})
