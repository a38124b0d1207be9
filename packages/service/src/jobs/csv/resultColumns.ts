/**
 * The columns that a job appends to the original ones. Their order is part of the contract: a new column
 * goes to the end of its list, and the columns of deep jobs follow all others.
 */
import { newColumns, oldColumns } from "@rcpt/domain/checkFlags"
import type { flagColumns } from "@rcpt/domain/checkFlags"
import type { Mode } from "@rcpt/domain/Verdict"

import { recommendationOf } from "./ResultRow.ts"
import type { ResultRow } from "./ResultRow.ts"

/** `undefined`: not determined, an empty cell. */
export type ResultValue = string | number | boolean | undefined

/** What some files have beside the results. */
export interface Marks {
  /** Whether verdicts of another service could count: only then is there a column that says which. */
  readonly hasImports?: boolean
  /** Whether any row was erased. */
  readonly hasErased?: boolean
  /** The same of rows whose cells can no longer be read. */
  readonly hasUnreadable?: boolean
}

interface ResultColumn {
  readonly name: string
  readonly value: (row: ResultRow) => ResultValue
}

const flagColumn = ({ name }: (typeof flagColumns)[number]): ResultColumn => ({
  name,
  value: (row) => row[name]
})

const fastColumns: ReadonlyArray<ResultColumn> = [
  { name: "verification_status", value: (row) => row.status },
  { name: "verification_score", value: (row) => row.score },
  { name: "sub_status", value: (row) => row.subStatus },
  { name: "normalized_email", value: (row) => row.normalizedEmail },
  { name: "did_you_mean", value: (row) => row.didYouMean },
  ...oldColumns.map(flagColumn),
  { name: "domain_age_days", value: (row) => row.domainAgeDays },
  { name: "mx_provider", value: (row) => row.mxProvider },
  { name: "credits_used", value: (row) => row.creditsUsed },
  { name: "checked_at", value: (row) => row.checkedAt },
  { name: "recommendation", value: recommendationOf },
  { name: "catch_all_confidence", value: (row) => row.catchAllConfidence },
  ...newColumns.map(flagColumn)
]

const deepColumns: ReadonlyArray<ResultColumn> = [
  { name: "smtp_status", value: (row) => row.smtpStatus },
  { name: "mailbox_exists", value: (row) => row.mailboxExists }
]

const columnsOf: Readonly<Record<Mode, ReadonlyArray<ResultColumn>>> = {
  fast: fastColumns,
  deep: [...fastColumns, ...deepColumns]
}

const prefix = "rcpt_"

/** Spreadsheets and databases treat names that differ only in case as equal. */
const normalize = (name: string): string => name.trim().toLowerCase()

/**
 * The names of the appended columns, each different from the original ones, even if the file is the
 * download of an earlier job.
 */
export const resultNames = (
  mode: Mode,
  originals: ReadonlyArray<string>,
  /** Names of columns after all others. */
  further: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const taken = new Set(originals.map(normalize))
  return [...columnsOf[mode].map(({ name }) => name), ...further].map((name) => {
    let unused = name
    while (taken.has(unused)) unused = prefix + unused
    return unused
  })
}

export const resultValues = (mode: Mode, row: ResultRow | undefined): ReadonlyArray<ResultValue> =>
  columnsOf[mode].map(({ value }) => {
    const cell = row && value(row)
    return typeof cell === "string" ? safeCell(cell) : cell
  })

/**
 * The cells of columns after all others, which a file has only where verdicts of another service counted, rows were
 * erased, or can no longer be read.
 */
export const marksOf =
  ({ hasImports = false, hasErased = false, hasUnreadable = false }: Marks) =>
  <A>(imported: A, erased: A, unreadable: A): ReadonlyArray<A> => [
    ...(hasImports ? [imported] : []),
    ...(hasErased ? [erased] : []),
    ...(hasUnreadable ? [unreadable] : [])
  ]

/** Each name says what the cells of its column mean. */
export const markNames = ["imported_from", "erased", "unreadable"] as const

const formulaStart = /^[=@\t\r+-]/
const signedNumber = /^[+-](?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * Turns a cell that a spreadsheet would run as a formula into text (OWASP: CSV injection). Only for
 * generated cells: the original ones stay unchanged.
 */
export const safeCell = (text: string): string =>
  formulaStart.test(text) && !signedNumber.test(text) ? `'${text}` : text
