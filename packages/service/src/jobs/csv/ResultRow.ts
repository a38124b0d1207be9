/**
 * The stored result of a row: enough for its line in the CSV and on the results page. It agrees with
 * `GET /verify`, because it is built from that response.
 */
import { defined } from "@rcpt/api/defined"
import { shownColumns } from "@rcpt/api/Jobs"
import type { JobResultRow } from "@rcpt/api/Jobs"
import type { ServiceName } from "@rcpt/api/otherServices"
import { render } from "@rcpt/api/render"
import type { KeptResult } from "@rcpt/api/render"
import type { SmtpResult } from "@rcpt/api/VerifyResult"
import { flagColumns, newColumns, oldColumns } from "@rcpt/domain/checkFlags"
import type { FlagColumn } from "@rcpt/domain/checkFlags"
import { adviceFor, isTemporary } from "@rcpt/domain/recommendation"
import type { Advice, Recommendation } from "@rcpt/domain/recommendation"
import { mailboxExists } from "@rcpt/domain/Smtp"
import type { SmtpReason, SmtpStatus } from "@rcpt/domain/Smtp"
import type { Mode, Status, SubStatus } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"

/** A field that was not determined is absent: `false` means that we checked and found nothing. */
export interface ResultRow extends Readonly<Partial<Record<FlagColumn, boolean>>> {
  readonly status: Status
  readonly score: number
  readonly subStatus?: SubStatus
  readonly normalizedEmail?: string
  /** The complete address that was probably meant. */
  readonly didYouMean?: string
  /** Percent, 5 to 95: how likely the mailbox is real. Only of catch-all domains. */
  readonly catchAllConfidence?: number
  /** A rule of the account allowed it. */
  readonly isAllowed?: boolean
  /** It is an earlier result of the account, given again free of charge. */
  readonly isKnown?: boolean
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
  /** The verdict is that of another service, and came with a list. */
  readonly importedFrom?: ServiceName
}

type MailboxExists = "yes" | "no" | "unknown"

interface SettlementDetails {
  readonly mode: Mode
  readonly creditsUsed: number
  readonly checkedAt: string
}

/** The row of an answer. */
export const rowOfAnswer = (
  answer: KeptResult,
  { creditsUsed, checkedAt }: Pick<SettlementDetails, "creditsUsed" | "checkedAt">
): ResultRow => {
  const { smtp, checks } = answer
  const row: { -readonly [K in keyof ResultRow]: ResultRow[K] } = defined({
    status: answer.status,
    score: answer.score,
    subStatus: answer.sub_status,
    normalizedEmail: answer.normalized_email,
    didYouMean: answer.did_you_mean,
    catchAllConfidence: answer.catch_all_confidence,
    domainAgeDays: answer.domain_age_days,
    mxProvider: answer.mx_provider,
    creditsUsed,
    checkedAt,
    smtpReason: smtp?.reason,
    smtpStatus: smtp?.status,
    mailboxExists: smtp && toMailboxExists(smtp),
    importedFrom: answer.imported_from
  })
  for (const { flag, name } of flagColumns) if (checks[flag] !== undefined) row[name] = checks[flag]
  return row
}

export const toJobRow = (verification: Verification, details: SettlementDetails): ResultRow => {
  const row = rowOfAnswer(render(verification, { ...details, elapsedMillis: 0 }), details)
  return verification.evidence.rule?.action === "allow" ? { ...row, isAllowed: true } : row
}

const toMailboxExists = (smtp: SmtpResult): MailboxExists => {
  const exists = mailboxExists({ status: smtp.status, subReason: smtp.sub_reason })
  if (exists === undefined) return "unknown"
  return exists ? "yes" : "no"
}

/** What a stored row says of the answer that it was made from. `mode`: that of its list. */
export const answerOfRow = (email: string, row: ResultRow, mode: Mode): KeptResult => {
  const { recommendation, retryAfter } = adviceOf(row)
  const { smtpStatus, smtpReason } = row
  return defined({
    email,
    status: row.status,
    score: row.score,
    checks: defined({
      syntax: row.subStatus !== "failed_syntax_check",
      ...Object.fromEntries(flagColumns.map(({ flag, name }) => [flag, row[name]]))
    }),
    domain: email.slice(email.lastIndexOf("@") + 1).toLowerCase(),
    mode: smtpStatus === undefined ? mode : "deep",
    credits_used: row.creditsUsed,
    sub_status: row.subStatus,
    free_check: row.is_free_provider,
    response_time_ms: 0,
    checked_at: row.checkedAt,
    imported_from: row.importedFrom,
    recommendation,
    retry_after: retryAfter,
    normalized_email: row.normalizedEmail,
    did_you_mean: row.didYouMean,
    mx_provider: row.mxProvider,
    domain_age_days: row.domainAgeDays,
    is_catch_all: row.is_catch_all,
    catch_all_confidence: row.catchAllConfidence,
    reasons: [],
    smtp:
      smtpStatus &&
      defined({
        checked: smtpStatus !== "not_checked",
        status: smtpStatus,
        reason: smtpReason
      })
  })
}

type Advised = Pick<ResultRow, "status" | "subStatus" | "smtpStatus" | "smtpReason">

/** From the stored fields, so that rows have advice that are older than the table. */
const advised = ({ status, subStatus, smtpStatus, smtpReason }: Advised) => {
  const smtp = smtpStatus && { status: smtpStatus, ...(smtpReason && { reason: smtpReason }) }
  return { status, subStatus, smtp }
}

const adviceOf = (row: Advised): Advice => adviceFor(advised(row))

/** Whether the result may be given again: something was learnt, and not that a server put us off. */
export const isLasting = (row: ResultRow): boolean => !isTemporary(advised(row))

export const recommendationOf = (row: Advised): Recommendation => adviceOf(row).recommendation

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
        ...Object.fromEntries(shownColumns.map((name) => [name, row[name]])),
        domain_age_days: row.domainAgeDays?.toString(),
        mx_provider: row.mxProvider,
        normalized_email: row.normalizedEmail,
        did_you_mean: row.didYouMean ?? ""
      })

/** The further fields of the results page when the request asks for details. */
export const detailsOf = (row: ResultRow): Partial<JobResultRow> =>
  defined({
    sub_status: row.subStatus,
    is_catch_all: row.is_catch_all,
    smtp_status: row.smtpStatus,
    mailbox_exists: row.mailboxExists,
    credits_used: row.creditsUsed,
    checked_at: row.checkedAt,
    is_known: row.isKnown,
    imported_from: row.importedFrom,
    recommendation: recommendationOf(row),
    retry_after: adviceOf(row).retryAfter
  })

// The stored format of a ResultRow: JSON without names, some 100 octets instead of 400. A large job writes a
// million of them and reads them again for the download.

// Stored format: the order of both lists outlives every deployment. Append only.
const flags: ReadonlyArray<FlagColumn | "isAllowed" | "isKnown"> = [
  ...oldColumns.map(({ name }) => name),
  "isAllowed",
  "isKnown",
  ...newColumns.map(({ name }) => name)
]

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
  "smtpReason",
  "catchAllConfidence",
  "importedFrom"
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

/** Where a packed row has the value of a field, as JSON counts: from 0, which are the flags. */
export const packedAt = (field: (typeof fields)[number]): number => fields.indexOf(field) + 1

/** Where the flags of a packed row, its first value, say that it is known: from 1, as SQL counts. */
export const knownFlagAt = flags.indexOf("isKnown") + 1
