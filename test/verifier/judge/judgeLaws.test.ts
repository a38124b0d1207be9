import { dmarcPolicies, syntheticSigns } from "@rcpt/domain/Evidence"
import type { DomainEvidence, Evidence, ListEvidence } from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { judge } from "@rcpt/verifier/judge/judge"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

import { hosts, listing, malformed, wellFormed } from "./evidence.ts"

const match = { service: "Someone", host: "mx.someone.test" }

const facts = <A>(...values: ReadonlyArray<A>): fc.Arbitrary<Fact<A>> =>
  fc.constantFrom<Fact<A>>(...values.map(present), absent, unanswered("timeout"), notAsked)

const listings = fc.constantFrom(listing, undefined)

const domains: fc.Arbitrary<DomainEvidence> = fc.record({
  domain: fc.domain(),
  learntAt: fc.nat(),
  route: fc.constantFrom<DomainEvidence["route"]>(
    hosts(true),
    hosts(false),
    { _tag: "nullMx" },
    { _tag: "noDomain" },
    { _tag: "noMail" },
    { _tag: "unanswered", why: "SERVFAIL" }
  ),
  routability: fc.constantFrom<DomainEvidence["routability"]>(
    { _tag: "routable" },
    { _tag: "unroutable", why: "noAddress" },
    { _tag: "unanswered", why: "timeout" }
  ),
  spf: facts({ record: "v=spf1", count: 1 }, { record: "v=spf1", count: 2 }),
  dmarc: facts(
    ...dmarcPolicies.map((policy) => ({ record: "v=DMARC1", policy, publishedAt: "x.test" }))
  ),
  parking: facts({ by: "mailHost", match } as const),
  provider: facts({ ...match, id: "someone" }),
  forwarder: facts(match),
  relayHost: facts(match),
  disposableHost: facts(match)
})

const anyEvidence: fc.Arbitrary<Evidence> = fc.record({
  input: fc.string(),
  syntax: fc.constantFrom(malformed.syntax, wellFormed(true), wellFormed(false)),
  lists: fc.option(
    fc.record({ disposable: listings, free: listings, role: listings, relay: listings }),
    { nil: undefined }
  ),
  localPart: fc.option(
    fc.record({
      shape: fc.constantFrom("fullName" as const, "word" as const, "other" as const),
      synthetic: fc.constantFrom(undefined, ...syntheticSigns)
    }),
    { nil: undefined }
  ),
  domain: fc.option(domains, { nil: undefined }),
  context: fc.constant(undefined),
  didYouMean: fc.constantFrom(undefined, "ann@gmail.com"),
  dnsbl: facts<ReadonlyArray<string>>(["b.test"]),
  age: fc.oneof(
    facts({ days: 3, registeredOn: "2026-01-01" }),
    fc.nat({ max: 9_999 }).map((days) => present({ days, registeredOn: "2026-01-01" }))
  ),
  catchAll: facts({ because: "a test" })
})

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

describe("judge", () => {
  it("keeps the score range and sub-status rules of each status, for any evidence", () => {
    const range = { valid: [80, 100], risky: [0, 100], invalid: [0, 10], unknown: [0, 50] } as const
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const judgement = judge(given)
        const [least, most] = range[judgement.status]
        assert.isTrue(Number.isInteger(judgement.score))
        assert.isTrue(judgement.score >= least && judgement.score <= most)
        assert.strictEqual(judgement.subStatus === undefined, judgement.status === "valid")
        assert.isTrue(judgement.status === "valid" || judgement.reasons.length > 0)
        assert.isTrue(judgement.reasons.every((reason) => /^[A-Z].*[.?]$/.test(reason)))
        assert.notInclude(judgement.reasons.join(), "undefined")
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
})
