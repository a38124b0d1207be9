/** The words of the start page. */
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

const checks = (count: string, isOne: boolean) => `${count} ${isOne ? "check" : "checks"}`

export const words = wordsOf("overview", {
  title: "Overview",
  upload: "Upload a list",
  verify: "Verify an address",
  checklist: {
    title: "Get started",
    lead: (done: number, all: number) => `${done} of ${all} done.`,
    hide: "Hide this list",
    done: ": done",
    notDone: ": not done yet",
    check: {
      title: "Verify an address",
      text: "A sandbox address is free and shows what a result looks like.",
      action: "Verify a sandbox address"
    },
    list: {
      title: "Verify a list",
      text: "Choose a CSV file. You see the price before it starts.",
      action: "Choose a list"
    },
    key: {
      title: "Get a key of your own",
      text: "Your program sends it with each request. It is shown only once.",
      action: "Create an API key"
    },
    webhook: {
      title: "Set a webhook",
      text: "Your program gets notified when a list is done, and need not poll.",
      action: "Set a webhook"
    }
  },
  credits: {
    label: "Credits",
    available: "Credits available",
    ready: "Ready to use",
    held: "Held",
    heldNote: "For checks in progress; the unused part is refunded",
    spent: "Spent this month",
    ledger: "View every charge in the ledger"
  },
  days: {
    title: (days: number) => `Last ${days} days`,
    none: "No checks in this period.",
    sum: (count: string, isOne: boolean, credits: string) =>
      `${checks(count, isOne)} for ${credits}.`,
    sameAs: (days: number) => `As many as in the ${days} days before.`,
    /** `change` is a share; undefined for less than half a per cent. */
    comparison: (change: string | undefined, isMore: boolean, days: number, before: string) =>
      `${change ?? "Slightly"} ${isMore ? "more" : "fewer"} than in the ${days} days before (${before}).`,
    asTable: "Show as table",
    today: "Today",
    chart: "Checks by day",
    chartEmpty: (days: number) => `No checks in the last ${days} days.`,
    noChecks: (day: string) => `${day}: no checks`,
    says: (day: string, count: string, parts: string) => `${day}: ${count} checks, ${parts}`,
    saysPart: (count: string, verdict: string) => `${count} ${verdict.toLowerCase()}`,
    credits: "Credits",
    caption: (days: number) => `Checks of the last ${days} days by verdict, newest first`,
    day: "Day (UTC)",
    all: "All"
  },
  bounced: {
    title: (days: number) => `Your mail of the last ${days} days`,
    says: (sent: string, bounced: string, rate: string) =>
      `Of ${sent} addresses that rcpt called valid and you mailed, ${bounced} bounced (${rate}).`,
    more: "See the accuracy"
  },
  firstCall: {
    title: "Make your first call",
    lead: (reference: (text: string) => ReactNode) =>
      inline`Store your key in the environment of your program as ${<code>RCPT_API_KEY</code>}. This call is free: sandbox addresses return the result in their name. The response is JSON, and its ${<code>status</code>} is the verdict. The ${reference("API reference")} has all endpoints.`
  },
  lists: {
    title: "Recent lists",
    all: "All lists",
    none: (upload: (text: string) => ReactNode) => (
      <>No lists yet. {upload("Upload a CSV")}. You see the price before it starts.</>
    ),
    caption: "Recent lists, newest first",
    list: "List",
    status: "Status",
    mode: "Mode",
    verdicts: "Verdicts",
    rows: "Rows",
    created: "Created",
    rowsOf: (done: string, total: string) => `${done} of ${total}`
  },
  notices: {
    label: "Notices",
    onlyOperators: "Only operators of this service see this.",
    more: (count: number) => (count === 1 ? "1 more notice" : `${count} more notices`)
  }
})
