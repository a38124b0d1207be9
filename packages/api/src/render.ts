/**
 * Maps a verification to the contract's result; unknown values are left out. Fields are in the order of
 * the schemas: see resultText.ts.
 */
import { catchAllConfidence } from "@rcpt/domain/catchAllConfidence"
import type { Evidence, Listing } from "@rcpt/domain/Evidence"
import { toCheck, valueOf } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { adviceFor } from "@rcpt/domain/recommendation"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"

import { defined } from "./defined.ts"
import { explain } from "./explain.ts"
import { renderSmtp } from "./VerifyResult.ts"
import type { VerifyResult } from "./VerifyResult.ts"

interface RenderOptions {
  readonly mode: Mode
  /** `undefined` where nothing is charged, as in the demo. */
  readonly creditsUsed: number | undefined
  readonly elapsedMillis: number
  /** ISO 8601, UTC. */
  readonly checkedAt: string
  /** Adds `evidence`. */
  readonly explain?: boolean
}

export const render = (
  { evidence, judgement }: Verification,
  { mode, creditsUsed, elapsedMillis, checkedAt, explain: explained = false }: RenderOptions
): VerifyResult => {
  const { domain, lists, syntax } = evidence
  const advice = adviceFor({ ...judgement, smtp: evidence.smtp })
  return defined({
    email: evidence.input,
    status: judgement.status,
    score: judgement.score,
    checks: checksOf(evidence),
    domain: domainOf(evidence),
    mode,
    credits_used: creditsUsed,
    sub_status: judgement.subStatus,
    mx_records: domain && mxRecordsOf(domain),
    free_check: lists && isListed(lists.free),
    response_time_ms: elapsedMillis,
    checked_at: checkedAt,
    recommendation: advice.recommendation,
    retry_after: advice.retryAfter,
    normalized_email: syntax._tag === "wellFormed" ? syntax.normalized : undefined,
    did_you_mean: evidence.didYouMean,
    mx_provider: domain && valueOf(domain.provider)?.service,
    domain_age_days: valueOf(evidence.age)?.days,
    dnsbl_listings: evidence.dnsbl._tag === "Absent" ? [] : valueOf(evidence.dnsbl),
    spf_record: domain && valueOf(domain.spf)?.record,
    dmarc_record: domain && valueOf(domain.dmarc)?.record,
    is_catch_all: toCheck(evidence.catchAll),
    catch_all_confidence: catchAllConfidence(evidence),
    dmarc_policy: domain && valueOf(domain.dmarc)?.policy,
    reasons: judgement.reasons,
    smtp: evidence.smtp && renderSmtp(evidence.smtp),
    evidence: explained ? explain(evidence, checkedAt) : undefined
  })
}

const checksOf = ({
  syntax,
  lists,
  domain,
  context,
  dnsbl,
  catchAll
}: Evidence): VerifyResult["checks"] =>
  defined({
    syntax: syntax._tag === "wellFormed",
    free: lists && isListed(lists.free),
    disposable: lists && isListed(lists.disposable, domain?.disposableHost),
    mx: domain && hasMx(domain),
    parked: domain && toCheck(domain.parking),
    relay: lists && isListed(lists.relay, domain?.relayHost),
    spf: domain && toCheck(domain.spf),
    dmarc: domain && toCheck(domain.dmarc),
    catch_all: toCheck(catchAll),
    role: lists && isListed(lists.role),
    dnsbl: toCheck(dnsbl),
    mx_routable: domain && isRoutable(domain),
    forwarder: domain && toCheck(domain.forwarder),
    smtputf8: syntax._tag === "wellFormed" ? syntax.address.smtputf8 : undefined,
    mta_sts: context && toCheck(context.mtaSts),
    tls_rpt: context && toCheck(context.tlsRpt),
    bimi: context && toCheck(context.bimi)
  })

/** Lists are always available. The mail hosts are a second source that can only add a match. */
const isListed = (listing: Listing | undefined, host?: Fact<unknown>): boolean =>
  listing !== undefined || host?._tag === "Present"

type Domain = NonNullable<Evidence["domain"]>

/** A null MX (RFC 7505) is a record, but it names no mail exchanger. */
const hasMx = ({ route }: Domain): boolean | undefined =>
  route._tag === "unanswered" ? undefined : route._tag === "hosts" && !route.implicit

const isRoutable = (domain: Domain): boolean | undefined =>
  hasMx(domain) !== true || domain.routability._tag === "unanswered"
    ? undefined
    : domain.routability._tag === "routable"

const mxRecordsOf = ({ route }: Domain): ReadonlyArray<string> | undefined => {
  if (route._tag === "unanswered") return undefined
  return route._tag === "hosts" && !route.implicit ? route.hosts.map(({ host }) => host) : []
}

/** For a malformed address, the text after the last @. */
const domainOf = ({ input, syntax }: Evidence): string =>
  syntax._tag === "wellFormed" ? syntax.address.domain : input.slice(input.lastIndexOf("@") + 1)
