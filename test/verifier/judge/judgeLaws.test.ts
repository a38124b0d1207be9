import type { DomainEvidence, Evidence, ListEvidence } from "@rcpt/domain/Evidence"
import { absent, late, present, valueOf } from "@rcpt/domain/Fact"
import { judge } from "@rcpt/verifier/judge/judge"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

import { anyEvidence, match, withRule } from "./anyEvidence.ts"
import { sentencesOf } from "./everySentence.ts"
import { listing, malformed } from "./evidence.ts"

const onDomain =
  (worse: Partial<DomainEvidence>) =>
  (given: Evidence): Evidence => ({
    ...given,
    domain: given.domain && { ...given.domain, ...worse }
  })

const onLists =
  (worse: Partial<ListEvidence>) =>
  (given: Evidence): Evidence => ({ ...given, lists: given.lists && { ...given.lists, ...worse } })

const worsenings: ReadonlyArray<(given: Evidence) => Evidence> = [
  (given) => ({ ...given, syntax: malformed.syntax }),
  onLists({ disposable: listing }),
  onLists({ role: listing }),
  onLists({ relay: listing }),
  onDomain({ spf: absent }),
  onDomain({ dmarc: absent }),
  onDomain({ routability: { _tag: "unroutable", why: "noAddress" } }),
  onDomain({ parking: present({ by: "mailHost", match }) }),
  onDomain({ relayHost: present(match) }),
  onDomain({ disposableHost: present(match) }),
  (given) => ({
    ...given,
    localPart: given.localPart && { ...given.localPart, synthetic: "digits" }
  }),
  (given) => ({ ...given, didYouMean: "ann@gmail.com" }),
  (given) => ({ ...given, dnsbl: present(["b.test"]) }),
  (given) => ({ ...given, age: present({ days: 1, registeredOn: "2026-01-01" }) }),
  (given) => ({ ...given, catchAll: present({ because: "a test" }) })
]

const fromLists = [
  "disposable",
  "relay",
  "role_based",
  "role_based_catch_all",
  "synthetic_local_part",
  "new_domain"
]

const verdictOf = (given: Evidence) => {
  const { reasons: _, ...verdict } = judge(given)
  return verdict
}

describe("judge", () => {
  it("keeps the score range and sub-status rules of each status, for any evidence", () => {
    const range = { valid: [80, 100], risky: [0, 100], invalid: [0, 10], unknown: [0, 50] } as const
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const judgement = judge(given)
        const sentences = sentencesOf(given)
        const [least, most] = range[judgement.status]
        assert.isTrue(Number.isInteger(judgement.score))
        assert.isTrue(judgement.score >= least && judgement.score <= most)
        assert.strictEqual(judgement.subStatus === undefined, judgement.status === "valid")
        assert.isTrue(judgement.status === "valid" || judgement.reasons.length > 0)
        assert.isTrue(sentences.every((sentence) => /^[A-Z].*[.?]$/.test(sentence)))
        assert.notInclude(sentences.join(), "undefined")
        assert.deepStrictEqual(judge(structuredClone(given)), judgement)
      }),
      { numRuns: 3_000 }
    )
  })

  it("never gives a higher score for one more bad finding", () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...worsenings), (given, worsen) => {
        assert.isAtMost(judge(worsen(given)).score, judge(given).score)
      }),
      { numRuns: 10_000 }
    )
  })

  it("lets no rule overrule a proof, and lets lists say nothing where one allows", () => {
    const unlisted = { disposable: undefined, free: undefined, role: undefined, relay: undefined }
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const judged = judge(given)
        for (const action of ["allow", "block"] as const) {
          const { status, subStatus } = judge(withRule(given, action))
          if (judged.status === "invalid" || judged.status === "unknown")
            assert.deepStrictEqual([status, subStatus], [judged.status, judged.subStatus])
          else if (action === "block") assert.strictEqual(subStatus, "blocked_by_rule")
          else assert.notInclude(fromLists, subStatus)
        }
        const bare = {
          ...given,
          lists: given.lists && unlisted,
          domain: given.domain && { ...given.domain, relayHost: absent, disposableHost: absent },
          age: valueOf(given.age) && valueOf(given.age)!.days < 30 ? absent : given.age
        }
        // Its age and name still say how likely a mailbox of a catch-all is.
        if (given.catchAll._tag === "Present") return
        assert.deepStrictEqual(verdictOf(withRule(given, "allow")), verdictOf(bare))
      }),
      { numRuns: 3_000 }
    )
  })

  it("takes no points off or on for what was late: it says what it says where there is nothing", () => {
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const neither = { ...given, age: absent, dnsbl: absent }
        const lates = { ...given, age: late("not in time"), dnsbl: late("b.test: timeout") }
        const open = {
          ...absent,
          open: [{ zone: "b.test", why: "timeout" }],
          isLate: true
        } as const
        assert.deepStrictEqual(judge(lates), judge(neither))
        assert.deepStrictEqual(judge({ ...neither, dnsbl: open }), judge(neither))
      }),
      { numRuns: 2_000 }
    )
  })
})
