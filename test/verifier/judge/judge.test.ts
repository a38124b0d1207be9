import { readFile } from "node:fs/promises"

import type { DeliveryOutcome, Evidence, ListEvidence } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { RuleAction } from "@rcpt/domain/Rules"
import type { Judgement } from "@rcpt/domain/Verdict"
import { findings } from "@rcpt/verifier/judge/findings"
import { judge, verdictRules } from "@rcpt/verifier/judge/judge"
import { scoreRules } from "@rcpt/verifier/judge/scoreRules"
import { assert, describe, it } from "vitest"

import { everySentence, sentencesOf } from "./everySentence.ts"
import { evidence, hosts, listing, malformed, settled, sound, spf, wellFormed } from "./evidence.ts"
import { afterSmtp, refused, smtpResult } from "./smtpResults.ts"

const bare = { spf: absent, dmarc: absent }
const match = present({ service: "Someone", host: "mx.someone.test" })
const parking = present({ by: "mailHost", match: match.value } as const)
const catchAll = present({ because: "a test" })
const fullName = { shape: "fullName", synthetic: undefined } as const
const gibberish = { shape: "word", synthetic: "gibberish" } as const
const reported = (outcome: DeliveryOutcome) => ({
  reported: { outcome, at: Date.UTC(2026, 10, 20) }
})
const ruled = (action: RuleAction): Partial<Evidence> => ({
  rule: { id: "1", action, match: "domain", value: "x.test", subdomains: false }
})
const typoFacts = (domain: string, intended = "gmail.com") => ({
  domain: { ...sound, domain },
  didYouMean: `ann@${intended}`
})
const typoAt = (domain: string, lists: Partial<ListEvidence> = {}, intended?: string) =>
  evidence({}, lists, typoFacts(domain, intended))
const aged = (days: number) => present({ days, registeredOn: "2026-01-01" })

describe("judge", () => {
  const rows: ReadonlyArray<
    readonly [
      what: string,
      evidence: Evidence,
      status: Judgement["status"],
      subStatus: Judgement["subStatus"],
      score: number
    ]
  > = [
    ["malformed", malformed, "invalid", "failed_syntax_check", 0],
    ["DNS down", settled({ _tag: "unanswered", why: "SERVFAIL" }), "unknown", "dns_error", 50],
    ["no such domain", settled({ _tag: "noDomain" }), "invalid", "domain_not_found", 0],
    ["null MX", settled({ _tag: "nullMx" }), "invalid", "does_not_accept_mail", 0],
    [
      "private mail hosts",
      evidence({ routability: { _tag: "unroutable", why: "privateAddress" } }),
      "invalid",
      "mx_unroutable",
      0
    ],
    [
      "neither MX nor address",
      evidence({ ...settled({ _tag: "noMail" }).domain, ...bare }),
      "risky",
      "no_mx_records",
      0
    ],
    ["only an address", evidence({ route: hosts(true) }), "risky", "no_mx_records", 60],
    [
      "only an address, no policies",
      evidence({ route: hosts(true), ...bare }),
      "risky",
      "no_mx_records",
      50
    ],
    [
      "reported as complained",
      { ...afterSmtp(smtpResult("deliverable")), ...reported("complained") },
      "risky",
      "reported_complaint",
      30
    ],
    ["reported as bounced", evidence({}, {}, reported("bounced")), "risky", "reported_bounce", 30],
    [
      "reported as bounced, and accepted since",
      { ...afterSmtp(smtpResult("deliverable")), ...reported("bounced") },
      "risky",
      "reported_bounce",
      30
    ],
    [
      "reported as bounced, and refused",
      { ...afterSmtp(refused("mailbox_not_found")), ...reported("bounced") },
      "invalid",
      "mailbox_not_found",
      0
    ],
    ["reported as delivered", evidence({}, {}, reported("delivered")), "valid", undefined, 100],
    [
      "reported as delivered, and not confirmed now",
      { ...afterSmtp(smtpResult("greylisted")), ...reported("delivered") },
      "risky",
      "mailbox_unverified",
      90
    ],
    ["blocked by a rule", evidence({}, {}, ruled("block")), "risky", "blocked_by_rule", 30],
    [
      "blocked by a rule, and on every list",
      evidence({ parking }, { disposable: listing, role: listing }, ruled("block")),
      "risky",
      "blocked_by_rule",
      0
    ],
    [
      "blocked by a rule, and reported as bounced",
      evidence({}, {}, { ...ruled("block"), ...reported("bounced") }),
      "risky",
      "reported_bounce",
      0
    ],
    [
      "blocked by a rule, DNS down",
      { ...settled({ _tag: "unanswered", why: "SERVFAIL" }), ...ruled("block") },
      "unknown",
      "dns_error",
      0
    ],
    [
      "allowed by a rule, and no such domain",
      { ...settled({ _tag: "noDomain" }), ...ruled("allow") },
      "invalid",
      "domain_not_found",
      0
    ],
    [
      "allowed by a rule, and refused",
      { ...afterSmtp(refused("mailbox_not_found")), ...ruled("allow") },
      "invalid",
      "mailbox_not_found",
      0
    ],
    [
      "allowed by a rule, on every list, at a new domain",
      evidence(
        { disposableHost: match, relayHost: match },
        { disposable: listing, free: listing, role: listing, relay: listing },
        { ...ruled("allow"), localPart: gibberish, age: aged(3) }
      ),
      "valid",
      undefined,
      100
    ],
    [
      "allowed by a rule, a role at a catch-all",
      evidence({}, { role: listing }, { ...ruled("allow"), catchAll }),
      "risky",
      "catch_all",
      95
    ],
    [
      "allowed by a rule, parked and listed",
      evidence({ parking }, {}, { ...ruled("allow"), dnsbl: present(["b.test"]) }),
      "risky",
      "blocklisted",
      0
    ],
    ["disposable", evidence({}, { disposable: listing }), "risky", "disposable", 40],
    [
      "disposable role",
      evidence({}, { disposable: listing, role: listing }),
      "risky",
      "disposable",
      20
    ],
    ["disposable by its mail host", evidence({ disposableHost: match }), "risky", "disposable", 40],
    [
      "listed by a blocklist",
      evidence({}, {}, { dnsbl: present(["b.test"]) }),
      "risky",
      "blocklisted",
      50
    ],
    ["parked", evidence({ parking }), "risky", "parked", 50],
    [
      "parked and listed",
      evidence({ parking }, {}, { dnsbl: present(["b.test"]) }),
      "risky",
      "blocklisted",
      0
    ],
    ["relay", evidence({}, { relay: listing }), "risky", "relay", 90],
    ["relay by its mail host", evidence({ relayHost: match }), "risky", "relay", 90],
    ["role behind a relay", evidence({}, { relay: listing, role: listing }), "risky", "relay", 70],
    [
      "catch-all, high confidence",
      evidence({}, {}, { catchAll, localPart: fullName }),
      "risky",
      "catch_all",
      95
    ],
    [
      "catch-all, medium confidence",
      evidence(bare, {}, { catchAll, localPart: fullName }),
      "risky",
      "catch_all",
      75
    ],
    [
      "catch-all, low confidence",
      evidence(bare, {}, { catchAll, localPart: gibberish }),
      "risky",
      "catch_all",
      65
    ],
    [
      "role on a catch-all",
      evidence({}, { role: listing }, { catchAll }),
      "risky",
      "role_based_catch_all",
      75
    ],
    ["role", evidence({}, { role: listing }), "risky", "role_based", 80],
    [
      "synthetic at a free provider",
      evidence({}, { free: listing }, { localPart: gibberish }),
      "risky",
      "synthetic_local_part",
      65
    ],
    ["synthetic elsewhere", evidence({}, {}, { localPart: gibberish }), "valid", undefined, 100],
    ["29 days old", evidence({}, {}, { age: aged(29) }), "risky", "new_domain", 75],
    ["30 days old", evidence({}, {}, { age: aged(30) }), "valid", undefined, 100],
    ["mistyped", evidence({}, {}, { didYouMean: "ann@gmail.com" }), "valid", undefined, 85],
    [
      "mistyped, no policies",
      evidence(bare, {}, { didYouMean: "ann@gmail.com" }),
      "risky",
      "low_score",
      75
    ],
    ["one slip from a large provider", typoAt("gmial.com"), "risky", "possible_typo", 55],
    ["one slip, a role", typoAt("gmial.com", { role: listing }), "risky", "role_based", 35],
    ["two slips", typoAt("gmial.co"), "valid", undefined, 85],
    [
      "one slip from a smaller provider",
      typoAt("orangr.fr", {}, "orange.fr"),
      "valid",
      undefined,
      85
    ],
    ["another country's suffix", typoAt("gmail.fr"), "valid", undefined, 85],
    ["a letter of another alphabet", typoAt("xn--gmil-63d.com"), "risky", "possible_typo", 55],
    ["a provider's own domain", typoAt("ymail.com"), "valid", undefined, 85],
    [
      "one slip, parked",
      { ...typoAt("gmial.com"), domain: { ...sound, domain: "gmial.com", parking } },
      "risky",
      "parked",
      5
    ],
    [
      "one slip, not confirmed",
      { ...afterSmtp(smtpResult("timeout")), ...typoFacts("gmial.com") },
      "risky",
      "possible_typo",
      45
    ],
    [
      "one slip, confirmed by its mail server",
      { ...afterSmtp(smtpResult("deliverable")), ...typoFacts("gmial.com") },
      "valid",
      undefined,
      85
    ],
    [
      "one slip, allowed by a rule",
      { ...typoAt("gmial.com"), ...ruled("allow") },
      "valid",
      undefined,
      85
    ],
    ["forwarded", evidence({ forwarder: match }), "valid", undefined, 100],
    ["role, no policies", evidence(bare, { role: listing }), "risky", "role_based", 70],
    [
      "role on unroutable mail hosts",
      evidence({ routability: { _tag: "unroutable", why: "noAddress" } }, { role: listing }),
      "invalid",
      "mx_unroutable",
      0
    ],
    ["all sound", evidence(), "valid", undefined, 100],
    ["free", evidence({}, { free: listing }), "valid", undefined, 100],
    ["no DMARC", evidence({ dmarc: absent }), "valid", undefined, 95],
    ["neither SPF nor DMARC", evidence(bare), "valid", undefined, 90],
    ["two SPF records", evidence({ spf: spf(2) }), "valid", undefined, 100],
    [
      "policies unanswered",
      evidence({ spf: unanswered("timeout"), dmarc: unanswered("timeout") }),
      "valid",
      undefined,
      100
    ],
    [
      "hosts unanswered",
      evidence({ routability: { _tag: "unanswered", why: "timeout" } }),
      "valid",
      undefined,
      85
    ],
    [
      "hosts unanswered, no policies",
      evidence({ ...bare, routability: { _tag: "unanswered", why: "timeout" } }),
      "risky",
      "low_score",
      75
    ],
    ["no such mailbox", afterSmtp(refused("mailbox_not_found")), "invalid", "mailbox_not_found", 0],
    ["mailbox disabled", afterSmtp(refused("mailbox_disabled")), "invalid", "mailbox_disabled", 0],
    [
      "domain refused",
      afterSmtp(refused("domain_not_found")),
      "invalid",
      "domain_rejected_by_mail_server",
      0
    ],
    ["mailbox full", afterSmtp(refused("mailbox_full")), "risky", "mailbox_full", 60],
    ["mailbox not confirmed", afterSmtp(smtpResult("timeout")), "risky", "mailbox_unverified", 90],
    ["not ASCII", { ...evidence(), syntax: wellFormed(true) }, "valid", undefined, 100]
  ]
  for (const [what, given, status, subStatus, score] of rows) {
    it(`${what} → ${subStatus ?? status}, ${score}`, () => {
      const judgement = judge(given)
      assert.deepStrictEqual(
        { status: judgement.status, subStatus: judgement.subStatus, score: judgement.score },
        { status, subStatus, score }
      )
    })
  }

  it("has an example above for every verdict rule", () => {
    const covered = new Set(rows.map(([, given]) => judge(given).subStatus))
    for (const { subStatus } of verdictRules) assert.isTrue(covered.has(subStatus), subStatus)
  })

  it("gives its reasons as sentences, strongest first", () => {
    assert.deepStrictEqual(sentencesOf(malformed), ["The address is malformed: it has no @."])
    assert.deepStrictEqual(sentencesOf(evidence(bare, { role: listing })), [
      "The address belongs to a function, not to a person.",
      "The domain publishes no SPF record.",
      "The domain publishes no DMARC record."
    ])
    assert.deepStrictEqual(sentencesOf(evidence()), [])
  })

  it("says its reasons in the words of the contract", async () => {
    const words = await readFile(new URL("everySentence.txt", import.meta.url), "utf8")
    assert.deepStrictEqual(everySentence(), words.trimEnd().split("\n"))
  })

  it("has one score rule per finding, and no rule without a finding", () => {
    const counted = scoreRules.map(({ finding }) => finding)
    assert.strictEqual(new Set(counted).size, counted.length)
    for (const { finding } of [...scoreRules, ...verdictRules]) assert.property(findings, finding)
  })
})
