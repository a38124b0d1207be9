/** Words that many pages have. */
import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

export const phrases = wordsOf("phrases", {
  cancel: "Cancel",
  tryAgain: "Try again",
  firstPage: "Go to first page",
  rows: (count: number) => `${whole(count)} ${count === 1 ? "row" : "rows"}`,
  clearFilters: "Clear filters",
  /** Modes of a check, as a label and within a sentence. */
  mode: { fast: "Fast", deep: "Deep" },
  modeWithin: { fast: "fast", deep: "deep" }
})
