/**
 * The findings about an address, strongest first: when each holds, and its sentence for the customer.
 *
 * A finding only names what the evidence shows. Its effect on the verdict is in `verdictRules`
 * (judge.ts), its cost in `scoreRules`. A look-up that failed is no finding, except where the verdict
 * depends on it.
 */
import { catchAllConfidence, countsMail } from "@rcpt/domain/catchAllConfidence"
import type {
  DeliveryOutcome,
  DomainEvidence,
  Evidence,
  SyntheticSign
} from "@rcpt/domain/Evidence"
import { notAsked, valueOf } from "@rcpt/domain/Fact"
import type { FoundRule, RuleMatch } from "@rcpt/domain/Rules"
import { isBusy, isFull, isInformative, isVouchedFor } from "@rcpt/domain/Smtp"
import type { SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"

import { unquoted } from "../address/cleanAddress.ts"
import { codePointOf, firstSymbol } from "../address/codePoints.ts"
import { isLikelyTypo, lookAlikeIn } from "../address/lookAlikes.ts"

/** Asks the customer for the address that was probably meant, and says what seems wrong with this one. */
const typoSentence = (syntax: Evidence["syntax"], intended: Evidence["didYouMean"]): string => {
  if (syntax._tag === "malformed") return `Did you mean ${intended}?`
  if (unquoted(syntax.address) !== undefined)
    return `The address has quotation marks of a word processor; did you mean ${intended}?`
  const found = lookAlikeIn(syntax.address)
  return found === undefined
    ? `The domain looks mistyped; did you mean ${intended}?`
    : `The character ${codePointOf(found.letter)} only looks like "${found.like}"; did you mean ${intended}?`
}

export interface Finding {
  readonly holds: (evidence: Evidence) => boolean
  /** Absent if the finding is worth a sentence only when it decides: see `VerdictRule`. */
  readonly says?: (evidence: Evidence) => string
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

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`)

const syntheticWords: Readonly<Record<SyntheticSign, string>> = {
  testWord: "is a typical test word",
  keyboardWalk: "is a row of neighbouring keys",
  repetition: "is one repeated character",
  identifier: "looks like a generated identifier",
  digits: "has many digits in a row",
  gibberish: "looks like random letters"
}

/** Whether the server refused the recipient permanently, for this reason. */
const refusedFor =
  (subReason: SmtpSubReason) =>
  ({ smtp }: Evidence): boolean =>
    smtp?.status === "undeliverable" && smtp.subReason === subReason

const ruleSubjects: Readonly<Record<RuleMatch, string>> = {
  address: "the address",
  domain: "the domain",
  mail_host: "the mail server",
  tld: "the top-level domain"
}

/** A rule in words: "the domain spam.example and its subdomains". */
const wordsOf = ({ match, value, subdomains }: FoundRule): string =>
  `${ruleSubjects[match]} ${value}${subdomains ? " and its subdomains" : ""}`

/** How the sentence about a rule begins that allows an address. */
export const allowedSays = "Your rule allows"

const isAllowed = ({ rule }: Evidence): boolean => rule?.action === "allow"

/** What lists and tables of ours say of an address; `called`: as the sentence of a rule names it. */
const listFindings = {
  disposable: {
    called: "a disposable email provider",
    holds: (evidence) =>
      evidence.lists?.disposable !== undefined || disposableService(evidence) !== undefined,
    says: (evidence) =>
      evidence.lists?.disposable === undefined
        ? `Mail for the domain goes to ${disposableService(evidence)}, a disposable email provider.`
        : "The domain belongs to a disposable email provider."
  },
  relay: {
    called: "a privacy service",
    holds: isRelay,
    says: (evidence) => {
      const service = relayService(evidence)
      return `The address is an alias of a privacy service${service === undefined ? "" : ` (${service})`}.`
    }
  },
  role: {
    called: "a function in place of a person",
    holds: ({ lists }) => lists?.role !== undefined,
    says: () => "The address belongs to a function, not to a person."
  },
  synthetic: {
    called: "a name that looks made up",
    holds: ({ lists, localPart }) =>
      lists?.free !== undefined && localPart?.synthetic !== undefined,
    says: ({ localPart }) =>
      localPart?.synthetic === undefined
        ? ""
        : `The part before the @ ${syntheticWords[localPart.synthetic]}.`
  },
  newDomain: {
    called: "a new domain",
    holds: ({ age }) => (valueOf(age)?.days ?? newDomainDays) < newDomainDays,
    says: ({ age }) => `The domain was registered ${days(valueOf(age)?.days ?? 0)} ago.`
  },
  // A mailbox that the mail server confirmed is a real one, whatever its domain looks like.
  likelyTypo: {
    called: "a likely typo",
    holds: ({ didYouMean, domain, smtp, syntax }) =>
      didYouMean !== undefined &&
      domain !== undefined &&
      !(smtp !== undefined && isVouchedFor(smtp)) &&
      (isLikelyTypo(domain.domain, didYouMean.slice(didYouMean.lastIndexOf("@") + 1)) ||
        (syntax._tag === "wellFormed" && unquoted(syntax.address) !== undefined))
  }
} satisfies Record<string, Finding & { readonly called: string }>

/** What does not count because of the account's rule: " Not counted: a new domain.", or nothing. */
const uncounted = (evidence: Evidence): string => {
  const held = Object.values(listFindings).filter(({ holds }) => holds(evidence))
  return held.length === 0 ? "" : ` Not counted: ${held.map(({ called }) => called).join(", ")}.`
}

/** A finding of a list, which does not count where the account's own rule allows the address. */
const unlessAllowed = (finding: Finding): Finding => ({
  ...finding,
  holds: (evidence) => !isAllowed(evidence) && finding.holds(evidence)
})

const minuteChars = "2026-11-21T10:00".length

/** Where the knowledge about a domain comes from an earlier conversation: when that was. */
const seenBefore = ({ catchAllLearntAt, smtp }: Evidence): string => {
  if (catchAllLearntAt === undefined || smtp?.checked === true) return ""
  const at = new Date(catchAllLearntAt).toISOString().slice(0, minuteChars).replace("T", " ")
  const notAgain =
    smtp?.reason === "smtp_not_required"
      ? ", so the mail server was not asked about this address"
      : ""
  return ` This has been known since ${at} UTC${notAgain}.`
}

const dateChars = "2026-11-21".length

const reportOf = (outcome: DeliveryOutcome, became: string): Finding => ({
  holds: ({ reported }) => reported?.outcome === outcome,
  says: ({ reported }) => {
    const on = new Date(reported?.at ?? 0).toISOString().slice(0, dateChars)
    return `You reported that mail to the address ${became} (${on}).`
  }
})

/** Whether the mail server was asked, or should have been asked and could not be. */
const isAttempted = ({ smtp }: Evidence): boolean =>
  smtp !== undefined &&
  (smtp.checked || smtp.reason === "smtp_throttled" || smtp.reason === "smtp_unavailable")

const inconclusive: Readonly<Partial<Record<SmtpStatus, string>>> = {
  unknown: "The mail server did not say whether the mailbox exists.",
  greylisted: "The mail server asked us to try again later (greylisting).",
  rate_limited: "The mail server is limiting our requests at the moment.",
  policy_blocked: "The mail server blocks us by policy, which says nothing about the mailbox.",
  timeout: "The mail server did not answer in time.",
  not_checked: "The mail server could not be contacted this time."
}

const unreadRefusal = "The mail server refused, in words that rcpt does not know."

/** A blank between words before the @. In the query of a URL, `+` means a blank. */
const blankInLocalPart = /^[^@]*[^\s@]\s[^@]*@/

const plusHint = ({ input, didYouMean }: Evidence): string =>
  didYouMean === undefined && blankInLocalPart.test(input)
    ? " In a URL, + means a blank: send a + of an address as %2B."
    : ""

export const findings = {
  malformed: {
    holds: ({ syntax }) => syntax._tag === "malformed",
    says: (evidence) =>
      evidence.syntax._tag === "malformed"
        ? `The address is malformed: ${evidence.syntax.why}.${plusHint(evidence)}`
        : ""
  },
  dnsFailed: {
    holds: (evidence) => route(evidence)?._tag === "unanswered",
    says: (evidence) => `The DNS look-up for ${domainOf(evidence)} failed; try again later.`
  },
  domainMissing: {
    holds: (evidence) => route(evidence)?._tag === "noDomain",
    says: (evidence) => `The domain ${domainOf(evidence)} does not exist.`
  },
  nullMx: {
    holds: (evidence) => route(evidence)?._tag === "nullMx",
    says: (evidence) => `The domain ${domainOf(evidence)} does not accept mail (null MX).`
  },
  unroutable: {
    holds: ({ domain }) => domain?.routability._tag === "unroutable",
    says: ({ domain }) =>
      domain?.routability._tag === "unroutable" && domain.routability.why === "privateAddress"
        ? "The mail servers of the domain have only private IP addresses."
        : "The mail servers of the domain have no IP address."
  },
  domainRejected: {
    holds: refusedFor("domain_not_found"),
    says: (evidence) => `The mail server does not accept mail for ${domainOf(evidence)}.`
  },
  mailboxMissing: {
    holds: refusedFor("mailbox_not_found"),
    says: () => "The mail server says that the mailbox does not exist."
  },
  mailboxDisabled: {
    holds: refusedFor("mailbox_disabled"),
    says: () => "The mail server says that the mailbox is disabled."
  },
  reportedBounced: reportOf("bounced", "bounced"),
  reportedComplained: reportOf("complained", "was complained about"),
  blockedByRule: {
    holds: ({ rule }) => rule?.action === "block",
    says: ({ rule }) => (rule ? `Your rule blocks ${wordsOf(rule)}.` : "")
  },
  allowedByRule: {
    holds: isAllowed,
    says: (evidence) =>
      evidence.rule ? `${allowedSays} ${wordsOf(evidence.rule)}.${uncounted(evidence)}` : ""
  },
  mailHostMissing: {
    holds: (evidence) => route(evidence)?._tag === "noMail",
    says: () => "Mail for the domain has nowhere to go: it has no MX, A or AAAA records."
  },
  mxMissing: {
    holds: ({ domain }) => domain?.route._tag === "hosts" && domain.route.implicit,
    says: () => "The domain has no MX records; mail would go to its A or AAAA record."
  },
  disposable: unlessAllowed(listFindings.disposable),
  blocklisted: {
    holds: ({ dnsbl }) => dnsbl._tag === "Present",
    says: ({ dnsbl }) =>
      `The domain or its mail server is on a blocklist (${valueOf(dnsbl)?.join(", ")}).`
  },
  parked: {
    holds: ({ domain }) => domain?.parking._tag === "Present",
    says: ({ domain }) =>
      `The domain is parked or for sale (${domain && valueOf(domain.parking)?.match.service}).`
  },
  relay: unlessAllowed(listFindings.relay),
  catchAll: {
    holds: ({ catchAll }) => catchAll._tag === "Present",
    says: (evidence) =>
      "The domain accepts every address (catch-all); the confidence that this mailbox exists is " +
      `${catchAllConfidence(evidence)} of 100.${seenBefore(evidence)}`
  },
  catchAllOwnMail: {
    holds: (evidence) => countsMail(evidence, "own"),
    says: ({ domainMail }) =>
      `The confidence counts your own mail to the domain: ${domainMail?.own.arrived} arrived, ${domainMail?.own.bounced} bounced.`
  },
  catchAllOthersMail: {
    holds: (evidence) => countsMail(evidence, "others"),
    says: () => "The confidence also counts mail of other accounts to the domain."
  },
  role: unlessAllowed(listFindings.role),
  synthetic: unlessAllowed(listFindings.synthetic),
  newDomain: unlessAllowed(listFindings.newDomain),
  mailboxFull: {
    holds: ({ smtp }) => smtp !== undefined && isFull(smtp),
    says: () => "The mailbox is full."
  },
  typo: {
    holds: ({ didYouMean }) => didYouMean !== undefined,
    says: ({ didYouMean, syntax }) => typoSentence(syntax, didYouMean)
  },
  likelyTypo: unlessAllowed(listFindings.likelyTypo),
  routabilityUnknown: {
    holds: ({ domain }) =>
      domain?.routability._tag === "unanswered" && domain.routability.why !== notAsked.why,
    says: () => "The addresses of the mail servers could not be looked up."
  },
  smtpInconclusive: {
    holds: (evidence) =>
      isAttempted(evidence) &&
      evidence.smtp !== undefined &&
      !isInformative(evidence.smtp) &&
      !isBusy(evidence.smtp),
    says: ({ smtp }) =>
      smtp?.checked === true && smtp.isUnread === true
        ? unreadRefusal
        : ((smtp && inconclusive[smtp.status]) ?? "")
  },
  mailboxBusy: {
    holds: ({ smtp }) => smtp !== undefined && isBusy(smtp),
    says: () => "The mailbox exists, but gets more mail at the moment than its limit allows."
  },
  mailboxUnverified: {
    holds: ({ smtp }) => smtp !== undefined && !isVouchedFor(smtp)
  },
  reportedDelivered: reportOf("delivered", "arrived"),
  spfMissing: {
    holds: ({ domain }) => domain?.spf._tag === "Absent",
    says: () => "The domain publishes no SPF record."
  },
  spfAmbiguous: {
    holds: ({ domain }) => domain?.spf._tag === "Present" && domain.spf.value.count > 1,
    says: () => "The domain publishes more than one SPF record, so none of them is valid."
  },
  dmarcMissing: {
    holds: ({ domain }) => domain?.dmarc._tag === "Absent",
    says: () => "The domain publishes no DMARC record."
  },
  smtputf8: {
    holds: ({ syntax }) => syntax._tag === "wellFormed" && syntax.address.smtputf8,
    says: () =>
      "The part before the @ has non-ASCII characters; not every mail system can deliver to it."
  },
  symbol: {
    holds: ({ syntax }) =>
      syntax._tag === "wellFormed" && firstSymbol(syntax.address.localPart) !== undefined,
    says: ({ syntax }) =>
      syntax._tag === "wellFormed"
        ? `The part before the @ has a symbol (${codePointOf(firstSymbol(syntax.address.localPart) ?? "")}); hardly any mail system has such a mailbox.`
        : ""
  },
  forwarder: {
    holds: ({ domain }) => domain?.forwarder._tag === "Present",
    says: ({ domain }) =>
      `Mail for the domain is forwarded by ${domain && valueOf(domain.forwarder)?.service}.`
  },
  free: {
    holds: ({ lists }) => lists?.free !== undefined,
    says: () => "The domain belongs to a free email provider."
  },
  sandbox: {
    holds: ({ sandbox }) => sandbox !== undefined,
    says: () => "This is a sandbox address: no server was contacted, and the check is free."
  }
} satisfies Record<string, Finding>

export type FindingName = keyof typeof findings

export const findingOf = (name: FindingName): Finding => findings[name]

/** The names of all findings, in the order of `findings`. */
export const findingNames = Object.keys(findings).filter(
  (name): name is FindingName => name in findings
)
