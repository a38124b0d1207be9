/**
 * What a settled row of a job keeps of its verification: enough for its line of the CSV and of the
 * results page. It says what `GET /verify` would say, because it is made from that answer.
 */
import { defined } from "@rcpt/api/defined"
import type { JobResultRow } from "@rcpt/api/Jobs"
import { render } from "@rcpt/api/render"
import { mailboxExists } from "@rcpt/domain/Smtp"
import type { SmtpEvidence, SmtpStatus } from "@rcpt/domain/Smtp"
import type { Mode, Status, SubStatus } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"

/** What was not learnt is left out: `false` promises that we looked and found nothing. */
export interface JobRow {
  readonly status: Status
  readonly score: number
  readonly subStatus?: SubStatus
  readonly normalizedEmail?: string
  /** The whole address that was probably meant. */
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
  /** These two only of a deep job. */
  readonly smtpStatus?: SmtpStatus
  readonly mailboxExists?: MailboxExists
}

export type MailboxExists = "yes" | "no" | "unknown"

export interface Settled {
  readonly mode: Mode
  readonly creditsUsed: number
  readonly checkedAt: string
}

export const toJobRow = (verification: Verification, settled: Settled): JobRow => {
  const answer = render(verification, { ...settled, elapsedMillis: 0 })
  const { smtp } = verification.evidence
  return defined({
    status: answer.status,
    score: answer.score,
    subStatus: answer.sub_status,
    normalizedEmail: answer.normalized_email,
    didYouMean: answer.did_you_mean,
    isDisposable: answer.checks.disposable,
    isRoleBased: answer.checks.role,
    isFreeProvider: answer.checks.free,
    isRelay: answer.checks.relay,
    isCatchAll: answer.checks.catch_all,
    hasMx: answer.checks.mx,
    hasSpf: answer.checks.spf,
    hasDmarc: answer.checks.dmarc,
    isBlacklisted: answer.checks.dnsbl,
    domainAgeDays: answer.domain_age_days,
    mxProvider: answer.mx_provider,
    creditsUsed: settled.creditsUsed,
    checkedAt: settled.checkedAt,
    smtpStatus: smtp?.status,
    mailboxExists: smtp && existence(smtp)
  })
}

const existence = (smtp: SmtpEvidence): MailboxExists => {
  const exists = mailboxExists(smtp)
  if (exists === undefined) return "unknown"
  return exists ? "yes" : "no"
}

/** A later row with the same address: it has the result, and costs nothing. */
export const asRepeat = (row: JobRow): JobRow => ({ ...row, creditsUsed: 0 })

/** As the results page shows it. Without `row` the address has no result yet, or never got one. */
export const toJobResultRow = (email: string, row: JobRow | undefined): JobResultRow =>
  row === undefined
    ? { email }
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

/** What the results page says beyond that, to whoever asks for details. */
export const detailsOf = (row: JobRow): Partial<JobResultRow> =>
  defined({
    sub_status: row.subStatus,
    is_catch_all: row.isCatchAll,
    smtp_status: row.smtpStatus,
    mailbox_exists: row.mailboxExists,
    credits_used: row.creditsUsed,
    checked_at: row.checkedAt
  })
