/** The words for the rows of a list: downloads, filters, the table, the evidence of a row. */
import type { JobResultRow } from "@rcpt/api/Jobs"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { whole } from "./numbers.ts"
import { phrases } from "./phrases.tsx"
import { wordsOf } from "./translation.ts"

type Recommendation = NonNullable<JobResultRow["recommendation"]>
type SubStatus = NonNullable<VerifyResult["sub_status"]>

export const words = wordsOf("results", {
  downloads: {
    label: "Download",
    rows: (count: number) => `${phrases.rows(count)}.`,
    note: "All your columns plus the results.",
    unique: "Each address once",
    workbook: "As an Excel workbook instead of CSV",
    partial: "Includes only the rows that were verified.",
    send: {
      /** Both differ, because the proof behind `valid` depends on the mode. */
      label: { fast: "No problem found", deep: "Mailbox confirmed" },
      fast: "You can send to these. Their mail servers were not asked whether the mailboxes exist.",
      deep: "You can send to these. Their mail servers confirmed the mailboxes."
    },
    send_with_care: {
      label: "Needs care",
      text: "Shared inboxes, catch-all domains and others that may bounce. Send in small batches, and watch the bounces."
    },
    do_not_send: {
      label: "Do not send",
      text: "They bounce, or your email is not read, or a stranger reads it. Remove them from your list."
    },
    ask_again: {
      label: "Ask again later",
      text: "There is no final answer yet. Verify them again: each row says from when on."
    },
    all: { label: "All rows", text: "Your whole file in its order, with the results." },
    filtered: {
      label: (filters: ReadonlyArray<string>) => `Only: ${filters.join(", ")}`,
      text: "The rows that are filtered below."
    }
  },
  filters: {
    status: "Status",
    all: "All",
    reason: "Reason",
    sortBy: "Sort by",
    search: "Search addresses"
  },
  /** `caption` is for people who do not see the choice. */
  orders: {
    "": { label: "File order", caption: "in file order" },
    address: { label: "Address, A to Z", caption: "by address, a to z" },
    "-address": { label: "Address, Z to A", caption: "by address, z to a" },
    status: { label: "Status, valid first", caption: "by status, valid first" },
    "-status": { label: "Status, unknown first", caption: "by status, unknown first" },
    "-score": { label: "Score, highest first", caption: "by score, highest first" },
    score: { label: "Score, lowest first", caption: "by score, lowest first" }
  },
  table: {
    title: "Rows",
    soFar: "Rows appear here as they are verified.",
    caption: (order: string) => `Rows of this list, ${order}`,
    pages: "Pages of rows",
    filtered: (count: number, total: number) => `${phrases.rows(count)} of ${whole(total)}`,
    address: "Address",
    erased: "Erased",
    advice: "What to do",
    adviceFrom: (advice: ReactNode, from: ReactNode) =>
      inline`${advice} ${<span className="muted">from {from}</span>}`,
    status: "Status",
    reason: "Reason",
    didYouMean: (suggestion: ReactNode) => <>Did you mean {suggestion}?</>,
    score: "Score",
    evidence: "Evidence",
    evidenceOf: (hidden: (text: string) => ReactNode, email: string | undefined) => (
      <>Evidence{hidden(` about ${email}`)}</>
    ),
    emptyPage: { title: "No rows on this page", text: "There are fewer rows." },
    noMatch: {
      title: "No matching rows",
      text: "Search matches any part of an address, in upper or lower case.",
      all: "Show all rows"
    }
  },
  recommendations: {
    send: "Send",
    send_with_care: "Send with care",
    do_not_send: "Don’t send",
    ask_again: "Ask again"
  } satisfies Record<Recommendation, string>,
  subStatuses: {
    failed_syntax_check: "Invalid syntax",
    domain_not_found: "Domain not found",
    does_not_accept_mail: "Does not accept mail",
    mx_unroutable: "Mail servers unreachable",
    mailbox_not_found: "Mailbox not found",
    mailbox_disabled: "Mailbox disabled",
    domain_rejected_by_mail_server: "Mail server rejects the domain",
    reported_bounce: "Bounced, as you reported",
    reported_complaint: "Complained, as you reported",
    blocked_by_rule: "Blocked by your rule",
    dns_error: "DNS error",
    no_mx_records: "No MX records",
    disposable: "Disposable",
    blocklisted: "On a blocklist",
    parked: "Parked domain",
    role_based: "Shared inbox",
    role_based_catch_all: "Shared inbox, catch-all domain",
    relay: "Privacy relay",
    catch_all: "Catch-all domain",
    synthetic_local_part: "Looks made up",
    new_domain: "New domain",
    mailbox_full: "Mailbox full",
    possible_typo: "Likely typo",
    mailbox_unverified: "Mailbox not confirmed",
    low_score: "Low score"
  } satisfies Record<SubStatus, string>,
  evidence: {
    yes: "Yes",
    no: "No",
    notConfirmed: "Not confirmed",
    mailboxExists: "Mailbox exists",
    mailServerSaid: "Mail server said",
    mailProvider: "Mail provider",
    domainAge: "Age of the domain",
    days: (count: number) => `${whole(count)} ${count === 1 ? "day" : "days"}`,
    canonical: "Canonical form",
    checked: "Checked",
    charged: "Charged",
    checkAgain: "Check again with all evidence"
  }
})
