/** Evidence as plain data, for tests of the judgement. */
import type { DomainEvidence, Evidence, ListEvidence, Listing } from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import { fault } from "@rcpt/domain/reasons"

export const hosts = (implicit: boolean) =>
  ({ _tag: "hosts", hosts: [{ host: "mx.x.test", preference: 10 }], implicit }) as const

export const spf = (count: number) => present({ record: "v=spf1 -all", count })

export const dmarc = present({
  record: "v=DMARC1; p=reject",
  policy: "reject",
  publishedAt: "x.test"
} as const)

export const listing: Listing = { entry: "x.test", list: "a list", asOf: "2026-01-01" }

export const sound: DomainEvidence = {
  domain: "x.test",
  learntAt: 0,
  route: hosts(false),
  routability: { _tag: "routable" },
  spf: spf(1),
  dmarc,
  parking: absent,
  provider: absent,
  forwarder: absent,
  relayHost: absent,
  disposableHost: absent
}

export const unlisted: ListEvidence = {
  disposable: undefined,
  free: undefined,
  role: undefined,
  relay: undefined
}

export const wellFormed = (smtputf8: boolean) =>
  ({
    _tag: "wellFormed",
    address: { localPart: "ann", domain: "x.test", smtputf8 },
    normalized: "ann@x.test"
  }) as const

/** The evidence of a sound address, with these changes. */
export const evidence = (
  domain: Partial<DomainEvidence> = {},
  lists: Partial<ListEvidence> = {},
  rest: Partial<Evidence> = {}
): Evidence => ({
  input: "ann@x.test",
  syntax: wellFormed(false),
  lists: { ...unlisted, ...lists },
  localPart: { shape: "word", synthetic: undefined },
  domain: { ...sound, ...domain },
  context: undefined,
  didYouMean: undefined,
  dnsbl: absent,
  age: present({ registeredOn: "2024-01-01", days: 700 }),
  catchAll: unanswered("not probed"),
  ...rest
})

/** Evidence where the route settles the verdict, so nothing more was asked. */
export const settled = (route: DomainEvidence["route"]): Evidence =>
  evidence(
    {
      route,
      routability: { _tag: "unanswered", why: notAsked.why },
      spf: notAsked,
      dmarc: notAsked,
      parking: notAsked
    },
    {},
    { dnsbl: notAsked, age: notAsked, catchAll: notAsked }
  )

export const malformed: Evidence = {
  input: "ann",
  syntax: { _tag: "malformed", why: fault("noAt") },
  lists: undefined,
  localPart: undefined,
  domain: undefined,
  context: undefined,
  didYouMean: undefined,
  dnsbl: notAsked,
  age: notAsked,
  catchAll: notAsked
}
