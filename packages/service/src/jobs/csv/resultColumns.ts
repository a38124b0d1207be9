/**
 * The columns that a job appends to the customer's own. Their order is part of the contract: new
 * ones go to the end, and those of a deep job stand behind all others.
 */
import type { Mode } from "@rcpt/domain/Verdict"

import type { JobRow } from "./JobRow.ts"

interface ResultColumn {
  readonly name: string
  /** `undefined`, what was not learnt, is an empty cell. */
  readonly of: (row: JobRow) => string | number | boolean | undefined
}

const fastColumns: ReadonlyArray<ResultColumn> = [
  { name: "verification_status", of: (row) => row.status },
  { name: "verification_score", of: (row) => row.score },
  { name: "sub_status", of: (row) => row.subStatus },
  { name: "normalized_email", of: (row) => row.normalizedEmail },
  { name: "did_you_mean", of: (row) => row.didYouMean },
  { name: "is_disposable", of: (row) => row.isDisposable },
  { name: "is_role_based", of: (row) => row.isRoleBased },
  { name: "is_free_provider", of: (row) => row.isFreeProvider },
  { name: "is_relay", of: (row) => row.isRelay },
  { name: "is_catch_all", of: (row) => row.isCatchAll },
  { name: "has_mx", of: (row) => row.hasMx },
  { name: "has_spf", of: (row) => row.hasSpf },
  { name: "has_dmarc", of: (row) => row.hasDmarc },
  { name: "is_blacklisted", of: (row) => row.isBlacklisted },
  { name: "domain_age_days", of: (row) => row.domainAgeDays },
  { name: "mx_provider", of: (row) => row.mxProvider },
  { name: "credits_used", of: (row) => row.creditsUsed },
  { name: "checked_at", of: (row) => row.checkedAt }
]

const deepColumns: ReadonlyArray<ResultColumn> = [
  { name: "smtp_status", of: (row) => row.smtpStatus },
  { name: "mailbox_exists", of: (row) => row.mailboxExists }
]

const columnsOf: Readonly<Record<Mode, ReadonlyArray<ResultColumn>>> = {
  fast: fastColumns,
  deep: [...fastColumns, ...deepColumns]
}

const prefix = "rcpt_"

/** As spreadsheets and databases see it: they take names that differ only in case for the same. */
const seen = (name: string): string => name.trim().toLowerCase()

/**
 * None is equal to one of the originals, nor, where a file comes round again, to one of ours in it.
 */
export const resultNames = (
  mode: Mode,
  originals: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const taken = new Set(originals.map(seen))
  return columnsOf[mode].map(({ name }) => {
    let free = name
    while (taken.has(free)) free = prefix + free
    return free
  })
}

export const resultCells = (mode: Mode, row: JobRow | undefined): ReadonlyArray<string> =>
  columnsOf[mode].map(({ of }) => (row === undefined ? "" : safeCell(String(of(row) ?? ""))))

const runs = /^[=@\t\r+-]/
const number = /^[+-](?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * A cell that a spreadsheet would run as a formula, made text (OWASP: CSV injection). Only for
 * cells of our making: the customer's own are theirs, value for value.
 */
export const safeCell = (text: string): string =>
  runs.test(text) && !number.test(text) ? `'${text}` : text
