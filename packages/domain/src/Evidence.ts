/**
 * Everything that was found out about one address. The verifier's steps add to it; the judge reads
 * it. It holds facts only: no score, no verdict.
 */
import type { Address } from "./Address.ts"
import type { Fact } from "./Fact.ts"
import type { Fault } from "./reasons.ts"
import type { FoundRule } from "./Rules.ts"
import type { SmtpEvidence } from "./Smtp.ts"

/** One mail exchanger of a domain. The lowest preference comes first (RFC 5321 §5.1). */
export interface MailHost {
  /** The name in lower case, without trailing dot. */
  readonly host: string
  readonly preference: number
}

/**
 * The route that mail for a domain takes.
 *
 * - `hosts`: MX records exist (`implicit` false), or none do but the domain has an address and so
 *   is its own mail exchanger (`implicit` true, RFC 5321 §5.1).
 * - `nullMx`: the domain declares that it accepts no mail (RFC 7505).
 * - `noDomain`: NXDOMAIN.  `noMail`: the domain exists with neither MX nor address.
 * - `unanswered`: the DNS query failed.
 */
export type MailRoute =
  | { readonly _tag: "hosts"; readonly hosts: ReadonlyArray<MailHost>; readonly implicit: boolean }
  | { readonly _tag: "nullMx" }
  | { readonly _tag: "noDomain" }
  | { readonly _tag: "noMail" }
  | { readonly _tag: "unanswered"; readonly why: string }

/**
 * Whether any mail exchanger has an address that can be reached from the public internet.
 * `unroutable` needs an answer for every host; if one look-up failed, it is `unanswered`.
 */
export type Routability =
  | { readonly _tag: "routable" }
  | { readonly _tag: "unroutable"; readonly why: "noAddress" | "privateAddress" }
  | { readonly _tag: "unanswered"; readonly why: string }

export const dmarcPolicies = ["none", "quarantine", "reject"] as const
export type DmarcPolicy = (typeof dmarcPolicies)[number]

export interface Dmarc {
  readonly record: string
  readonly policy: DmarcPolicy
  /** The name that publishes it: the domain itself or its organizational domain. */
  readonly publishedAt: string
}

export interface Spf {
  readonly record: string
  /** More than one `v=spf1` record is a permanent error (RFC 7208 §4.5), but counts as SPF here. */
  readonly count: number
}

/** A row of one of our tables that matches the name of a mail host or name server. */
export interface HostMatch {
  /** The operator of the host, for people. */
  readonly service: string
  readonly host: string
}

/** The operator of a domain's mail hosts, recognized by their names. */
export interface MailProvider extends HostMatch {
  /** A stable id such as `google_workspace`. Values may be added, never renamed. */
  readonly id: string
}

/** The sign that a domain is parked or for sale. */
export interface Parking {
  readonly by: "nameServer" | "mailHost" | "address"
  readonly match: HostMatch
}

/**
 * What DNS says about a domain. All its addresses share it, and it is cached.
 *
 * The facts that follow from the names of mail hosts (`provider` … `disposableHost`) are unanswered
 * when the MX look-up is, and absent when there is no MX.
 */
export interface DomainEvidence {
  readonly domain: string
  /** When the oldest DNS answer in it arrived, in epoch milliseconds. */
  readonly learntAt: number
  readonly route: MailRoute
  readonly routability: Routability
  readonly spf: Fact<Spf>
  readonly dmarc: Fact<Dmarc>
  readonly parking: Fact<Parking>
  readonly provider: Fact<MailProvider>
  readonly forwarder: Fact<HostMatch>
  /** A customer's domain whose mail goes to a privacy alias service. */
  readonly relayHost: Fact<HostMatch>
  /** A domain that is not listed, but whose mail goes to an operator of disposable domains. */
  readonly disposableHost: Fact<HostMatch>
}

/** Records that change no verdict. They are queried separately, because a bulk job has no columns for them. */
export interface ContextEvidence {
  readonly learntAt: number
  readonly mtaSts: Fact<string>
  readonly tlsRpt: Fact<string>
  readonly bimi: Fact<string>
}

/** A list entry that matches. */
export interface Listing {
  /** The entry as listed: the domain, a parent domain, or the name of a role. */
  readonly entry: string
  /** The name of the list, or of our own table. */
  readonly list: string
  /** The date of the list, `YYYY-MM-DD`. */
  readonly asOf: string
}

/** The matches of each kind of list; `undefined` means "not listed". */
export interface ListEvidence {
  readonly disposable: Listing | undefined
  readonly free: Listing | undefined
  readonly role: Listing | undefined
  readonly relay: Listing | undefined
}

/** Why a local part looks made up. */
export const syntheticSigns = [
  "testWord",
  "keyboardWalk",
  "repetition",
  "identifier",
  "digits",
  "gibberish"
] as const
export type SyntheticSign = (typeof syntheticSigns)[number]

/** The spelling of the part before the @. */
export interface LocalPartEvidence {
  /** `fullName` is two or more words, as in `ann.lee`; `word` is one; `other` is anything else. */
  readonly shape: "fullName" | "word" | "other"
  readonly synthetic: SyntheticSign | undefined
}

/** When the registry registered the domain. */
export interface DomainAge {
  /** `YYYY-MM-DD`, UTC. */
  readonly registeredOn: string
  /** Whole days from the registration to the query. */
  readonly days: number
}

/** A blocklist without an answer. */
export interface OpenBlocklist {
  readonly zone: string
  readonly why: string
}

/**
 * The blocklists that list the domain or its first mail host; absent if none that answered does. One answer is
 * enough, so lists without an answer are named in `open`.
 */
export type BlocklistFact = Fact<ReadonlyArray<string>> & {
  readonly open?: ReadonlyArray<OpenBlocklist>
  /** Whether one of those may still answer. */
  readonly isLate?: true
}

/** Why a domain counts as one that accepts mail for every local part. */
export interface CatchAll {
  readonly because: string
}

/** The outcomes of mail to an address. */
export const deliveryOutcomes = ["delivered", "bounced", "complained"] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

export interface Reported {
  readonly outcome: DeliveryOutcome
  /** When the mail was delivered or came back, in epoch milliseconds. */
  readonly at: number
}

/** How many mails to a domain arrived, and how many came back. */
export interface MailCounts {
  readonly arrived: number
  readonly bounced: number
}

/** What became of mail to a domain that takes every name, as it was reported. */
export interface DomainMail {
  /** Of the asking account. */
  readonly own: MailCounts
  /** Of all other accounts together; absent if too few reported. */
  readonly others?: MailCounts
}

export interface Evidence {
  /** The address as given, with white space trimmed. */
  readonly input: string
  readonly syntax:
    | { readonly _tag: "wellFormed"; readonly address: Address; readonly normalized: string }
    | { readonly _tag: "malformed"; readonly why: Fault }
  // For a malformed address the next four are `undefined`, and the facts are `notAsked`.
  readonly lists: ListEvidence | undefined
  readonly localPart: LocalPartEvidence | undefined
  readonly domain: DomainEvidence | undefined
  /** The context; also `undefined` if it was not requested. */
  readonly context: ContextEvidence | undefined
  /** The whole address that was probably meant. */
  readonly didYouMean: string | undefined
  readonly dnsbl: BlocklistFact
  /** The age of the domain; absent if the registry gives no registration date. */
  readonly age: Fact<DomainAge>
  readonly catchAll: Fact<CatchAll>
  /** When an earlier SMTP session observed `catchAll`, in epoch milliseconds. */
  readonly catchAllLearntAt?: number
  /** The result of the mail server, only in a deep verification. */
  readonly smtp?: SmtpEvidence
  /** What the asking account has reported about mail to the address. Answers to other accounts do not change. */
  readonly reported?: Reported
  /** What became of mail to the domain. Known only to accounts that report; it counts where `catchAll` is present. */
  readonly domainMail?: DomainMail
  /** The rule of the asking account that decides about the address. Answers to other accounts do not change. */
  readonly rule?: FoundRule
  /** The made-up result of the mail server of a sandbox address, whose whole evidence is made up. */
  readonly sandbox?: { readonly smtp: SmtpEvidence }
}
