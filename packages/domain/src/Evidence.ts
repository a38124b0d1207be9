/**
 * Everything that was learnt about one address. Steps of the verifier add to it; the judge reads
 * it. It holds facts only, no opinion: no score, no verdict.
 */
import type { Address } from "./Address.ts"
import type { Fact } from "./Fact.ts"

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

/** What is known of a domain, whoever asks about it; shared by all its addresses and cached. */
export interface DomainEvidence {
  readonly domain: string
  readonly route: MailRoute
  readonly routability: Routability
  readonly spf: Fact<Spf>
  readonly dmarc: Fact<Dmarc>
}

/** What lists say. `undefined` where a list does not apply because the address is malformed. */
export interface ListEvidence {
  readonly disposable: boolean
  readonly free: boolean
  readonly role: boolean
}

export interface Evidence {
  /** As asked, after trimming white space. */
  readonly input: string
  readonly syntax:
    | { readonly _tag: "wellFormed"; readonly address: Address; readonly normalized: string }
    | { readonly _tag: "malformed"; readonly why: string }
  /** Absent when the syntax is malformed. */
  readonly lists: ListEvidence | undefined
  /** Absent when the syntax is malformed. */
  readonly domain: DomainEvidence | undefined
}
