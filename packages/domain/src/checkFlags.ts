/**
 * The flags of an answer's `checks`: one row each, from which the rest follows. The schema, the answer, the columns of
 * lists, the dashboard, the lab and the docs take them from here. No runtime import but Fact.ts, because the dashboard
 * loads this file.
 */
import type { DomainEvidence, Evidence, Listing } from "./Evidence.ts"
import { toCheck } from "./Fact.ts"
import type { Fact } from "./Fact.ts"

/** How good a finding is for somebody who wants to send mail to the address. */
type Tone = "good" | "warn" | "bad" | "neutral"

interface CheckFlag {
  /** What `true` says, in the reference of the API. */
  readonly says: string
  /** `undefined`: not answered, so the flag is left out. `false` promises that we looked and found nothing. */
  readonly of: (evidence: Evidence) => boolean | undefined
  /** The rows of `explain` with its evidence. Both a list and the mail hosts can be the source. */
  readonly rules: ReadonlyArray<string>
  /** What it is about. */
  readonly group: "address" | "domain" | "policies"
  readonly tones: readonly [present: Tone, absent: Tone]
  /** Its column in the results of a list. */
  readonly column?: {
    readonly name: string
    /** What `true` says there, in the docs. */
    readonly says: string
  }
}

/** Lists are always available. The mail hosts are a second source that can only add a match. */
const isListed = (listing: Listing | undefined, host?: Fact<unknown>): boolean =>
  listing !== undefined || host?._tag === "Present"

/** A null MX (RFC 7505) is a record, but it names no mail exchanger. */
const hasMx = ({ route }: DomainEvidence): boolean | undefined =>
  route._tag === "unanswered" ? undefined : route._tag === "hosts" && !route.implicit

const isRoutable = (domain: DomainEvidence): boolean | undefined =>
  hasMx(domain) !== true || domain.routability._tag === "unanswered"
    ? undefined
    : domain.routability._tag === "routable"

/** In the order of the API, which is for ever: a new flag goes to the end. */
export const checkFlags = {
  syntax: {
    says: "Address is syntactically valid.",
    of: ({ syntax }) => syntax._tag === "wellFormed",
    rules: ["syntax"],
    group: "address",
    tones: ["good", "bad"]
  },
  free: {
    says: "Free email provider.",
    of: ({ lists }) => lists && isListed(lists.free),
    rules: ["list.free"],
    group: "address",
    tones: ["neutral", "neutral"],
    column: { name: "is_free_provider", says: "a free provider" }
  },
  disposable: {
    says: "Disposable or temporary provider.",
    of: ({ lists, domain }) => lists && isListed(lists.disposable, domain?.disposableHost),
    rules: ["list.disposable", "host.disposable"],
    group: "address",
    tones: ["warn", "neutral"],
    column: { name: "is_disposable", says: "`true` or `false`, as in all columns of this kind" }
  },
  mx: {
    says: "Domain has MX records.",
    of: ({ domain }) => domain && hasMx(domain),
    rules: ["dns.mx"],
    group: "domain",
    tones: ["good", "warn"],
    column: { name: "has_mx", says: "MX records" }
  },
  parked: {
    says: "Domain appears parked.",
    of: ({ domain }) => domain && toCheck(domain.parking),
    rules: ["dns.parked"],
    group: "domain",
    tones: ["warn", "neutral"]
  },
  relay: {
    says: "Address is an anonymized relay.",
    of: ({ lists, domain }) => lists && isListed(lists.relay, domain?.relayHost),
    rules: ["list.relay", "host.relay"],
    group: "address",
    tones: ["warn", "neutral"],
    column: { name: "is_relay", says: "an alias that hides the real address" }
  },
  spf: {
    says: "Domain publishes an SPF record.",
    of: ({ domain }) => domain && toCheck(domain.spf),
    rules: ["dns.spf"],
    group: "policies",
    tones: ["good", "warn"],
    column: { name: "has_spf", says: "an SPF record" }
  },
  dmarc: {
    says: "Domain publishes a DMARC record, or its organizational domain does.",
    of: ({ domain }) => domain && toCheck(domain.dmarc),
    rules: ["dns.dmarc"],
    group: "policies",
    tones: ["good", "warn"],
    column: { name: "has_dmarc", says: "a DMARC record" }
  },
  catch_all: {
    says: "Domain accepts all addresses.",
    of: ({ catchAll }) => toCheck(catchAll),
    rules: ["catch_all"],
    group: "domain",
    tones: ["warn", "good"],
    column: { name: "is_catch_all", says: "the domain takes every name" }
  },
  role: {
    says: "Role-based mailbox.",
    of: ({ lists }) => lists && isListed(lists.role),
    rules: ["list.role"],
    group: "address",
    tones: ["warn", "neutral"],
    column: { name: "is_role_based", says: "an inbox of a function" }
  },
  dnsbl: {
    says: "Domain or primary mail server is on a blocklist.",
    of: ({ dnsbl }) => toCheck(dnsbl),
    rules: ["dnsbl"],
    group: "domain",
    tones: ["warn", "neutral"],
    column: { name: "is_blacklisted", says: "on a blocklist" }
  },
  mx_routable: {
    says: "At least one MX host resolves to a public address.",
    of: ({ domain }) => domain && isRoutable(domain),
    rules: ["dns.mx_routable"],
    group: "domain",
    tones: ["good", "bad"]
  },
  forwarder: {
    says: "Domain mail is handled by a forwarding service. Context only.",
    of: ({ domain }) => domain && toCheck(domain.forwarder),
    rules: ["host.forwarder"],
    group: "domain",
    tones: ["neutral", "neutral"]
  },
  smtputf8: {
    says: "Local part has non-ASCII characters (RFC 6531).",
    of: ({ syntax }) => (syntax._tag === "wellFormed" ? syntax.address.smtputf8 : undefined),
    rules: [],
    group: "address",
    tones: ["neutral", "neutral"]
  },
  mta_sts: {
    says: "Domain publishes an MTA-STS record. Context only.",
    of: ({ context }) => context && toCheck(context.mtaSts),
    rules: ["dns.mta_sts"],
    group: "policies",
    tones: ["good", "neutral"]
  },
  tls_rpt: {
    says: "Domain publishes a TLS-RPT record. Context only.",
    of: ({ context }) => context && toCheck(context.tlsRpt),
    rules: ["dns.tls_rpt"],
    group: "policies",
    tones: ["good", "neutral"]
  },
  bimi: {
    says: "Domain publishes a BIMI record. Context only.",
    of: ({ context }) => context && toCheck(context.bimi),
    rules: ["dns.bimi"],
    group: "policies",
    tones: ["good", "neutral"]
  }
} as const satisfies Readonly<Record<string, CheckFlag>>

type Table = typeof checkFlags

export type Flag = keyof Table

/** The rules of `explain` that stand behind flags. */
export type FlagRule = Table[Flag]["rules"][number]

export const flags = Object.keys(checkFlags) as ReadonlyArray<Flag>

type ColumnFlag = {
  [F in Flag]: Table[F] extends { readonly column: object } ? F : never
}[Flag]

/** The names of the columns. */
export type FlagColumn = Table[ColumnFlag]["column"]["name"]

/** The columns of version 1.0.0 in the order of files and of stored rows, which is for ever. */
const firstColumns: ReadonlyArray<ColumnFlag> = [
  "disposable",
  "role",
  "free",
  "relay",
  "catch_all",
  "mx",
  "spf",
  "dmarc",
  "dnsbl"
]

/** The flags with a column. */
export const flagColumns = flags
  .filter((flag): flag is ColumnFlag => "column" in checkFlags[flag])
  .map((flag) => ({ flag, ...checkFlags[flag].column }))

/** Those that were added later stand after all other columns. */
export const newColumns = flagColumns.filter(({ flag }) => !firstColumns.includes(flag))

export const oldColumns = firstColumns.flatMap((first) =>
  flagColumns.filter(({ flag }) => flag === first)
)
