/**
 * Everything that was learnt about one address. Steps of the verifier add to it; the judge reads
 * it. It holds facts only, no opinion: no score, no verdict.
 */
import type { Address } from "./Address.ts"
import type { Fact } from "./Fact.ts"
import type { SmtpEvidence } from "./Smtp.ts"

/** One mail exchanger of a domain, in order of preference (RFC 5321 §5.1: lowest first). */
export interface MailHost {
  /** Lower case, without trailing dot. */
  readonly host: string
  readonly preference: number
}

/**
 * Where mail for a domain goes.
 *
 * - `hosts`: MX records exist (`implicit` false), or none do but the domain has an address and so
 *   is its own mail exchanger (`implicit` true, RFC 5321 §5.1).
 * - `nullMx`: the domain says that it takes no mail (RFC 7505).
 * - `noDomain`: NXDOMAIN.  `noMail`: the domain exists with neither MX nor address.
 * - `unanswered`: DNS did not say.
 */
export type MailRoute =
  | { readonly _tag: "hosts"; readonly hosts: ReadonlyArray<MailHost>; readonly implicit: boolean }
  | { readonly _tag: "nullMx" }
  | { readonly _tag: "noDomain" }
  | { readonly _tag: "noMail" }
  | { readonly _tag: "unanswered"; readonly why: string }

/**
 * Whether any mail exchanger has an address that can be reached from the public internet.
 * `unroutable` is said only when every host was answered for; one failed look-up makes it unanswered.
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
  /** The name that published it: the domain itself, or its organizational domain. */
  readonly publishedAt: string
}

export interface Spf {
  readonly record: string
  /** More than one `v=spf1` record is a permanent error (RFC 7208 §4.5), but still "publishes SPF". */
  readonly count: number
}

/** A row of one of our tables that fits the name of a mail host or of a name server. */
export interface HostMatch {
  /** Who runs the host, in words. */
  readonly service: string
  readonly host: string
}

/** Who runs the mail hosts of a domain, as far as their names tell. */
export interface MailProvider extends HostMatch {
  /** Stable: `google_workspace`. Values may be added, never renamed. */
  readonly id: string
}

/** What shows that a domain is parked or for sale. */
export interface Parking {
  readonly by: "nameServer" | "mailHost" | "address"
  readonly match: HostMatch
}

/**
 * What DNS says of a domain, whoever asks about it; shared by all its addresses and cached.
 *
 * What follows from the names of mail hosts (`provider` … `disposableHost`) is unanswered when the MX
 * look-up is, and absent when there is no MX.
 */
export interface DomainEvidence {
  readonly domain: string
  /** When the oldest answer in it came, in epoch milliseconds. */
  readonly learntAt: number
  readonly route: MailRoute
  readonly routability: Routability
  readonly spf: Fact<Spf>
  readonly dmarc: Fact<Dmarc>
  readonly parking: Fact<Parking>
  readonly provider: Fact<MailProvider>
  readonly forwarder: Fact<HostMatch>
  /** A domain of a customer whose mail goes to a privacy alias service. */
  readonly relayHost: Fact<HostMatch>
  /** A domain that no list has yet, but whose mail goes to an operator of throwaway domains. */
  readonly disposableHost: Fact<HostMatch>
}

/** Records that change no verdict. Asked apart: a bulk job has no column for them. */
export interface ContextEvidence {
  readonly learntAt: number
  readonly mtaSts: Fact<string>
  readonly tlsRpt: Fact<string>
  readonly bimi: Fact<string>
}

/** An entry of a list that applies. */
export interface Listing {
  /** The entry as the list has it: the domain, a domain above it, or the name of a function. */
  readonly entry: string
  /** Name of the list, or of our own table. */
  readonly list: string
  /** Date of the list, `YYYY-MM-DD`. */
  readonly asOf: string
}

/** What lists say; `undefined` is "not listed". */
export interface ListEvidence {
  readonly disposable: Listing | undefined
  readonly free: Listing | undefined
  readonly role: Listing | undefined
  readonly relay: Listing | undefined
}

/** Why a local part looks like nobody's name. */
export const syntheticSigns = [
  "testWord",
  "keyboardWalk",
  "repetition",
  "identifier",
  "digits",
  "gibberish"
] as const
export type SyntheticSign = (typeof syntheticSigns)[number]

/** What the part before the @ looks like. */
export interface LocalPartEvidence {
  /** `fullName`: two or more words, as in `ann.lee`; `word`: one; `other`: neither. */
  readonly shape: "fullName" | "word" | "other"
  readonly synthetic: SyntheticSign | undefined
}

/** When the registry registered the domain. */
export interface DomainAge {
  /** `YYYY-MM-DD`, UTC. */
  readonly registeredOn: string
  /** Whole days since, when it was asked. */
  readonly days: number
}

/** Why we believe that a domain accepts mail for every local part. */
export interface CatchAll {
  readonly because: string
}

export interface Evidence {
  /** As asked, after trimming white space. */
  readonly input: string
  readonly syntax:
    | { readonly _tag: "wellFormed"; readonly address: Address; readonly normalized: string }
    | { readonly _tag: "malformed"; readonly why: string }
  // Of a malformed address the four below are `undefined`, and the facts are not asked for.
  readonly lists: ListEvidence | undefined
  readonly localPart: LocalPartEvidence | undefined
  readonly domain: DomainEvidence | undefined
  /** `undefined` also where nobody wanted it. */
  readonly context: ContextEvidence | undefined
  /** The whole address that was probably meant. */
  readonly didYouMean: string | undefined
  /** Block lists that name the domain or its first mail host; absent: asked, and none does. */
  readonly dnsbl: Fact<ReadonlyArray<string>>
  /** Absent: the registry has no date for it. */
  readonly age: Fact<DomainAge>
  readonly catchAll: Fact<CatchAll>
  /** Of a `catchAll` that an earlier conversation taught: when, in epoch milliseconds. */
  readonly catchAllLearntAt?: number
  /** Only of a deep verification. */
  readonly smtp?: SmtpEvidence
  /** Of an address in the sandbox, where all of the above is made up: what its mail server says. */
  readonly sandbox?: { readonly smtp: SmtpEvidence }
}
