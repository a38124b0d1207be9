/** Corrections of the published lists: none contradicts another, and each still changes something. */
import { mailProviders } from "@rcpt/verifier/dns/rules/mailProviders"
import { catchAllHosts, forwarders } from "@rcpt/verifier/dns/rules/mailServices"
import { conclude, makeDomainLists } from "@rcpt/verifier/lists/domainLists"
import { longestSuffix } from "@rcpt/verifier/lists/hostTable"
import { corrections, listCorrections } from "@rcpt/verifier/lists/listCorrections"
import { bundledDomains } from "@rcpt/verifier/lists/packedLists"
import { relays } from "@rcpt/verifier/lists/relays"
import { assert, describe, it } from "vitest"

const groups = bundledDomains()
const concludedOf = new Map(
  groups.flatMap(({ namings, domains }) => {
    const conclusion = conclude(namings)
    return domains.split("\n").map((domain) => [domain, conclusion] as const)
  })
)

/** What the lists say of a domain that has no correction. */
const byLists = (domain: string): string => concludedOf.get(domain) ?? "none"

/** What changes nothing: the verdicts of the lists that a correction would only repeat. */
const moot: Readonly<Record<string, ReadonlyArray<string>>> = {
  free: ["free"],
  closed: ["none", "hint"],
  disposable: ["disposable"],
  relay: []
}

const all = Array.from(corrections)

describe("A correction of a list", () => {
  it("names domains that can be written after an at sign, each once", () => {
    const domains = listCorrections.flatMap((row) => row.domains.split(" "))
    assert.strictEqual(new Set(domains).size, domains.length)
    for (const [domain, { source }] of all) {
      assert.match(domain, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
      assert.isNotEmpty(source)
    }
  })

  it("does not contradict one for a domain above it", () => {
    const contradicting = all.filter(([domain, { is }]) => {
      const above = longestSuffix(corrections, domain.slice(domain.indexOf(".") + 1))
      return above !== undefined && above.is !== is
    })
    assert.deepStrictEqual(contradicting, [])
  })

  it("changes what the lists say", () =>
    assert.deepStrictEqual(
      all.filter(([domain, { is }]) => moot[is]?.includes(byLists(domain))),
      []
    ))
})

describe("A mail host of a known operator", () => {
  const { standingOf } = makeDomainLists({ groups, refreshed: new Map() })
  it("is not taken for one of a throwaway service by the lists", () => {
    const hosts = [...mailProviders, ...forwarders, ...catchAllHosts].flatMap((row) => row.hosts)
    const relayed = relays.flatMap(({ mailHosts = [] }) => mailHosts)
    assert.deepStrictEqual(
      [...hosts, ...relayed].filter(
        (host) => standingOf(`mx.${host}`)?.conclusion === "disposable"
      ),
      []
    )
  })
})

describe("The lists", () => {
  const opened = { list: "disposable-email-domains", since: "2026-11-09" }
  const collected = { list: "disposable-domains", since: "2026-08-24" }
  const other = { list: "mailchecker", since: "2026-07-18" }
  const free = { list: "free-email-domains", since: "2026-09-23" }
  const mailboxes = { list: "email-providers", since: "2026-09-07" }
  const rows = [
    ["one that opened a mailbox", [opened], "disposable"],
    ["one that collects", [collected], "hint"],
    ["two that collect", [collected, other], "disposable"],
    ["two, against a list of mailbox providers", [collected, other, mailboxes], "hint"],
    ["one that opened a mailbox, against such a list", [opened, mailboxes], "disposable"],
    ["one of free providers", [free], "free"],
    ["one of each kind", [collected, free], "hint"],
    ["one of each kind, and one of mailbox providers", [collected, free, mailboxes], "free"],
    ["one of mailbox providers", [mailboxes], "none"]
  ] as const
  for (const [what, namings, conclusion] of rows)
    it(`mean ${conclusion}: ${what}`, () => assert.strictEqual(conclude(namings), conclusion))
})
