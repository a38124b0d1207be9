/** The evidence of an address without a bad finding, and the changes that sandbox rows make to it. */
import type { Address } from "@rcpt/domain/Address"
import type {
  DeliveryOutcome,
  DomainEvidence,
  Evidence,
  ListEvidence,
  Listing
} from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import { fault } from "@rcpt/domain/reasons"

/** The domain of the sandbox. It is below `.test`, so it can never be registered (RFC 6761 §6.2). */
export const sandboxDomain = "sandbox.rcpt.test"

export const mxHost = `mx.${sandboxDomain}`
const host = { service: "The sandbox", host: mxHost }

/** An age above five years has no effect on the judgement. */
const soundAgeDays = 4_000

export type Change = (evidence: Evidence) => Evidence

const soundDomain = (now: number): DomainEvidence => ({
  domain: sandboxDomain,
  learntAt: now,
  route: { _tag: "hosts", hosts: [{ host: mxHost, preference: 10 }], implicit: false },
  routability: { _tag: "routable" },
  spf: present({ record: "v=spf1 mx -all", count: 1 }),
  dmarc: present({ record: "v=DMARC1; p=reject", policy: "reject", publishedAt: sandboxDomain }),
  parking: absent,
  provider: absent,
  forwarder: absent,
  relayHost: absent,
  disposableHost: absent
})

/** The evidence of an address at a domain with nothing remarkable; `now` is in epoch milliseconds. */
export const soundEvidence = (input: string, address: Address, now: number): Evidence => ({
  input,
  syntax: {
    _tag: "wellFormed",
    address,
    normalized: `${address.localPart.toLowerCase()}@${address.domain}`
  },
  lists: { disposable: undefined, free: undefined, role: undefined, relay: undefined },
  localPart: { shape: "word", synthetic: undefined },
  domain: soundDomain(now),
  context: { learntAt: now, mtaSts: absent, tlsRpt: absent, bimi: absent },
  didYouMean: undefined,
  dnsbl: absent,
  age: ageOf(soundAgeDays, now),
  catchAll: unanswered("not probed")
})

const ageOf = (days: number, now: number) => {
  const registeredOn = new Date(now - days * 86_400_000).toISOString().slice(0, 10)
  return present({ registeredOn, days })
}

export const combine =
  (...changes: ReadonlyArray<Change>): Change =>
  (evidence) =>
    changes.reduce((changed, change) => change(changed), evidence)

export const withEvidence =
  (facts: Partial<Evidence>): Change =>
  (evidence) => ({ ...evidence, ...facts })

export const withDomain =
  (facts: Partial<DomainEvidence>): Change =>
  (evidence) => ({
    ...evidence,
    ...(evidence.domain && { domain: { ...evidence.domain, ...facts } })
  })

const listing: Listing = { entry: sandboxDomain, list: "the sandbox", asOf: "2026-01-01" }

export const listed =
  (list: keyof ListEvidence): Change =>
  (evidence) => ({
    ...evidence,
    ...(evidence.lists && { lists: { ...evidence.lists, [list]: listing } })
  })

export const registeredDaysAgo =
  (days: number): Change =>
  (evidence) => ({ ...evidence, age: ageOf(days, evidence.domain?.learntAt ?? 0) })

/** The account that asks has reported the outcome on the day of the check. */
export const reported =
  (outcome: DeliveryOutcome): Change =>
  (evidence) => ({ ...evidence, reported: { outcome, at: evidence.domain?.learntAt ?? 0 } })

/** A rule of the account that asks blocks the address. */
export const blockedByRule: Change = (evidence) => ({
  ...evidence,
  rule: {
    id: "00000000-0000-7000-8000-000000000000",
    action: "block",
    match: "domain",
    value: sandboxDomain,
    subdomains: false
  }
})

export const malformed: Change = (evidence) => ({
  ...evidence,
  syntax: { _tag: "malformed", why: fault("sandbox") },
  lists: undefined,
  localPart: undefined,
  domain: undefined,
  context: undefined,
  dnsbl: notAsked,
  age: notAsked,
  catchAll: notAsked
})

const nothingElseAsked = {
  routability: { _tag: "unanswered", why: notAsked.why },
  spf: notAsked,
  dmarc: notAsked,
  parking: notAsked
} as const

/** DNS has settled the verdict, so nothing more is asked. */
export const settledBy = (route: DomainEvidence["route"]): Change =>
  combine(
    withDomain({ route, ...nothingElseAsked }),
    withEvidence({ context: undefined, dnsbl: notAsked, age: notAsked })
  )

/** The domain has neither SPF nor DMARC. */
export const withoutSenderPolicies: Change = withDomain({ spf: absent, dmarc: absent })

export const unroutable = (why: "noAddress" | "privateAddress"): Change =>
  withDomain({ routability: { _tag: "unroutable", why } })

export const parked: Change = withDomain({
  parking: present({ by: "nameServer", match: host })
})

export const forwarded: Change = withDomain({ forwarder: present(host) })

/** The domain is known to accept every recipient, in fast mode too. */
export const acceptsAll: Change = withEvidence({
  catchAll: present({ because: "the sandbox says so" })
})

export const smtputf8: Change = (evidence) =>
  evidence.syntax._tag === "malformed"
    ? evidence
    : {
        ...evidence,
        syntax: { ...evidence.syntax, address: { ...evidence.syntax.address, smtputf8: true } }
      }
