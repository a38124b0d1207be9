/** What the words of the ledger mean, for people. One table for the list and for the receipt. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"

import type { EntryType } from "./ledgerFilter.ts"

export const typeWords: Readonly<Record<EntryType, string>> = {
  grant: "Grant",
  adjust: "Correction",
  hold: "Hold",
  charge: "Charge",
  refund: "Refund"
}

/** Said once on a receipt: what such an entry does. */
export const typeMeanings: Readonly<Record<EntryType, string>> = {
  grant: "Credits were added to the account.",
  adjust: "The operator of the service corrected the balance.",
  hold: "The most that the work can cost was set aside before it began.",
  charge: "What the work cost was taken out of its hold. The balance had changed with the hold.",
  refund: "What was held and not needed came back to the balance."
}

export const kindWords: Readonly<Record<NonNullable<LedgerEntry["for"]>["kind"], string>> = {
  verification: "Single check",
  batch: "Check in a batch",
  job: "Bulk job"
}

export const modeWords = { fast: "Fast", deep: "Deep" } as const

/** Those of a refund; a grant has a reason in the words of who gave it. */
const refundReasons: Readonly<Record<string, string>> = {
  remainder: "cost less than was held",
  unknown: "no answer, no charge",
  failed: "could not be finished",
  expired: "the hold ran out",
  unanswered: "charged, but the answer did not arrive"
}

export const reasonOf = ({ type, reason }: LedgerEntry): string | undefined =>
  type === "refund" && reason !== undefined ? (refundReasons[reason] ?? reason) : reason

export const viaWords: Readonly<Record<NonNullable<LedgerReceipt["result"]>["via"], string>> = {
  api_key: "API key",
  dashboard: "Dashboard",
  demo: "Public demo"
}
