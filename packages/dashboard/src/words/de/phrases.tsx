/** The German of words/phrases.tsx. */
import { whole } from "../numbers.ts"
import type * as english from "../phrases.tsx"

export const phrases: typeof english.phrases = {
  cancel: "Abbrechen",
  tryAgain: "Erneut versuchen",
  firstPage: "Zur ersten Seite",
  rows: (count) => `${whole(count)} ${count === 1 ? "Zeile" : "Zeilen"}`,
  rate: (share, low, high) => `${share}, ${low} bis ${high}`,
  clearFilters: "Filter aufheben",
  checkMailbox: (most) => `Postfach prüfen (bis zu ${most})`,
  checkMailboxFree: "Postfach prüfen (kostenlos)",
  mode: { fast: "Schnell", deep: "Tief" },
  modeWithin: { fast: "schnell", deep: "tief" }
}
