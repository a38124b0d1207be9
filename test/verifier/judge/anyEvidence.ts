/** Any evidence, also what no verification would find: for laws that hold whatever was found. */
import { dmarcPolicies, syntheticSigns } from "@rcpt/domain/Evidence"
import type { ContextEvidence, DomainEvidence, Evidence } from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import type { RuleAction } from "@rcpt/domain/Rules"
import * as fc from "fast-check"

import { hosts, listing, malformed, wellFormed } from "./evidence.ts"

export const match = { service: "Someone", host: "mx.someone.test" }

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

const contexts: fc.Arbitrary<ContextEvidence> = fc.record({
  learntAt: fc.nat(),
  mtaSts: facts("v=STSv1; id=1"),
  tlsRpt: facts("v=TLSRPTv1"),
  bimi: facts("v=BIMI1")
})

export const anyEvidence: fc.Arbitrary<Evidence> = fc.record({
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
  context: fc.option(contexts, { nil: undefined }),
  didYouMean: fc.constantFrom(undefined, "ann@gmail.com"),
  dnsbl: facts<ReadonlyArray<string>>(["b.test"]),
  age: fc.oneof(
    facts({ days: 3, registeredOn: "2026-01-01" }),
    fc.nat({ max: 9_999 }).map((days) => present({ days, registeredOn: "2026-01-01" }))
  ),
  catchAll: facts({ because: "a test" })
})

/** The same with a rule of the account that asks. */
export const withRule = (evidence: Evidence, action: RuleAction): Evidence => ({
  ...evidence,
  rule: { id: "1", action, match: "domain", value: "x.test", subdomains: true }
})
