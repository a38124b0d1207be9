/** Receipts of an erasure as text of 80 columns, for `rcpt erase`, and of a closed account. */
import type { ClosedAccount, ErasureReceipt } from "@rcpt/api/Erasure"

import { creditsText, minuteOf, wrapped } from "./report.ts"

export interface ErasedIn {
  readonly account: string
  readonly receipt: ErasureReceipt
}

const indent = "  "

const keptLines = (kept: ErasureReceipt["kept"]): ReadonlyArray<string> => [
  "Kept:",
  ...kept.map(({ what, why }) => wrapped(`${what}: ${why}.`, `${indent}- `, indent + indent))
]

const cardOf = ({
  account,
  receipt: { id, erased_at, erased }
}: ErasedIn): ReadonlyArray<string> => [
  `Account ${account}, ${minuteOf(erased_at)}`,
  ...erased.map(
    ({ place, count }) => `${indent}${place.padEnd("webhook_messages".length)}  ${count}`
  ),
  `${indent}receipt: event ${id}`,
  ""
]

/** The same facts stay for all accounts, and some that only a few accounts have. */
const keptOf = (all: ReadonlyArray<ErasedIn>): ErasureReceipt["kept"] => [
  ...new Map(
    all.flatMap(({ receipt }) => receipt.kept.map((kept) => [kept.what, kept] as const))
  ).values()
]

export const eraseReport = (all: ReadonlyArray<ErasedIn>): string => {
  const found = all.filter(({ receipt }) => receipt.found)
  const lines = found.length === 0 ? ["Nothing was found.", ""] : found.flatMap(cardOf)
  return [...lines, ...keptLines(keptOf(all))].join("\n")
}

export const closedReport = (closed: ClosedAccount): string =>
  [
    `Account ${closed.account_id} is closed.`,
    `${indent}keys revoked   ${closed.keys_revoked}`,
    `${indent}lists erased   ${closed.jobs_erased}`,
    `${indent}forfeited      ${creditsText(closed.credits_forfeited)}`,
    "",
    ...keptLines(closed.kept)
  ].join("\n")
