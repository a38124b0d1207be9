/**
 * Maps a verification to the contract's result; unknown values are left out. Fields are in the order of
 * the schemas: see resultText.ts. A result is kept with its reasons as data, and said when it goes out.
 */
import { catchAllConfidence } from "@rcpt/domain/catchAllConfidence"
import { checkFlags, flags } from "@rcpt/domain/checkFlags"
import type { Flag } from "@rcpt/domain/checkFlags"
import type { Evidence } from "@rcpt/domain/Evidence"
import { toCheck, valueOf } from "@rcpt/domain/Fact"
import type { Language } from "@rcpt/domain/Mail"
import { readReason } from "@rcpt/domain/readReason"
import type { Reason } from "@rcpt/domain/reasons"
import { adviceFor } from "@rcpt/domain/recommendation"
import { reasonSentence } from "@rcpt/domain/saidReasons"
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

/** A result as it is kept. Older ones have the English sentences of their reasons. */
export type KeptResult = Omit<VerifyResult, "reasons"> & {
  readonly reasons: ReadonlyArray<Reason | string>
}

/** A reason that is kept, as data; a string: a sentence that this release does not know. */
export const keptReason = (kept: Reason | string): Reason | string =>
  typeof kept === "string" ? (readReason(kept) ?? kept) : kept

const said = (kept: Reason | string, language: Language): string => {
  const reason = language === "en" ? kept : keptReason(kept)
  return typeof reason === "string" ? reason : reasonSentence(reason, language)
}

/** A result as it goes out. */
export const spoken = (result: KeptResult, language: Language = "en"): VerifyResult => ({
  ...result,
  reasons: result.reasons.map((reason) => said(reason, language))
})

export const render = (
  { evidence, judgement }: Verification,
  { mode, creditsUsed, elapsedMillis, checkedAt, explain: explained = false }: RenderOptions
): KeptResult => {
  const { domain, syntax } = evidence
  const checks = checksOf(evidence)
  const advice = adviceFor({ ...judgement, smtp: evidence.smtp })
  return defined({
    email: evidence.input,
    status: judgement.status,
    score: judgement.score,
    checks,
    domain: domainOf(evidence),
    mode,
    credits_used: creditsUsed,
    sub_status: judgement.subStatus,
    mx_records: domain && mxRecordsOf(domain),
    free_check: checks.free,
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

const fills = flags.map((flag) => [flag, checkFlags[flag].of] as const)

/** Not `defined`, which would copy: this runs for each row of a list. */
const checksOf = (evidence: Evidence): VerifyResult["checks"] => {
  const checks: { [flag in Flag]?: boolean } = {}
  for (const [flag, of] of fills) {
    const value = of(evidence)
    if (value !== undefined) checks[flag] = value
  }
  return checks
}

type Domain = NonNullable<Evidence["domain"]>

const mxRecordsOf = ({ route }: Domain): ReadonlyArray<string> | undefined => {
  if (route._tag === "unanswered") return undefined
  return route._tag === "hosts" && !route.implicit ? route.hosts.map(({ host }) => host) : []
}

/** For a malformed address, the text after the last @. */
const domainOf = ({ input, syntax }: Evidence): string =>
  syntax._tag === "wellFormed" ? syntax.address.domain : input.slice(input.lastIndexOf("@") + 1)
