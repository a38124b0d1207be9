/** Words that many pages have. */
export const common = {
  cancel: "Cancel",
  tryAgain: "Try again",
  firstPage: "Go to first page",
  clearFilters: "Clear filters",
  /** Modes of a check, as a label and within a sentence. */
  mode: { fast: "Fast", deep: "Deep" },
  modeWithin: { fast: "fast", deep: "deep" }
}
