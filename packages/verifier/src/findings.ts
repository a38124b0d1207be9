/**
 * What can be said of an address, strongest first: when a finding holds, and the sentence for it.
 *
 * Findings only name what the evidence shows. What follows from one is in `verdictRules` (judge.ts),
 * what it costs in `scoreRules`. A look-up that failed is no finding, except where the verdict
 * hangs on it.
 */
import { catchAllConfidence } from "@rcpt/domain/catchAllConfidence"
import type { DomainEvidence, Evidence, SyntheticSign } from "@rcpt/domain/Evidence"
import { notAsked, valueOf } from "@rcpt/domain/Fact"
import { isFull, isInformative } from "@rcpt/domain/Smtp"
import type { SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"

export interface Finding {
  readonly holds: (evidence: Evidence) => boolean
  readonly says: (evidence: Evidence) => string
}

const route = (evidence: Evidence): DomainEvidence["route"] | undefined => evidence.domain?.route

const domainOf = ({ domain }: Evidence): string => domain?.domain ?? ""

const relayService = ({ domain }: Evidence): string | undefined =>
  domain && valueOf(domain.relayHost)?.service

const disposableService = ({ domain }: Evidence): string | undefined =>
  domain && valueOf(domain.disposableHost)?.service

const isRelay = (evidence: Evidence): boolean =>
  evidence.lists?.relay !== undefined || relayService(evidence) !== undefined

/** In days; part of the public contract. */
const newDomainDays = 30

const lookAlikes: Readonly<Record<SyntheticSign, string>> = {
  testWord: "is a word that people type to test a form",
  keyboardWalk: "is a walk over the keyboard",
  repetition: "is one character, repeated",
  identifier: "looks like the identifier of a program",
  digits: "has a long row of digits",
  gibberish: "looks like random letters"
}

/** The server refused the recipient for good, and said why. */
const refusedFor =
  (subReason: SmtpSubReason) =>
  ({ smtp }: Evidence): boolean =>
    smtp?.status === "undeliverable" && smtp.subReason === subReason

/** What could not be asked for reasons of ours or theirs, but was to be. */
const isTried = ({ smtp }: Evidence): boolean =>
  smtp !== undefined &&
  (smtp.checked || smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

const inconclusive: Readonly<Partial<Record<SmtpStatus, string>>> = {
  unknown: "The mail server did not say whether the mailbox exists.",
  greylisted: "The mail server asked us to come back later (greylisting).",
  rate_limited: "The mail server takes no more questions for now.",
  policy_blocked: "The mail server refuses to talk to us, which says nothing about the mailbox.",
  timeout: "The mail server did not answer in time.",
  not_checked: "The mail server could not be asked this time."
}

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`)

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
  domainRejected: {
    holds: refusedFor("domain_not_found"),
    says: (evidence) => `The mail server takes no mail for ${domainOf(evidence)}.`
  },
  mailboxMissing: {
    holds: refusedFor("mailbox_not_found"),
    says: () => "The mail server says that there is no such mailbox."
  },
  mailboxDisabled: {
    holds: refusedFor("mailbox_disabled"),
    says: () => "The mail server says that the mailbox is disabled."
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
    holds: (evidence) =>
      evidence.lists?.disposable !== undefined || disposableService(evidence) !== undefined,
    says: (evidence) =>
      evidence.lists?.disposable === undefined
        ? `Mail for the domain goes to ${disposableService(evidence)}, a disposable e-mail provider.`
        : "The domain belongs to a disposable e-mail provider."
  },
  blocklisted: {
    holds: ({ dnsbl }) => dnsbl._tag === "Present",
    says: ({ dnsbl }) => `The domain or its mail server is listed by ${valueOf(dnsbl)?.join(", ")}.`
  },
  parked: {
    holds: ({ domain }) => domain?.parking._tag === "Present",
    says: ({ domain }) =>
      `The domain is parked or for sale (${domain && valueOf(domain.parking)?.match.service}).`
  },
  relay: {
    holds: isRelay,
    says: (evidence) => {
      const service = relayService(evidence)
      return `The address is an alias that hides another one${service === undefined ? "" : ` (${service})`}.`
    }
  },
  catchAll: {
    holds: ({ catchAll }) => catchAll._tag === "Present",
    says: (evidence) =>
      "The domain accepts every recipient; " +
      `that this mailbox is real has a confidence of ${catchAllConfidence(evidence)}.`
  },
  role: {
    holds: ({ lists }) => lists?.role !== undefined,
    says: () => "The address belongs to a function, not to a person."
  },
  synthetic: {
    holds: ({ lists, localPart }) =>
      lists?.free !== undefined && localPart?.synthetic !== undefined,
    says: ({ localPart }) =>
      localPart?.synthetic === undefined
        ? ""
        : `The part before the @ ${lookAlikes[localPart.synthetic]}.`
  },
  newDomain: {
    holds: ({ age }) => (valueOf(age)?.days ?? newDomainDays) < newDomainDays,
    says: ({ age }) => `The domain was registered ${days(valueOf(age)?.days ?? 0)} ago.`
  },
  mailboxFull: {
    holds: ({ smtp }) => smtp !== undefined && isFull(smtp),
    says: () => "The mailbox is full."
  },
  typo: {
    holds: ({ didYouMean }) => didYouMean !== undefined,
    says: ({ didYouMean }) => `The domain looks mistyped; did you mean ${didYouMean}?`
  },
  routabilityUnknown: {
    holds: ({ domain }) =>
      domain?.routability._tag === "unanswered" && domain.routability.why !== notAsked.why,
    says: () => "The addresses of the mail servers could not be looked up."
  },
  smtpInconclusive: {
    holds: (evidence) =>
      isTried(evidence) && evidence.smtp !== undefined && !isInformative(evidence.smtp),
    says: ({ smtp }) => (smtp && inconclusive[smtp.status]) ?? ""
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
  forwarder: {
    holds: ({ domain }) => domain?.forwarder._tag === "Present",
    says: ({ domain }) =>
      `Mail for the domain is forwarded by ${domain && valueOf(domain.forwarder)?.service}.`
  },
  free: {
    holds: ({ lists }) => lists?.free !== undefined,
    says: () => "The domain belongs to a free e-mail provider."
  },
  sandbox: {
    holds: ({ sandbox }) => sandbox !== undefined,
    says: () => "It is an address of the sandbox: nobody was asked, and it costs nothing."
  }
} satisfies Record<string, Finding>

export type FindingName = keyof typeof findings

/** In the order of the table above. */
export const findingNames = Object.keys(findings).filter(
  (name): name is FindingName => name in findings
)
