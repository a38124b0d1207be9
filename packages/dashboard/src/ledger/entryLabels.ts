/** Labels and explanations for ledger entries, shared by the ledger and the receipt. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"

import type { EntryType } from "./ledgerFilter.ts"

export const typeLabels: Readonly<Record<EntryType, string>> = {
  grant: "Grant",
  adjust: "Adjustment",
  hold: "Hold",
  charge: "Charge",
  refund: "Refund"
}

/** Shown on a receipt: what an entry of this type does. */
export const typeMeanings: Readonly<Record<EntryType, string>> = {
  grant: "Credits were added to the account.",
  adjust: "The operator of the service adjusted the balance.",
  hold: "The most that the work can cost was set aside before it began.",
  charge:
    "The price of the work was taken from its hold. The hold had already changed the balance.",
  refund: "Held credits that were not needed were returned to the balance."
}

export const kindLabels: Readonly<Record<NonNullable<LedgerEntry["for"]>["kind"], string>> = {
  verification: "Single check",
  batch: "Check in a batch",
  job: "Bulk job"
}

export const modeLabels = { fast: "Fast", deep: "Deep" } as const

/** The reasons of refunds. The reason of a grant is free text. */
const refundReasons: Readonly<Record<string, string>> = {
  remainder: "cost less than was held",
  unknown: "unknown verdicts are free",
  failed: "could not be completed",
  expired: "the hold expired",
  unanswered: "charged, but the response was not delivered"
}

export const reasonOf = ({ type, reason }: LedgerEntry): string | undefined =>
  type === "refund" && reason !== undefined ? (refundReasons[reason] ?? reason) : reason

export const viaLabels: Readonly<Record<NonNullable<LedgerReceipt["result"]>["via"], string>> = {
  api_key: "API key",
  dashboard: "Dashboard",
  demo: "Public demo"
}

/**
 * Between which accounts an entry moves its credits: double entry, as the service books it. The account of a
 * customer has a balance and holds; the others are those of the service.
 */
export const movesOf = ({ type, change, reason }: LedgerEntry): readonly [string, string] => {
  switch (type) {
    case "grant":
      return ["Granted", "Balance"]
    case "adjust":
      return change > 0 ? ["Adjusted", "Balance"] : ["Balance", "Adjusted"]
    case "hold":
      return ["Balance", "Hold"]
    case "charge":
      return ["Hold", "Spent"]
    case "refund":
      return [reason === "unanswered" ? "Spent" : "Hold", "Balance"]
  }
}
