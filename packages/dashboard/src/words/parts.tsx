/** The words of the parts of pages: tables, dialogs, buttons, notices. */
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

/** The labels of the service's statuses: verdicts, results of mail servers, lists, deliveries. */
const statuses = {
  valid: "Valid",
  risky: "Risky",
  invalid: "Invalid",
  unknown: "Unknown",

  deliverable: "Deliverable",
  undeliverable: "Undeliverable",
  catch_all: "Catch-all",
  greylisted: "Greylisted",
  rate_limited: "Rate limited",
  policy_blocked: "Policy blocked",
  timeout: "Timeout",
  not_checked: "Not checked",

  pending: "Pending",
  processing: "Processing",
  complete: "Complete",
  failed: "Failed",
  cancelled: "Cancelled",

  delivered: "Delivered"
}

export const words = wordsOf("parts", {
  statuses,
  all: "All",
  /** Shares that would be rounded to none or to all; `percent` is "1%" or "99%". */
  shares: {
    under: (percent: string) => `under ${percent}`,
    over: (percent: string) => `over ${percent}`
  },
  copy: {
    copy: "Copy",
    copied: "Copied",
    blocked: "Copy blocked",
    secret: (label: string) => `Copy ${label}`
  },
  credit: (amount: number): string => (amount === 1 ? "credit" : "credits"),
  /** The credits of a list that is running. */
  running: ({
    held,
    charged,
    toCome
  }: Readonly<Record<"held" | "charged" | "toCome", ReactNode>>) =>
    inline`Still held: ${held}. Charged so far: ${charged}. To come: at most ${toCome}.`,
  justNow: "just now",
  loading: "Loading",
  columns: {
    created: "Created",
    lastUsed: "Last used",
    never: "Never",
    credits: "Credits",
    balance: "Balance",
    actions: "Actions"
  },
  moreCredits: {
    owner: (link: (text: string) => ReactNode) => (
      <>You run this service: {link("grant credits in Admin")}, with “Grant” beside the account.</>
    ),
    customer: (email: ReactNode) => (
      <>Ask the operator of this service for more credits. Name your account: {email}</>
    )
  },
  requestId: (id: ReactNode) => <>Request id {id}</>,
  askManager: "A manager of this account can change your role.",
  pages: {
    previous: "Previous",
    next: "Next",
    newest: "Newest",
    older: "Older",
    page: (page: string, total: string | undefined) =>
      total === undefined ? `Page ${page}` : `Page ${page} of ${total}`
  },
  password: { show: "Show", hide: "Hide", spoken: " password" },
  retry: {
    waits: (left: ReactNode) => <>Too many requests. Try again in {left}.</>,
    waitsSpoken: "Too many requests. The page says when you can try again.",
    over: "Too many requests a moment ago. You can try again now.",
    overSpoken: "You can try again now."
  },
  secretOnce: "Copy it now. It is not shown again.",
  /** In place of a part whose code failed, or could not be loaded. */
  stopped: {
    page: "This page is not available",
    title: "Something went wrong in your browser",
    text: "Nothing was changed or charged. Reload the page. What you typed is kept.",
    notLoaded: "This part could not be loaded",
    offline: "rcpt does not respond. This part opens when the connection is back.",
    updated: "rcpt was updated while this page was open. Reload the page. What you typed is kept.",
    again: "Try again. If it fails again, reload the page. What you typed is kept.",
    reload: "Reload",
    close: "Close"
  }
})
