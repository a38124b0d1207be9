/**
 * A JobRow as it is stored: JSON without names, some 100 octets where the object has 400. A million of
 * them are written, and read again for the download.
 */
import { defined } from "@rcpt/api/defined"

import type { JobRow } from "./csv/JobRow.ts"

// Stored format: the order of both tables outlives every deployment. Add only at their ends.
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
  "mailboxExists"
] as const satisfies ReadonlyArray<keyof JobRow>

/** One letter each: true, false, not learnt. */
const letterOf = (flag: boolean | undefined): string =>
  flag === undefined ? "-" : flag ? "t" : "f"
const flagOf = (letter: string | undefined): boolean | undefined =>
  letter === "t" ? true : letter === "f" ? false : undefined

export const packRow = (row: JobRow): string =>
  JSON.stringify([
    flags.map((flag) => letterOf(row[flag])).join(""),
    // What is missing at the end is left out; within, it is null.
    ...trimmed(fields.map((field) => row[field]))
  ])

const trimmed = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)

export const unpackRow = (packed: string): JobRow => {
  const [letters, ...values] = JSON.parse(packed) as readonly [string, ...ReadonlyArray<unknown>]
  const entries = [
    ...fields.map((field, at) => [field, values[at] ?? undefined]),
    ...flags.map((flag, at) => [flag, flagOf(letters[at])])
  ]
  return defined(Object.fromEntries(entries)) as unknown as JobRow
}
