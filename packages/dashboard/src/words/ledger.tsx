/** The words of the ledger: entries of credits, and statements. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("ledger", {
  title: "Ledger",
  lead: "A check first holds the most it can cost. The price is charged from that hold, which does not change the balance. The rest is refunded.",
  download: "Download CSV",
  tabs: {
    label: "The ledger",
    lines: "Checks and lists",
    entries: "All entries",
    statements: "Statements"
  },
  pages: "Pages of the ledger",
  empty: {
    noMatch: "No matching entries",
    noMatchText: "No entries match these filters.",
    showAll: "Show all entries",
    none: "No entries yet",
    noneText:
      "The operator of this service grants credits. Each grant, and each check that uses credits, appears here with the balance after it.",
    verify: "Verify an address"
  },
  types: {
    grant: "Grant",
    adjust: "Adjustment",
    hold: "Hold",
    charge: "Charge",
    refund: "Refund"
  } satisfies Record<LedgerEntry["type"], string>,
  /** The meaning of an entry's type, shown on a receipt. */
  meanings: {
    grant: "Credits were added to the account.",
    adjust: "The operator of the service adjusted the balance.",
    hold: "The most that the work can cost was set aside before it began.",
    charge:
      "The price of the work was taken from its hold. The hold had already changed the balance.",
    refund: "Held credits that were not needed were returned to the balance."
  } satisfies Record<LedgerEntry["type"], string>,
  kinds: {
    verification: "Single check",
    batch: "Check in a batch",
    job: "List"
  } satisfies Record<NonNullable<LedgerEntry["for"]>["kind"], string>,
  modes: { fast: "Fast mode", deep: "Deep mode" },
  /** The reasons of refunds, within a line. */
  refunds: {
    remainder: "cost less than was held",
    unknown: "unknown verdicts are free",
    failed: "could not be completed",
    expired: "the hold expired",
    unanswered: "charged, but the response was not delivered"
  },
  via: {
    api_key: "API key",
    dashboard: "Dashboard",
    demo: "Public demo"
  } satisfies Record<NonNullable<LedgerReceipt["result"]>["via"], string>,
  /** The accounts that an entry moves its credits between. */
  accounts: {
    granted: "Granted",
    adjusted: "Adjusted",
    balance: "Balance",
    hold: "Hold",
    spent: "Spent"
  },
  job: {
    deleted: (id: ReactNode) => <>deleted list {id}</>,
    loading: (id: ReactNode) => <>list {id}</>
  },
  filters: {
    label: "Filter the ledger",
    job: "List",
    allJobs: "All lists and checks",
    deletedJob: "Deleted list",
    otherJob: "Job",
    month: "Month (UTC)",
    allMonths: "All months",
    type: "Type",
    allTypes: "All types"
  },
  entries: {
    caption: "Ledger entries, newest first",
    when: "When",
    entry: "Entry",
    /** The text that is read out after the type of the entry. */
    receipt: (id: string) => `${id}, receipt`,
    for: "For",
    change: "Change",
    moves: "From → to",
    to: "to"
  },
  lines: {
    caption: "Checks, lists, grants and adjustments, newest first",
    what: "What",
    held: "Held",
    charged: "Charged",
    returned: "Returned",
    entries: "Entries",
    open: (count: number, id: string) =>
      inline`${whole(count)} entries${<span className="visually-hidden"> of {id}</span>}`,
    entriesOf: (id: string) => `Ledger entries of ${id}, oldest first`,
    allEntries: (count: number) => `All ${whole(count)} entries`
  },
  month: {
    opening: "Opening balance",
    granted: "Granted",
    adjusted: "Adjusted",
    held: "Held",
    refunded: "Refunded",
    closing: "Closing balance",
    now: "Balance now",
    whole: "For the whole month, regardless of the other filters.",
    /** The text below the number. */
    charged: "credits charged",
    explanation:
      "Charges come out of holds, so they are not deducted a second time. Credits that are not yet charged or refunded are still held."
  },
  statements: {
    caption: "Statements, newest month first",
    pages: "Pages of statements",
    none: "No month has entries yet",
    noneText:
      "A month has a statement from its first entry on. It does not change once the month is over.",
    lead: "A statement has the balances and a line for each list, grant and day. It also has the digest of all entries and the signed checkpoint. Credits still held are not in the closing balance.",
    month: "Month (UTC)",
    soFar: "so far",
    charged: "Charged",
    file: (format: string, month: string) =>
      inline`${format}${<span className="visually-hidden"> of {month}</span>}`
  }
})
