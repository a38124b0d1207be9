/** A verification in the words of the contract: what was not learnt is left out. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { toCheck, valueOf } from "@rcpt/domain/Fact"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"

import type { VerifyResult } from "./VerifyResult.ts"

export interface Circumstances {
  readonly mode: Mode
  /** `undefined` where nothing is billed. */
  readonly creditsUsed: number | undefined
  readonly elapsedMillis: number
  /** ISO 8601, UTC. */
  readonly checkedAt: string
}

export const render = (
  { evidence, judgement }: Verification,
  { mode, creditsUsed, elapsedMillis, checkedAt }: Circumstances
): VerifyResult =>
  defined({
    email: evidence.input,
    status: judgement.status,
    score: judgement.score,
    checks: checksOf(evidence),
    domain: domainOf(evidence),
    mode,
    credits_used: creditsUsed,
    sub_status: judgement.subStatus,
    mx_records: evidence.domain && mxRecordsOf(evidence.domain),
    free_check: evidence.lists?.free,
    response_time_ms: elapsedMillis,
    checked_at: checkedAt,
    normalized_email:
      evidence.syntax._tag === "wellFormed" ? evidence.syntax.normalized : undefined,
    spf_record: evidence.domain && valueOf(evidence.domain.spf)?.record,
    dmarc_record: evidence.domain && valueOf(evidence.domain.dmarc)?.record,
    dmarc_policy: evidence.domain && valueOf(evidence.domain.dmarc)?.policy,
    reasons: judgement.reasons
  })

const checksOf = ({ syntax, lists, domain }: Evidence): VerifyResult["checks"] =>
  defined({
    syntax: syntax._tag === "wellFormed",
    free: lists?.free,
    disposable: lists?.disposable,
    mx: domain && hasMx(domain),
    spf: domain && toCheck(domain.spf),
    dmarc: domain && toCheck(domain.dmarc),
    role: lists?.role,
    mx_routable: domain && isRoutable(domain),
    smtputf8: syntax._tag === "wellFormed" ? syntax.address.smtputf8 : undefined
  })

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

/** Of a malformed address, whatever stands behind its last @: enough to recognise it. */
const domainOf = ({ input, syntax }: Evidence): string =>
  syntax._tag === "wellFormed" ? syntax.address.domain : input.slice(input.lastIndexOf("@") + 1)

type Defined<A> = {
  [K in keyof A as undefined extends A[K] ? never : K]: A[K]
} & { [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> }

/** The same object without the keys whose value is `undefined`: JSON has no such word. */
const defined = <A extends object>(object: A): Defined<A> => {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) kept[key] = value
  return kept as Defined<A>
}
