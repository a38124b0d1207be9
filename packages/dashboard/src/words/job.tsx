/** The words of the page of one list: its progress, its credits, its end. */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { percent, whole } from "./numbers.ts"
import { phrases } from "./phrases.tsx"
import { wordsOf } from "./translation.ts"

const mailboxes = (count: number) => `${whole(count)} ${count === 1 ? "mailbox" : "mailboxes"}`

const waiting = (count: number) =>
  count === 1 ? "1 waiting address is" : `${whole(count)} waiting addresses are`

const addresses = (count: number) =>
  count === 1 ? "waiting address" : `${whole(count)} waiting addresses`

const rowsOrSome = (count: number | undefined) =>
  count === undefined ? "some rows" : phrases.rows(count)

export const words = wordsOf("job", {
  /** The title until the name of the list is known. */
  title: "List",
  modes: { fast: "Fast mode", deep: "Deep mode" },
  started: (at: ReactNode) => <>Started {at}</>,
  maker: {
    head: "Uploaded by",
    fact: (name: string) => `Uploaded by ${name}`,
    key: (name: string) => `API key ${name}`,
    revokedKey: "a revoked API key",
    hasLeft: "somebody who has left"
  },
  results: "Results",
  resultsSoFar: "Results so far",
  notFound: {
    title: "List not found",
    heading: "This list does not exist",
    text: "It was deleted, or it belongs to another account.",
    all: "All lists"
  },
  cancellation: {
    title: "Cancel this list?",
    action: "Cancel list",
    dismiss: "Keep running",
    charged: (done: number, total: number) =>
      `${whole(done)} of ${whole(total)} rows have a result. They stay charged, and you can download them.`,
    refunded: "The other rows are not verified. The credits held for them are refunded immediately."
  },
  finish: {
    open: (count: number) => `Finish without the ${addresses(count)}`,
    title: (count: number) => `Finish without the ${addresses(count)}?`,
    action: "Finish list",
    dismiss: "Keep waiting",
    settled: `Mail servers asked us to come back later. We do not ask again: these mailboxes stay unconfirmed, for ${creditsOf(heldFor.fast)} each.`,
    others:
      "All other addresses still get their result. Then the list is complete, and unused credits are refunded.",
    isFinishing: "Finishing without further retries."
  },
  deletion: {
    open: "Delete",
    title: "Delete this list?",
    action: "Delete list",
    text: "The uploaded file and all results are deleted and can no longer be downloaded. The charges stay in the ledger."
  },
  credits: {
    title: "Credits",
    inLedger: "View in ledger",
    heldAtStart: "Held at start",
    refunded: "Refunded at end",
    charged: "Charged",
    note: "Charged row by row as results come in. Unused credits are refunded when the list is done."
  },
  end: {
    failed: "This list failed",
    reasonUnknown: "The reason is unknown.",
    cancelled: "This list was cancelled",
    complete: (total: number) => `Complete: all ${whole(total)} rows have a result.`,
    nothingCharged: "No rows were verified, and nothing was charged.",
    partlyCharged: (done: number, total: number) =>
      `${whole(done)} of ${whole(total)} rows have a result and stay charged. The credits held for the other rows were refunded.`
  },
  /** The text before the name of the list in the browser's tab. */
  tab: { complete: "Done", failed: "Failed", cancelled: "Cancelled" },
  progress: {
    title: "Progress",
    label: "Rows verified",
    rows: (done: number, total: number) => `${whole(done)} of ${whole(total)} rows`,
    lost: "Live updates paused: the service is not responding.",
    pending: "Waiting to start",
    checking: (count: number) => `Checking ${phrases.rows(count)}`,
    idle: "Waiting for responses",
    pace: (perSecond: string) => `${perSecond} rows per second`,
    left: (pace: string, left: string) => `${pace}, ${left} left`,
    /** What is left waits for its mail servers. `at` is when the first is asked again, undefined for now. */
    waits: (count: number, at: ReactNode | undefined) =>
      at === undefined ? (
        `${waiting(count)} asked again now`
      ) : count === 1 ? (
        <>1 address waits until {at}</>
      ) : (
        inline`${whole(count)} addresses wait, the first until ${at}`
      ),
    /** A new address has used up its conversations of today. `at` is when the next day begins. */
    capped: (count: number, at: ReactNode) =>
      inline`${phrases.rows(count)} ${count === 1 ? "waits" : "wait"} for tomorrow's share, from ${at}`,
    greylisting:
      "Some mail servers ask unknown senders to come back later (greylisting). These rows are retried automatically, up to three times within about an hour. You can close this page.",
    waiting: "Waiting for mail servers",
    spokenLost: "Connection lost",
    /** `share` is a multiple of a tenth. */
    spoken: (share: number) => `${percent(share)} verified`
  },
  /** The time left, rounded because it is an estimate. */
  time: {
    fewSeconds: "a few seconds",
    seconds: (count: number) => `about ${count} seconds`,
    minutes: (count: number) => (count <= 1 ? "about a minute" : `about ${count} minutes`),
    hours: (count: number) => (count <= 1 ? "about an hour" : `about ${whole(count)} hours`)
  },
  notification: {
    action: "Notify me when it is done",
    watched: "Your browser will tell you when it is done, as long as this tab is open.",
    blocked:
      "Your browser blocks notifications of this page. The title of the tab shows the progress.",
    /** The titles by the status of the list. */
    titles: {
      complete: (name: string) => `${name} is done`,
      failed: (name: string) => `${name} failed`,
      cancelled: (name: string) => `${name} was cancelled`
    },
    counts: (count: Readonly<Record<"valid" | "risky" | "invalid" | "unknown", number>>) =>
      `${whole(count.valid)} valid, ${whole(count.risky)} risky, ${whole(count.invalid)} invalid, ${whole(count.unknown)} unknown`
  },
  changes: {
    title: "What changed",
    since: (list: (text: string) => ReactNode, at: ReactNode) =>
      inline`Since ${list("the list of the same name")} of ${at}, by address.`,
    added: "New in the list",
    removed: "No longer in the list",
    same: "Same status"
  },
  mailboxes: {
    title: "Check the mailboxes",
    /** `count` undefined: it is not known. */
    lead: {
      fast: (count: number | undefined) =>
        `No problem was found in ${rowsOrSome(count)} whose mail servers can tell whether the mailboxes exist. Deep mode asks them. It cannot help the other rows. The results are saved as a new list.`,
      deep: (count: number | undefined) =>
        `The mail servers did not confirm the mailboxes of ${rowsOrSome(count)}. A later check may confirm them. The results are saved as a new list.`
    },
    /** `most` has its unit. */
    open: (count: number, most: string) => `Check ${mailboxes(count)} (up to ${most})`,
    openUncounted: "Check the mailboxes",
    question: (count: number | undefined) =>
      count === undefined ? "Check the mailboxes?" : `Check ${mailboxes(count)}?`,
    action: "Start verification"
  },
  corrections: {
    title: "Likely typos",
    lead: (count: number) =>
      `${whole(count)} ${count === 1 ? "address was" : "addresses were"} probably mistyped. The corrected rows become a new list, with all their columns. Nothing is charged until you start it.`,
    example: (before: ReactNode, after: ReactNode) => inline`${before} → ${after}`,
    more: (count: number) => `and ${whole(count)} more`,
    apply: (count: number) => `Apply ${whole(count)} ${count === 1 ? "correction" : "corrections"}`,
    fileName: (stem: string) => `${stem} (corrected).csv`
  }
})
