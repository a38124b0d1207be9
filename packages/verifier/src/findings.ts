/**
 * What can be said of an address, strongest first: when a finding holds, and the sentence for it.
 *
 * Findings only name what the evidence shows. What follows from one is in `verdictRules` (judge.ts),
 * what it costs in `scoreRules`. A look-up that failed is no finding, except where the verdict
 * hangs on it.
 */
import type { DomainEvidence, Evidence } from "@rcpt/domain/Evidence"
import { notAsked } from "@rcpt/domain/Fact"

export interface Finding {
  readonly holds: (evidence: Evidence) => boolean
  readonly says: (evidence: Evidence) => string
}

const route = (evidence: Evidence): DomainEvidence["route"] | undefined => evidence.domain?.route

const domainOf = ({ domain }: Evidence): string => domain?.domain ?? ""

export const findings = {
  malformed: {
    holds: ({ syntax }) => syntax._tag === "malformed",
    says: ({ syntax }) =>
      syntax._tag === "malformed" ? `The address is not well-formed: ${syntax.why}.` : ""
  },
  dnsFailed: {
    holds: (evidence) => route(evidence)?._tag === "unanswered",
    says: (evidence) => `DNS did not answer for ${domainOf(evidence)}; try again.`
  },
  domainMissing: {
    holds: (evidence) => route(evidence)?._tag === "noDomain",
    says: (evidence) => `The domain ${domainOf(evidence)} does not exist.`
  },
  nullMx: {
    holds: (evidence) => route(evidence)?._tag === "nullMx",
    says: (evidence) => `The domain ${domainOf(evidence)} says that it accepts no mail (null MX).`
  },
  unroutable: {
    holds: ({ domain }) => domain?.routability._tag === "unroutable",
    says: ({ domain }) =>
      domain?.routability._tag === "unroutable" && domain.routability.why === "privateAddress"
        ? "The mail servers of the domain have private addresses only."
        : "The mail servers of the domain do not exist."
  },
  mailHostMissing: {
    holds: (evidence) => route(evidence)?._tag === "noMail",
    says: () => "The domain has neither MX records nor an address."
  },
  mxMissing: {
    holds: ({ domain }) => domain?.route._tag === "hosts" && domain.route.implicit,
    says: () => "The domain has no MX records; mail would go to its web address."
  },
  disposable: {
    holds: ({ lists }) => lists?.disposable === true,
    says: () => "The domain belongs to a disposable e-mail provider."
  },
  role: {
    holds: ({ lists }) => lists?.role === true,
    says: () => "The address belongs to a function, not to a person."
  },
  routabilityUnknown: {
    holds: ({ domain }) =>
      domain?.routability._tag === "unanswered" && domain.routability.why !== notAsked.why,
    says: () => "The addresses of the mail servers could not be looked up."
  },
  spfMissing: {
    holds: ({ domain }) => domain?.spf._tag === "Absent",
    says: () => "The domain publishes no SPF record."
  },
  spfAmbiguous: {
    holds: ({ domain }) => domain?.spf._tag === "Present" && domain.spf.value.count > 1,
    says: () => "The domain publishes more than one SPF record, so none of them counts."
  },
  dmarcMissing: {
    holds: ({ domain }) => domain?.dmarc._tag === "Absent",
    says: () => "The domain publishes no DMARC record."
  },
  smtputf8: {
    holds: ({ syntax }) => syntax._tag === "wellFormed" && syntax.address.smtputf8,
    says: () => "The part before the @ is not ASCII; not every mail system can deliver to it."
  },
  free: {
    holds: ({ lists }) => lists?.free === true,
    says: () => "The domain belongs to a free e-mail provider."
  }
} satisfies Record<string, Finding>

export type FindingName = keyof typeof findings

/** In the order of the table above. */
export const findingNames = Object.keys(findings).filter(
  (name): name is FindingName => name in findings
)
