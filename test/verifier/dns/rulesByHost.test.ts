import { absent, present, unanswered } from "@rcpt/domain/Fact"
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { catchAllHosts, disposableHosts, forwarders } from "@rcpt/verifier/dns/rules/mailServices"
import { parkingMailHosts, parkingNameServers } from "@rcpt/verifier/dns/rules/parking"
import { hostTable } from "@rcpt/verifier/lists/hostTable"
import { assert, it } from "vitest"

import { describe } from "../../support/vitest.ts"
import { publicIp, rows } from "./domainFactsRows.ts"

const via = (...hosts: ReadonlyArray<string>) => ({
  "x.test": { MX: hosts.map((host, index) => `${index} ${host}`) }
})

describe("A table of hosts", () => {
  const tables = {
    mailProviders,
    forwarders,
    disposableHosts,
    parkingMailHosts,
    parkingNameServers,
    catchAllHosts
  }
  for (const [name, table] of Object.entries(tables)) {
    it(`${name} finds each row by each of its suffixes and by names below them`, () => {
      const find = hostTable<{ readonly hosts: ReadonlyArray<string> }>(table)
      for (const row of table) {
        for (const host of row.hosts) {
          assert.match(host, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
          assert.strictEqual(find(host), row)
          assert.strictEqual(find(`mx1.${host}`), row)
          assert.notStrictEqual(find(`not${host}`), row)
        }
      }
    })
  }

  it("has each provider id and each provider name once", () => {
    for (const key of ["id", "name"] as const) {
      const values = mailProviders.map((row) => row[key])
      assert.strictEqual(new Set(values).size, values.length)
    }
  })
})

describe("The mail provider", () => {
  const provider = (id: string, service: string, host: string) => present({ id, service, host })
  rows("provider", [
    [
      "is recognized by the suffix of a mail host",
      via("aspmx.l.google.com"),
      "x.test",
      provider("google_workspace", "Google Workspace", "aspmx.l.google.com")
    ],
    [
      "is the service with the longer suffix where a company has two",
      via("gmail-smtp-in.l.google.com"),
      "x.test",
      provider("google", "Gmail", "gmail-smtp-in.l.google.com")
    ],
    [
      "is Microsoft 365 by its newer hosts too",
      via("x-test.a-v1.mx.microsoft"),
      "x.test",
      provider("microsoft365", "Microsoft 365", "x-test.a-v1.mx.microsoft")
    ],
    [
      "is Microsoft 365 in the clouds of the US government too",
      via("x-test.mail.protection.office365.us"),
      "x.test",
      provider("microsoft365", "Microsoft 365", "x-test.mail.protection.office365.us")
    ],
    [
      "is Microsoft 365 in China too",
      via("x-test.mail.protection.partner.outlook.cn"),
      "x.test",
      provider("microsoft365", "Microsoft 365", "x-test.mail.protection.partner.outlook.cn")
    ],
    [
      "is absent for a rented machine of Amazon, whose customer runs the mail server",
      via("ec2-203-0-113-7.eu-west-1.compute.amazonaws.com"),
      "x.test",
      absent
    ],
    [
      "is the first that is known, by preference",
      via("own.x.test", "mx.zoho.com", "aspmx.l.google.com"),
      "x.test",
      provider("zoho", "Zoho Mail", "mx.zoho.com")
    ],
    ["is absent for a look-alike", via("mx.notgoogle.com"), "x.test", absent],
    ["is absent without MX records", { "google.com": { A: [publicIp] } }, "google.com", absent],
    [
      "is unanswered when the MX look-up fails",
      { "x.test": { MX: "timeout" } },
      "x.test",
      unanswered("timeout")
    ]
  ])
})

describe("Mail hosts of a disposable operator", () => {
  const match = present({ service: "Generator.email", host: "mx1.generator.email" })
  rows("disposableHost", [
    ["reveal a domain that is on no list", via("mx1.generator.email"), "x.test", match],
    [
      "do not count for a customer of a relay service",
      via("mx1.simplelogin.co", "mx1.generator.email"),
      "x.test",
      absent
    ],
    ["do not include a shared mail router", via("route1.mx.cloudflare.net"), "x.test", absent]
  ])
})

describe("Mail hosts of a relay service", () => {
  rows("relayHost", [
    [
      "make a customer's domain a relay",
      via("mx1.alias.proton.me", "mx2.alias.proton.me"),
      "x.test",
      present({ service: "SimpleLogin and Proton Pass", host: "mx1.alias.proton.me" })
    ],
    ["do not include those of a mailbox provider", via("mxext1.mailbox.org"), "x.test", absent]
  ])
})

describe("A domain", () => {
  const parked = (by: "nameServer" | "mailHost" | "address", service: string, host: string) =>
    present({ by, match: { service, host } })
  const served = (server: string, more = {}) => ({ "x.test": { NS: [server], ...more } })
  const mail = { MX: ["10 mx.y.test"] }
  rows("parking", [
    [
      "is parked by its name servers",
      served("NS1.Bodis.com.", mail),
      "x.test",
      parked("nameServer", "Bodis", "ns1.bodis.com")
    ],
    [
      "is parked by the name servers of its registrable domain",
      { ...served("ns1.bodis.com"), "a.b.x.test": mail },
      "a.b.x.test",
      parked("nameServer", "Bodis", "ns1.bodis.com")
    ],
    [
      "is parked by its mail host, even if the look-up of its name servers fails",
      { "x.test": { MX: ["10 mx7.h-email.net"], NS: "SERVFAIL" } },
      "x.test",
      parked("mailHost", "h-email.net", "mx7.h-email.net")
    ],
    [
      "is parked by its address when it has no mail host",
      { "x.test": { A: ["91.195.240.12"] } },
      "x.test",
      parked("address", "Sedo", "91.195.240.12")
    ],
    [
      "is not parked by its address when it has a mail host",
      { "x.test": { A: ["91.195.240.12"], ...mail } },
      "x.test",
      absent
    ],
    [
      "is not parked at an ordinary registrar",
      served("dns1.registrar-servers.com", mail),
      "x.test",
      absent
    ],
    [
      "is not parked at a hoster's default with mail",
      served("ns1.dns-parking.com", mail),
      "x.test",
      absent
    ],
    [
      "is parked at a hoster's default without mail",
      served("ns1.dns-parking.com", { A: [publicIp] }),
      "x.test",
      parked("nameServer", "Hostinger parking", "ns1.dns-parking.com")
    ],
    [
      "is unanswered when the look-up of its name servers fails",
      { "x.test": { ...mail, NS: "REFUSED" } },
      "x.test",
      unanswered("REFUSED")
    ],
    [
      "is parked by its address, even if the look-up of its name servers fails",
      { "x.test": { A: ["199.59.243.225"], NS: "REFUSED" } },
      "x.test",
      parked("address", "Bodis", "199.59.243.225")
    ]
  ])
})
