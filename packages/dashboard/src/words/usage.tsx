/** The words of the page of usage. */
import type { ReactNode } from "react"

import { wordsOf } from "./translation.ts"

export const words = wordsOf("usage", {
  title: "Usage",
  lead: (months: number) =>
    `Addresses verified in the last ${months} months. Months begin and end at midnight UTC.`,
  empty: {
    title: "No checks yet",
    action: "Verify an address",
    text: "Each month will have a bar here, as soon as its first check has a verdict."
  },
  channels: {
    single_checks: { head: "Dashboard", counts: "Single checks made on the Verify page." },
    api_checks: {
      head: "API",
      counts: "Checks made with an API key: single checks, and each address of a batch."
    },
    bulk_checks: { head: "Lists", counts: "Rows of lists, counted as they get their result." },
    public_checks: {
      head: "Demo",
      counts: "Checks of the public demo, if the operator offers one. They cost no credits."
    }
  },
  charts: {
    checks: "Checks",
    byMonth: "Checks by month",
    noChecks: "No checks.",
    credits: "Credits",
    charged: "Credits charged",
    creditsByMonth: "Credits by month",
    nothingCharged: "Nothing was charged.",
    says: (month: string, count: string, parts: string) => `${month}: ${count} checks, ${parts}`
  },
  table: {
    caption: "Checks by calendar month (UTC), newest first",
    month: "Month",
    all: "All checks",
    right: "Proved right",
    rightOf: (right: string, reported: string) => `${right} of ${reported}`,
    charged: "Credits charged",
    ledger: "Ledger",
    ledgerOf: (month: string) => `, ledger of ${month}`
  },
  breakdown: {
    title: "By API key and mode",
    lead: "Single checks and batches are counted from the list of activity, which a crash can leave incomplete; the ledger cannot be.",
    since: (date: ReactNode) => <>Since {date}</>,
    caption: "Checks and credits by API key and mode, the most credits first",
    none: "No checks in this time.",
    source: "Source",
    share: "Share",
    key: (name: string, last4: string) => `${name} (…${last4})`,
    unknownKey: "A key that is gone",
    dashboard: "Dashboard",
    lists: "Lists",
    checks: { fast: "Fast checks", deep: "Deep checks" },
    credits: "Credits charged",
    creditsOf: { fast: "Credits for fast checks", deep: "Credits for deep checks" }
  },
  counted: {
    title: "What is counted",
    right: "Proved right",
    rightText:
      "Of the valid and invalid verdicts you reported on (POST /feedback), how many turned out to be right. Shown once there are reports.",
    note: "A check counts once it has a verdict, even a free “unknown”. Sandbox addresses do not count. Credits and checks differ, because the price of a check depends on its mode and its answer."
  }
})
