/** The labels of a ledger entry, for the ledger and the receipt. */
import type { LedgerEntry } from "@rcpt/api/Ledger"

import { words } from "../words/ledger.tsx"

/** The labels of an entry by its type, by what it was for, and by the way it was requested. */
export const entryLabels = {
  types: words.types,
  meanings: words.meanings,
  kinds: words.kinds,
  via: words.via
}

/**
 * The reasons of refunds. An unknown one, from a newer service, is shown as it is. The reason of a grant
 * is free text.
 */
const refundReasons: Readonly<Record<string, string>> = words.refunds

export const reasonOf = ({ type, reason }: LedgerEntry): string | undefined =>
  type === "refund" && reason !== undefined ? (refundReasons[reason] ?? reason) : reason

/**
 * The accounts that an entry moves its credits between: double entry, as the service books it. The account
 * of a customer has a balance and holds; the others are those of the service.
 */
export const movesOf = ({ type, change, reason }: LedgerEntry): readonly [string, string] => {
  const { adjusted, balance, granted, hold, spent } = words.accounts
  switch (type) {
    case "grant":
      return [granted, balance]
    case "adjust":
      return change > 0 ? [adjusted, balance] : [balance, adjusted]
    case "hold":
      return [balance, hold]
    case "charge":
      return [hold, spent]
    case "refund":
      return [reason === "unanswered" ? spent : hold, balance]
  }
}
