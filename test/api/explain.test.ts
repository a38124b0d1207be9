import { Explained, explain } from "@rcpt/api/explain"
import { render, spoken } from "@rcpt/api/render"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import { judge } from "@rcpt/verifier/judge/judge"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

import { evidence, listing, malformed, settled } from "../verifier/judge/evidence.ts"

const learntAt = Date.parse("2026-01-02T00:00:00Z")
const checkedAt = "2026-01-02T00:00:42.000Z"

const rowsOf = (given: Parameters<typeof explain>[0]) =>
  new Map(explain(given, checkedAt).map(({ rule, ...rest }) => [rule, rest]))

describe("explain", () => {
  const given = evidence(
    {
      learntAt,
      dmarc: absent,
      parking: unanswered("REFUSED"),
      provider: present({ id: "google", service: "Gmail", host: "mx.google.com" })
    },
    { disposable: listing },
    {
      didYouMean: "ann@gmail.com",
      dnsbl: present(["b.test", "c.test"]),
      age: present({ registeredOn: "2020-05-01", days: 2_000 }),
      context: {
        learntAt: learntAt + 40_000,
        mtaSts: present("v=STSv1; id=1"),
        tlsRpt: absent,
        bimi: unanswered("timeout")
      }
    }
  )
  const rows = rowsOf(given)

  const examples = {
    syntax: { outcome: "present", source: "RFC 5321, RFC 6531", answer: "ann@x.test" },
    "list.disposable": {
      outcome: "present",
      source: "a list, 2026-01-01",
      answer: "x.test",
      age_seconds: 86_400 + 42
    },
    "list.role": { outcome: "absent", source: "lists" },
    typo: {
      outcome: "present",
      source: "well-known mailbox providers",
      answer: "ann@gmail.com"
    },
    "dns.mx": {
      outcome: "present",
      source: "DNS MX x.test",
      answer: "10 mx.x.test",
      age_seconds: 42
    },
    "dns.spf": {
      outcome: "present",
      source: "DNS TXT x.test",
      answer: "v=spf1 -all",
      age_seconds: 42
    },
    "dns.dmarc": { outcome: "absent", source: "DNS TXT _dmarc.x.test", age_seconds: 42 },
    "dns.parked": {
      outcome: "unanswered",
      source: "name servers, mail servers and address of x.test",
      answer: "REFUSED"
    },
    "host.provider": {
      outcome: "present",
      source: "mail servers of x.test",
      answer: "Gmail: mx.google.com",
      age_seconds: 42
    },
    "dns.mta_sts": {
      outcome: "present",
      source: "DNS TXT _mta-sts.x.test",
      answer: "v=STSv1; id=1",
      age_seconds: 2
    },
    dnsbl: { outcome: "present", source: "blocklists", answer: "b.test, c.test" },
    "rdap.age": {
      outcome: "present",
      source: "registry of x.test",
      answer: "registered 2020-05-01"
    },
    catch_all: {
      outcome: "unanswered",
      source: "properties of the mail servers",
      answer: "not probed"
    }
  } as const
  for (const [rule, row] of Object.entries(examples)) {
    it(`has the source, the answer and the age of ${rule}`, () =>
      assert.deepStrictEqual(rows.get(rule), row))
  }

  it("has one row per rule and matches its schema", () => {
    const all = explain(given, checkedAt)
    assert.strictEqual(rows.size, all.length)
    assert.isTrue(Schema.is(Explained)(all))
  })

  it("names each blocklist that gave no answer, beside the answer of the others", () => {
    const open = [
      { zone: "b.test", why: "timeout" },
      { zone: "c.test", why: "not tested yet" }
    ]
    const row = (source: string, answer: string) =>
      ({ outcome: "unanswered", source, answer }) as const
    const some = rowsOf({ ...given, dnsbl: { ...absent, open } })
    assert.deepStrictEqual(some.get("dnsbl"), { outcome: "absent", source: "blocklists" })
    assert.deepStrictEqual(some.get("dnsbl.b.test"), row("b.test", "timeout"))
    assert.deepStrictEqual(some.get("dnsbl.c.test"), row("c.test", "not tested yet"))
  })

  it("has the decisive finding about a domain, and marks the rest as not asked", () => {
    const gone = rowsOf(settled({ _tag: "noDomain" }))
    assert.strictEqual(gone.get("dns.mx")?.answer, "NXDOMAIN")
    assert.deepStrictEqual(
      ["dns.spf", "dns.parked", "dns.mx_routable"].map((rule) => gone.get(rule)?.answer),
      ["not asked", "not asked", "not asked"]
    )
    assert.strictEqual(
      rowsOf(settled({ _tag: "unanswered", why: "SERVFAIL" })).get("dns.mx")?.outcome,
      "unanswered"
    )
  })

  it("has only the syntax error of a malformed address", () => {
    assert.deepStrictEqual(explain(malformed, checkedAt), [
      {
        rule: "syntax",
        outcome: "absent",
        source: "RFC 5321, RFC 6531",
        answer: "it has no @"
      }
    ])
  })

  it("is part of a result only on request", () => {
    const options = { mode: "fast", creditsUsed: 1, elapsedMillis: 0, checkedAt } as const
    const verification = { evidence: given, judgement: judge(given) }
    const [plain, explained] = [
      spoken(render(verification, options)),
      spoken(render(verification, { ...options, explain: true }))
    ]
    assert.notProperty(plain, "evidence")
    assert.deepStrictEqual({ ...plain, evidence: explain(given, checkedAt) }, explained)
    assert.isTrue(Schema.is(VerifyResult)(spoken(explained)))
  })
})
