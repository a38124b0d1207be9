/**
 * The stored result of a row: enough for its line in the CSV and on the results page. It agrees with
 * `GET /verify`, because it is built from that response.
 */
import { defined } from "@rcpt/api/defined"
import type { JobResultRow } from "@rcpt/api/Jobs"
import { render } from "@rcpt/api/render"
import { adviceFor } from "@rcpt/domain/recommendation"
import type { Advice, Recommendation } from "@rcpt/domain/recommendation"
import { mailboxExists } from "@rcpt/domain/Smtp"
import type { SmtpEvidence, SmtpReason, SmtpStatus } from "@rcpt/domain/Smtp"
import type { Mode, Status, SubStatus } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"

/** A field that was not determined is absent: `false` means that we checked and found nothing. */
export interface ResultRow {
  readonly status: Status
  readonly score: number
  readonly subStatus?: SubStatus
  readonly normalizedEmail?: string
  /** The complete address that was probably meant. */
  readonly didYouMean?: string
  readonly isDisposable?: boolean
  readonly isRoleBased?: boolean
  readonly isFreeProvider?: boolean
  readonly isRelay?: boolean
  readonly isCatchAll?: boolean
  readonly hasMx?: boolean
  readonly hasSpf?: boolean
  readonly hasDmarc?: boolean
  readonly isBlacklisted?: boolean
  readonly domainAgeDays?: number
  readonly mxProvider?: string
  readonly creditsUsed: number
  /** ISO 8601, UTC. */
  readonly checkedAt: string
  /** The reason why no mail server was asked; absent in rows that are older than it. */
  readonly smtpReason?: SmtpReason
  /** The last two: only in deep jobs. */
  readonly smtpStatus?: SmtpStatus
  readonly mailboxExists?: MailboxExists
}

type MailboxExists = "yes" | "no" | "unknown"

interface SettlementDetails {
  readonly mode: Mode
  readonly creditsUsed: number
  readonly checkedAt: string
}

export const toJobRow = (verification: Verification, details: SettlementDetails): ResultRow => {
  const rendered = render(verification, { ...details, elapsedMillis: 0 })
  const { smtp } = verification.evidence
  return defined({
    status: rendered.status,
    score: rendered.score,
    subStatus: rendered.sub_status,
    normalizedEmail: rendered.normalized_email,
    didYouMean: rendered.did_you_mean,
    isDisposable: rendered.checks.disposable,
    isRoleBased: rendered.checks.role,
    isFreeProvider: rendered.checks.free,
    isRelay: rendered.checks.relay,
    isCatchAll: rendered.checks.catch_all,
    hasMx: rendered.checks.mx,
    hasSpf: rendered.checks.spf,
    hasDmarc: rendered.checks.dmarc,
    isBlacklisted: rendered.checks.dnsbl,
    domainAgeDays: rendered.domain_age_days,
    mxProvider: rendered.mx_provider,
    creditsUsed: details.creditsUsed,
    checkedAt: details.checkedAt,
    smtpReason: smtp?.checked === false ? smtp.reason : undefined,
    smtpStatus: smtp?.status,
    mailboxExists: smtp && toMailboxExists(smtp)
  })
}

const toMailboxExists = (smtp: SmtpEvidence): MailboxExists => {
  const exists = mailboxExists(smtp)
  if (exists === undefined) return "unknown"
  return exists ? "yes" : "no"
}

/** Advises from the stored fields, so that rows have it that are older than the table. */
const adviceOf = ({ status, subStatus, smtpStatus, smtpReason }: ResultRow): Advice => {
  const smtp = smtpStatus && { status: smtpStatus, ...(smtpReason && { reason: smtpReason }) }
  return adviceFor({ status, subStatus, smtp })
}

export const recommendationOf = (row: ResultRow): Recommendation => adviceOf(row).recommendation

/** The result of a later row with the same address, which costs nothing. */
export const asRepeat = (row: ResultRow): ResultRow => ({ ...row, creditsUsed: 0 })

/** Converts a row for the results page. `row` undefined: the address has no result, yet or at all. */
export const toJobResultRow = (
  email: string | undefined,
  row: ResultRow | undefined
): JobResultRow =>
  row === undefined
    ? defined({ email })
    : defined({
        email,
        verification_status: row.status,
        verification_score: row.score,
        is_disposable: row.isDisposable,
        has_mx: row.hasMx,
        is_role_based: row.isRoleBased,
        is_free_provider: row.isFreeProvider,
        is_relay: row.isRelay,
        is_blacklisted: row.isBlacklisted,
        has_spf: row.hasSpf,
        has_dmarc: row.hasDmarc,
        domain_age_days: row.domainAgeDays?.toString(),
        mx_provider: row.mxProvider,
        normalized_email: row.normalizedEmail,
        did_you_mean: row.didYouMean ?? ""
      })

/** The further fields of the results page when the request asks for details. */
export const detailsOf = (row: ResultRow): Partial<JobResultRow> =>
  defined({
    sub_status: row.subStatus,
    is_catch_all: row.isCatchAll,
    smtp_status: row.smtpStatus,
    mailbox_exists: row.mailboxExists,
    credits_used: row.creditsUsed,
    checked_at: row.checkedAt,
    recommendation: recommendationOf(row),
    retry_after: adviceOf(row).retryAfter
  })

// The stored format of a ResultRow: JSON without names, some 100 octets instead of 400. A large job writes a
// million of them and reads them again for the download.

// Stored format: the order of both lists outlives every deployment. Append only.
const flags = [
  "isDisposable",
  "isRoleBased",
  "isFreeProvider",
  "isRelay",
  "isCatchAll",
  "hasMx",
  "hasSpf",
  "hasDmarc",
  "isBlacklisted"
] as const satisfies ReadonlyArray<keyof ResultRow>

const fields = [
  "status",
  "score",
  "subStatus",
  "normalizedEmail",
  "didYouMean",
  "domainAgeDays",
  "mxProvider",
  "creditsUsed",
  "checkedAt",
  "smtpStatus",
  "mailboxExists",
  "smtpReason"
] as const satisfies ReadonlyArray<keyof ResultRow>

/** `t`: true, `f`: false, `-`: not determined. */
const letterOf = (flag: boolean | undefined): string =>
  flag === undefined ? "-" : flag ? "t" : "f"
const flagOf = (letter: string | undefined): boolean | undefined =>
  letter === "t" ? true : letter === "f" ? false : undefined

export const packRow = (row: ResultRow): string =>
  JSON.stringify([
    flags.map((flag) => letterOf(row[flag])).join(""),
    // Absent values at the end are left out; others are null.
    ...trimEnd(fields.map((field) => row[field]))
  ])

const trimEnd = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)

export const unpackRow = (packed: string): ResultRow => {
  const [letters, ...values] = JSON.parse(packed) as readonly [string, ...ReadonlyArray<unknown>]
  const entries = [
    ...fields.map((field, at) => [field, values[at] ?? undefined]),
    ...flags.map((flag, at) => [flag, flagOf(letters[at])])
  ]
  return defined(Object.fromEntries(entries)) as unknown as ResultRow
}
