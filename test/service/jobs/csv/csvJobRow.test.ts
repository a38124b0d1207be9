import { JobResultRow } from "@rcpt/api/Jobs"
import { catchAllConfidence } from "@rcpt/domain/catchAllConfidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { Verification } from "@rcpt/domain/Verification"
import { asRepeat, toJobResultRow, toJobRow } from "@rcpt/service/jobs/csv/ResultRow"
import { judge } from "@rcpt/verifier/judge/judge"
import { Schema } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { evidence, listing, malformed } from "../../../verifier/judge/evidence.ts"
import { fullRow as full, jobRow } from "./csvRows.ts"

describe("A settled row", () => {
  const settled = { creditsUsed: 1, checkedAt: "2026-11-21T10:00:00.000Z" }
  const fast = { ...settled, mode: "fast" } as const
  const deep = { ...settled, mode: "deep" } as const
  const verification = (facts: Verification["evidence"]): Verification => ({
    evidence: facts,
    judgement: judge(facts)
  })

  it("has what was determined", () => {
    const facts = evidence(
      {
        provider: present({ id: "someone", service: "Someone", host: "mx.x.test" }),
        dmarc: absent
      },
      { role: listing },
      { didYouMean: "ann@y.test", catchAll: absent, dnsbl: absent }
    )
    assert.deepStrictEqual(toJobRow(verification(facts), fast), {
      status: "risky",
      score: judge(facts).score,
      subStatus: "role_based",
      normalizedEmail: "ann@x.test",
      didYouMean: "ann@y.test",
      is_disposable: false,
      is_role_based: true,
      is_free_provider: false,
      is_relay: false,
      is_catch_all: false,
      has_mx: true,
      has_spf: true,
      has_dmarc: false,
      is_blacklisted: false,
      domainAgeDays: 700,
      mxProvider: "Someone",
      ...settled
    })
  })

  it("of a catch-all domain has the confidence of the answer for one address", () => {
    const facts = evidence({}, {}, { catchAll: present({ because: "a test" }) })
    const { is_catch_all, catchAllConfidence: confidence } = toJobRow(verification(facts), fast)
    assert.strictEqual(is_catch_all, true)
    assert.strictEqual(confidence, catchAllConfidence(facts))
    assert.isNumber(confidence)
  })

  it("leaves out what was not determined", () => {
    const unknown = unanswered("timeout")
    const route = { _tag: "unanswered", why: "timeout" } as const
    const facts = evidence(
      { route, routability: route, spf: unknown, dmarc: unknown },
      {},
      { dnsbl: unknown, age: unknown, catchAll: notAsked }
    )
    assert.deepStrictEqual(toJobRow(verification(facts), fast), {
      status: "unknown",
      score: judge(facts).score,
      subStatus: "dns_error",
      normalizedEmail: "ann@x.test",
      is_disposable: false,
      is_role_based: false,
      is_free_provider: false,
      is_relay: false,
      ...settled
    })
    assert.deepStrictEqual(toJobRow(verification(malformed), fast), {
      status: "invalid",
      score: judge(malformed).score,
      subStatus: "failed_syntax_check",
      ...settled
    })
  })

  it("of a deep job has the result of the SMTP conversation", () => {
    const smtpOf = (smtp: Verification["evidence"]["smtp"]) => {
      const { smtpStatus, mailboxExists } = toJobRow(
        verification(evidence({}, {}, smtp ? { smtp } : {})),
        deep
      )
      return [smtpStatus, mailboxExists]
    }
    const checked = {
      checked: true,
      tls: true,
      mxHost: "mx.x.test",
      latencyMillis: 5,
      control: "refused",
      transcript: []
    } as const
    assert.deepStrictEqual(smtpOf({ ...checked, status: "deliverable" }), ["deliverable", "yes"])
    assert.deepStrictEqual(smtpOf({ ...checked, status: "undeliverable" }), ["undeliverable", "no"])
    assert.deepStrictEqual(
      smtpOf({ ...checked, status: "undeliverable", subReason: "mailbox_full" }),
      ["undeliverable", "yes"]
    )
    assert.deepStrictEqual(smtpOf({ ...checked, status: "greylisted" }), ["greylisted", "unknown"])
    assert.deepStrictEqual(smtpOf(notChecked("smtp_throttled")), ["not_checked", "unknown"])
    assert.deepStrictEqual(smtpOf(undefined), [undefined, undefined])
  })

  it("that repeats an address costs nothing", () =>
    assert.deepStrictEqual(asRepeat(full), { ...full, creditsUsed: 0 }))

  it("has the field names of the contract on the results page", () => {
    const shown = toJobResultRow("Info@x.org", full)
    assert.deepStrictEqual(shown, {
      email: "Info@x.org",
      verification_status: "risky",
      verification_score: 70,
      is_disposable: false,
      has_mx: true,
      is_role_based: true,
      is_free_provider: false,
      is_relay: false,
      is_blacklisted: false,
      has_spf: false,
      has_dmarc: true,
      domain_age_days: "700",
      mx_provider: "Someone, Inc.",
      normalized_email: "info@x.org",
      did_you_mean: "info@y.org"
    })
    assert.deepStrictEqual(Schema.decodeUnknownSync(JobResultRow)(shown), shown)
  })

  it("on the results page omits what was not determined, and has an empty did_you_mean", () => {
    assert.deepStrictEqual(toJobResultRow("a@x.org", jobRow()), {
      email: "a@x.org",
      verification_status: "valid",
      verification_score: 95,
      did_you_mean: ""
    })
    assert.deepStrictEqual(toJobResultRow("a@x.org", undefined), { email: "a@x.org" })
  })
})
