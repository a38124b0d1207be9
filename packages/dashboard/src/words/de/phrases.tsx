/** The German of words/phrases.tsx. */
import type { Catalogue } from "../Catalogue.ts"
import { whole } from "../numbers.ts"

export const phrases: Catalogue["phrases"] = {
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
