/**
 * The flags of an answer's `checks`: a row each, from which the schema, the answer, the columns of lists, the dashboard,
 * the lab and the docs follow. No runtime import but Fact.ts, because the dashboard loads this file.
 */
import type { ContextEvidence, DomainEvidence, Evidence, ListEvidence } from "./Evidence.ts"
import { toCheck } from "./Fact.ts"
import type { Fact } from "./Fact.ts"

/** What a flag says about an address. A sound one has all that is vital or wanted; welcome is what few have. */
type Weight = "vital" | "wanted" | "welcome" | "context" | "warning" | "doubt"

/** `undefined`: not answered, so the flag is left out. `false` promises that we looked and found nothing. */
type Check = (evidence: Evidence) => boolean | undefined

interface CheckFlag {
  readonly group: "address" | "domain" | "policies"
  readonly weight: Weight
  /** What `true` says, in the reference of the API. */
  readonly says: string
  readonly of: Check
}

const about =
  (group: CheckFlag["group"]) =>
  (weight: Weight, says: string, of: Check): CheckFlag => ({ group, weight, says, of })

const address = about("address")
const domain = about("domain")
const policy = about("policies")

type FactOf<A> = { [K in keyof A]: A[K] extends Fact<unknown> ? K : never }[keyof A]

/** Lists are always available. The mail hosts are a second source that can only add a match. */
const list =
  (name: keyof ListEvidence, host?: "disposableHost" | "relayHost"): Check =>
  ({ lists, domain: found }) =>
    lists && (lists[name] !== undefined || (host && found?.[host]._tag) === "Present")

const fact =
  (name: FactOf<DomainEvidence>): Check =>
  (evidence) =>
    evidence.domain && toCheck(evidence.domain[name])

const asked =
  (name: "catchAll" | "dnsbl"): Check =>
  (evidence) =>
    toCheck(evidence[name])

const record =
  (name: FactOf<ContextEvidence>): Check =>
  ({ context }) =>
    context && toCheck(context[name])

const isWellFormed: Check = ({ syntax }) => syntax._tag === "wellFormed"

const needsSmtpUtf8: Check = ({ syntax }) =>
  syntax._tag === "wellFormed" ? syntax.address.smtputf8 : undefined

/** A null MX (RFC 7505) is a record, but it names no mail exchanger. */
const hasMx: Check = (evidence) => {
  const route = evidence.domain?.route
  return route === undefined || route._tag === "unanswered"
    ? undefined
    : route._tag === "hosts" && !route.implicit
}

const isRoutable: Check = (evidence) => {
  const routability = evidence.domain?.routability
  return routability === undefined || routability._tag === "unanswered" || !hasMx(evidence)
    ? undefined
    : routability._tag === "routable"
}

/** In the order of the API, which is for ever: a new flag goes to the end. */
const table = {
  syntax: address("vital", "Address is syntactically valid.", isWellFormed),
  free: address("context", "Free email provider.", list("free")),
  disposable: address(
    "warning",
    "Disposable or temporary provider.",
    list("disposable", "disposableHost")
  ),
  mx: domain("wanted", "Domain has MX records.", hasMx),
  parked: domain("warning", "Domain appears parked.", fact("parking")),
  relay: address("warning", "Address is an anonymized relay.", list("relay", "relayHost")),
  spf: policy("wanted", "Domain publishes an SPF record.", fact("spf")),
  dmarc: policy(
    "wanted",
    "Domain publishes a DMARC record, or its organizational domain does.",
    fact("dmarc")
  ),
  catch_all: domain("doubt", "Domain accepts all addresses.", asked("catchAll")),
  role: address("warning", "Role-based mailbox.", list("role")),
  dnsbl: domain("warning", "Domain or primary mail server is on a blocklist.", asked("dnsbl")),
  mx_routable: domain("vital", "At least one MX host resolves to a public address.", isRoutable),
  forwarder: domain(
    "context",
    "Domain mail is handled by a forwarding service. Context only.",
    fact("forwarder")
  ),
  smtputf8: address("context", "Local part has non-ASCII characters (RFC 6531).", needsSmtpUtf8),
  mta_sts: policy("welcome", "Domain publishes an MTA-STS record. Context only.", record("mtaSts")),
  tls_rpt: policy("welcome", "Domain publishes a TLS-RPT record. Context only.", record("tlsRpt")),
  bimi: policy("welcome", "Domain publishes a BIMI record. Context only.", record("bimi"))
}

export type Flag = keyof typeof table
export const checkFlags: Readonly<Record<Flag, CheckFlag>> = table
export const flags = Object.keys(table) as ReadonlyArray<Flag>

/**
 * The columns of flags in the results of a list, and what `true` says there. The order is that of files and of stored
 * rows, which is for ever.
 */
const columns = {
  disposable: ["is_disposable", "`true` or `false`, as in all columns of this kind"],
  role: ["is_role_based", "an inbox of a function"],
  free: ["is_free_provider", "a free provider"],
  relay: ["is_relay", "an alias that hides the real address"],
  catch_all: ["is_catch_all", "the domain takes every name"],
  mx: ["has_mx", "MX records"],
  spf: ["has_spf", "an SPF record"],
  dmarc: ["has_dmarc", "a DMARC record"],
  dnsbl: ["is_blacklisted", "on a blocklist"]
} as const satisfies { readonly [F in Flag]?: readonly [name: string, says: string] }

type ColumnFlag = keyof typeof columns
export type FlagColumn = (typeof columns)[ColumnFlag][0]

export const flagColumns = (Object.keys(columns) as ReadonlyArray<ColumnFlag>).map((flag) => ({
  flag,
  name: columns[flag][0],
  says: columns[flag][1]
}))

export const columnOf = (flag: ColumnFlag): FlagColumn => columns[flag][0]

/** Columns that were added after version 1.0.0 stand behind all others. */
const oldCount = 9
export const oldColumns = flagColumns.slice(0, oldCount)
export const newColumns = flagColumns.slice(oldCount)
