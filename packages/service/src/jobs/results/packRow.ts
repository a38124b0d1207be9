/**
 * The stored format of a JobRow: JSON without names, some 100 octets instead of 400. A large job writes a
 * million of them and reads them again for the download.
 */
import { defined } from "@rcpt/api/defined"

import type { JobRow } from "../csv/JobRow.ts"

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
] as const satisfies ReadonlyArray<keyof JobRow>

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
] as const satisfies ReadonlyArray<keyof JobRow>

/** `t`: true, `f`: false, `-`: not determined. */
const letterOf = (flag: boolean | undefined): string =>
  flag === undefined ? "-" : flag ? "t" : "f"
const flagOf = (letter: string | undefined): boolean | undefined =>
  letter === "t" ? true : letter === "f" ? false : undefined

export const packRow = (row: JobRow): string =>
  JSON.stringify([
    flags.map((flag) => letterOf(row[flag])).join(""),
    // Absent values at the end are left out; others are null.
    ...trimEnd(fields.map((field) => row[field]))
  ])

const trimEnd = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)

export const unpackRow = (packed: string): JobRow => {
  const [letters, ...values] = JSON.parse(packed) as readonly [string, ...ReadonlyArray<unknown>]
  const entries = [
    ...fields.map((field, at) => [field, values[at] ?? undefined]),
    ...flags.map((flag, at) => [flag, flagOf(letters[at])])
  ]
  return defined(Object.fromEntries(entries)) as unknown as JobRow
}
