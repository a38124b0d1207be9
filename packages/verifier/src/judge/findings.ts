/**
 * The findings about an address, strongest first: when each holds, and its reason for the customer.
 *
 * A finding only names what the evidence shows. Its effect on the verdict is in `verdictRules`
 * (judge.ts), its cost in `scoreRules`. A look-up that failed is no finding, except where the verdict
 * depends on it.
 */
import { catchAllConfidence, countsMail } from "@rcpt/domain/catchAllConfidence"
import type { DeliveryOutcome, DomainEvidence, Evidence } from "@rcpt/domain/Evidence"
import { notAsked, valueOf } from "@rcpt/domain/Fact"
import { listTexts, reason } from "@rcpt/domain/reasons"
import type { Reason } from "@rcpt/domain/reasons"
import type { FoundRule } from "@rcpt/domain/Rules"
import { isBusy, isFull, isInformative, isVouchedFor } from "@rcpt/domain/Smtp"
import type { SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"

import { unquoted } from "../address/cleanAddress.ts"
import { codePointOf, firstSymbol } from "../address/codePoints.ts"
import { isLikelyTypo, lookAlikeIn } from "../address/lookAlikes.ts"

/** Asks the customer for the address that was probably meant, and says what seems wrong with this one. */
const typoReason = (syntax: Evidence["syntax"], email: string): Reason => {
  if (syntax._tag === "malformed") return reason("typo", { email })
  if (unquoted(syntax.address) !== undefined) return reason("typoQuotes", { email })
  const found = lookAlikeIn(syntax.address)
  return found === undefined
    ? reason("typoDomain", { email })
    : reason("typoLetter", { email, code: codePointOf(found.letter), letter: found.like })
}

export interface Finding {
  readonly holds: (evidence: Evidence) => boolean
  /** Absent if the finding is a reason only when it decides: see `VerdictRule`. `undefined` where it does not hold. */
  readonly says?: (evidence: Evidence) => Reason | undefined
}

const route = (evidence: Evidence): DomainEvidence["route"] | undefined => evidence.domain?.route

const domainOf = ({ domain }: Evidence): string => domain?.domain ?? ""

const relayService = ({ domain }: Evidence): string | undefined =>
  domain && valueOf(domain.relayHost)?.service

const disposableService = ({ domain }: Evidence): string | undefined =>
  domain && valueOf(domain.disposableHost)?.service

const isRelay = (evidence: Evidence): boolean =>
  evidence.lists?.relay !== undefined || relayService(evidence) !== undefined

/** A domain is new for this many days. The number is part of the public contract. */
const newDomainDays = 30

/** Whether the server refused the recipient permanently, for this reason. */
const refusedFor =
  (subReason: SmtpSubReason) =>
  ({ smtp }: Evidence): boolean =>
    smtp?.status === "undeliverable" && smtp.subReason === subReason

/** What a rule is about: "the domain spam.example and its subdomains". */
const targetOf = ({ match, value, subdomains }: FoundRule) => {
  const below = match === "domain" ? "domainsBelow" : match === "mail_host" ? "hostsBelow" : match
  return { code: subdomains ? below : match, parts: { value } } as const
}

const isAllowed = ({ rule }: Evidence): boolean => rule?.action === "allow"

/** What lists and tables of ours say of an address. */
const listFindings = {
  disposable: {
    holds: (evidence) =>
      evidence.lists?.disposable !== undefined || disposableService(evidence) !== undefined,
    says: (evidence) =>
      evidence.lists?.disposable === undefined
        ? reason("disposableHost", { service: disposableService(evidence) ?? "" })
        : reason("disposable")
  },
  relay: {
    holds: isRelay,
    says: (evidence) => {
      const service = relayService(evidence)
      return service === undefined ? reason("relay") : reason("relayHost", { service })
    }
  },
  role: {
    holds: ({ lists }) => lists?.role !== undefined,
    says: () => reason("role")
  },
  synthetic: {
    holds: ({ lists, localPart }) =>
      lists?.free !== undefined && localPart?.synthetic !== undefined,
    says: ({ localPart }) =>
      localPart?.synthetic && reason("synthetic", { sign: { code: localPart.synthetic } })
  },
  newDomain: {
    holds: ({ age }) => (valueOf(age)?.days ?? newDomainDays) < newDomainDays,
    says: ({ age }) => {
      const days = valueOf(age)?.days ?? 0
      return days === 1 ? reason("registeredYesterday") : reason("newDomain", { days })
    }
  },
  // A mailbox that the mail server confirmed is a real one, whatever its domain looks like.
  likelyTypo: {
    holds: ({ didYouMean, domain, smtp, syntax }) =>
      didYouMean !== undefined &&
      domain !== undefined &&
      !(smtp !== undefined && isVouchedFor(smtp)) &&
      (isLikelyTypo(domain.domain, didYouMean.slice(didYouMean.lastIndexOf("@") + 1)) ||
        (syntax._tag === "wellFormed" && unquoted(syntax.address) !== undefined))
  }
} satisfies Record<keyof typeof listTexts, Finding>

const listNames = Object.keys(listTexts) as ReadonlyArray<keyof typeof listTexts>

/** `allowedOverLists` names what does not count because of the account's rule. */
const allowed = (evidence: Evidence, target: ReturnType<typeof targetOf>): Reason => {
  const lists = listNames
    .filter((name) => listFindings[name].holds(evidence))
    .map((code) => ({ code }))
  return lists.length === 0
    ? reason("allowedByRule", { target })
    : reason("allowedOverLists", { target, lists })
}

/** A finding of a list, which does not count where the account's own rule allows the address. */
const unlessAllowed = (finding: Finding): Finding => ({
  ...finding,
  holds: (evidence) => !isAllowed(evidence) && finding.holds(evidence)
})

const minuteChars = "2026-11-21T10:00".length

/** Where the knowledge about a domain comes from an earlier conversation, the reason has when that was. */
const catchAllReason = (evidence: Evidence): Reason => {
  const { catchAllLearntAt, smtp } = evidence
  const n = catchAllConfidence(evidence) ?? 0
  if (catchAllLearntAt === undefined || smtp?.checked === true) return reason("catchAll", { n })
  const at = new Date(catchAllLearntAt).toISOString().slice(0, minuteChars).replace("T", " ")
  const isSpared = smtp?.reason === "smtp_not_required"
  return reason(isSpared ? "catchAllNotAsked" : "catchAllKnown", { n, at })
}

const dateChars = "2026-11-21".length

const reportOf = (
  outcome: DeliveryOutcome,
  code: "reportedBounced" | "reportedComplained" | "reportedDelivered"
): Finding => ({
  holds: ({ reported }) => reported?.outcome === outcome,
  says: ({ reported }) =>
    reason(code, { date: new Date(reported?.at ?? 0).toISOString().slice(0, dateChars) })
})

/** Whether the mail server was asked, or should have been asked and could not be. */
const isAttempted = ({ smtp }: Evidence): boolean =>
  smtp !== undefined &&
  (smtp.checked || smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

const inconclusive = {
  unknown: "smtpUnknown",
  greylisted: "smtpGreylisted",
  rate_limited: "smtpRateLimited",
  policy_blocked: "smtpBlocked",
  timeout: "smtpTimeout",
  not_checked: "smtpNotChecked",
  deliverable: undefined,
  catch_all: undefined,
  undeliverable: undefined
} as const satisfies Record<SmtpStatus, string | undefined>

const inconclusiveReason = (smtp: NonNullable<Evidence["smtp"]>): Reason | undefined => {
  const code = smtp.checked && smtp.isUnread === true ? "smtpUnread" : inconclusive[smtp.status]
  return code && reason(code)
}

/** A blank between words before the @. In the query of a URL, `+` means a blank. */
const blankInLocalPart = /^[^@]*[^\s@]\s[^@]*@/

const hasBlank = ({ input, didYouMean }: Evidence): boolean =>
  didYouMean === undefined && blankInLocalPart.test(input)

export const findings = {
  malformed: {
    holds: ({ syntax }) => syntax._tag === "malformed",
    says: (evidence) =>
      evidence.syntax._tag === "malformed"
        ? reason(hasBlank(evidence) ? "malformedBlank" : "malformed", { why: evidence.syntax.why })
        : undefined
  },
  dnsFailed: {
    holds: (evidence) => route(evidence)?._tag === "unanswered",
    says: (evidence) => reason("dnsFailed", { domain: domainOf(evidence) })
  },
  domainMissing: {
    holds: (evidence) => route(evidence)?._tag === "noDomain",
    says: (evidence) => reason("domainMissing", { domain: domainOf(evidence) })
  },
  nullMx: {
    holds: (evidence) => route(evidence)?._tag === "nullMx",
    says: (evidence) => reason("nullMx", { domain: domainOf(evidence) })
  },
  unroutable: {
    holds: ({ domain }) => domain?.routability._tag === "unroutable",
    says: ({ domain }) =>
      domain?.routability._tag === "unroutable" && domain.routability.why === "privateAddress"
        ? reason("unroutablePrivate")
        : reason("unroutable")
  },
  domainRejected: {
    holds: refusedFor("domain_not_found"),
    says: (evidence) => reason("domainRejected", { domain: domainOf(evidence) })
  },
  mailboxMissing: {
    holds: refusedFor("mailbox_not_found"),
    says: () => reason("mailboxMissing")
  },
  mailboxDisabled: {
    holds: refusedFor("mailbox_disabled"),
    says: () => reason("mailboxDisabled")
  },
  reportedBounced: reportOf("bounced", "reportedBounced"),
  reportedComplained: reportOf("complained", "reportedComplained"),
  blockedByRule: {
    holds: ({ rule }) => rule?.action === "block",
    says: ({ rule }) => rule && reason("blockedByRule", { target: targetOf(rule) })
  },
  allowedByRule: {
    holds: isAllowed,
    says: (evidence) => evidence.rule && allowed(evidence, targetOf(evidence.rule))
  },
  mailHostMissing: {
    holds: (evidence) => route(evidence)?._tag === "noMail",
    says: () => reason("mailHostMissing")
  },
  mxMissing: {
    holds: ({ domain }) => domain?.route._tag === "hosts" && domain.route.implicit,
    says: () => reason("mxMissing")
  },
  disposable: unlessAllowed(listFindings.disposable),
  blocklisted: {
    holds: ({ dnsbl }) => dnsbl._tag === "Present",
    says: ({ dnsbl }) => reason("blocklisted", { zones: valueOf(dnsbl)?.join(", ") ?? "" })
  },
  parked: {
    holds: ({ domain }) => domain?.parking._tag === "Present",
    says: ({ domain }) =>
      reason("parked", { service: (domain && valueOf(domain.parking)?.match.service) ?? "" })
  },
  relay: unlessAllowed(listFindings.relay),
  catchAll: {
    holds: ({ catchAll }) => catchAll._tag === "Present",
    says: catchAllReason
  },
  catchAllOwnMail: {
    holds: (evidence) => countsMail(evidence, "own"),
    says: ({ domainMail }) => domainMail && reason("catchAllOwnMail", domainMail.own)
  },
  catchAllOthersMail: {
    holds: (evidence) => countsMail(evidence, "others"),
    says: () => reason("catchAllOthersMail")
  },
  role: unlessAllowed(listFindings.role),
  synthetic: unlessAllowed(listFindings.synthetic),
  newDomain: unlessAllowed(listFindings.newDomain),
  mailboxFull: {
    holds: ({ smtp }) => smtp !== undefined && isFull(smtp),
    says: () => reason("mailboxFull")
  },
  typo: {
    holds: ({ didYouMean }) => didYouMean !== undefined,
    says: ({ didYouMean = "", syntax }) => typoReason(syntax, didYouMean)
  },
  likelyTypo: unlessAllowed(listFindings.likelyTypo),
  routabilityUnknown: {
    holds: ({ domain }) =>
      domain?.routability._tag === "unanswered" && domain.routability.why !== notAsked.why,
    says: () => reason("routabilityUnknown")
  },
  smtpInconclusive: {
    holds: (evidence) =>
      isAttempted(evidence) &&
      evidence.smtp !== undefined &&
      !isInformative(evidence.smtp) &&
      !isBusy(evidence.smtp),
    says: ({ smtp }) => smtp && inconclusiveReason(smtp)
  },
  mailboxBusy: {
    holds: ({ smtp }) => smtp !== undefined && isBusy(smtp),
    says: () => reason("mailboxBusy")
  },
  mailboxUnverified: {
    holds: ({ smtp }) => smtp !== undefined && !isVouchedFor(smtp)
  },
  reportedDelivered: reportOf("delivered", "reportedDelivered"),
  spfMissing: {
    holds: ({ domain }) => domain?.spf._tag === "Absent",
    says: () => reason("spfMissing")
  },
  spfAmbiguous: {
    holds: ({ domain }) => domain?.spf._tag === "Present" && domain.spf.value.count > 1,
    says: () => reason("spfAmbiguous")
  },
  dmarcMissing: {
    holds: ({ domain }) => domain?.dmarc._tag === "Absent",
    says: () => reason("dmarcMissing")
  },
  smtputf8: {
    holds: ({ syntax }) => syntax._tag === "wellFormed" && syntax.address.smtputf8,
    says: () => reason("smtputf8")
  },
  symbol: {
    holds: ({ syntax }) =>
      syntax._tag === "wellFormed" && firstSymbol(syntax.address.localPart) !== undefined,
    says: ({ syntax }) =>
      syntax._tag === "wellFormed"
        ? reason("symbol", { code: codePointOf(firstSymbol(syntax.address.localPart) ?? "") })
        : undefined
  },
  forwarder: {
    holds: ({ domain }) => domain?.forwarder._tag === "Present",
    says: ({ domain }) =>
      domain && reason("forwarder", { service: valueOf(domain.forwarder)?.service ?? "" })
  },
  free: {
    holds: ({ lists }) => lists?.free !== undefined,
    says: () => reason("free")
  },
  sandbox: {
    holds: ({ sandbox }) => sandbox !== undefined,
    says: () => reason("sandbox")
  }
} satisfies Record<string, Finding>

export type FindingName = keyof typeof findings

export const findingOf = (name: FindingName): Finding => findings[name]

/** The names of all findings, in the order of `findings`. */
export const findingNames = Object.keys(findings).filter(
  (name): name is FindingName => name in findings
)
