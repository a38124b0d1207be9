/** Words that many pages have. */
import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const phrases = wordsOf("phrases", {
  cancel: "Cancel",
  tryAgain: "Try again",
  firstPage: "Go to first page",
  rows: (count: number) => `${whole(count)} ${count === 1 ? "row" : "rows"}`,
  /** A share, and between what it is with 95 % confidence. */
  rate: (share: string, low: string, high: string) => `${share}, ${low} to ${high}`,
  clearFilters: "Clear filters",
  /** The offer beside a fast `valid`. `most` has its unit. */
  checkMailbox: (most: string) => `Check the mailbox (up to ${most})`,
  checkMailboxFree: "Check the mailbox (free)",
  /** Modes of a check, as a label and within a sentence. */
  mode: { fast: "Fast", deep: "Deep" },
  modeWithin: { fast: "fast", deep: "deep" }
})
