/** In German: en/phrases.tsx says what for. */
import type { Catalogue } from "../en/catalogue.ts"
import { whole } from "../numbers.ts"

export const phrases: Catalogue["phrases"] = {
  cancel: "Abbrechen",
  tryAgain: "Erneut versuchen",
  firstPage: "Zur ersten Seite",
  rows: (count) => `${whole(count)} ${count === 1 ? "Zeile" : "Zeilen"}`,
  clearFilters: "Filter aufheben",
  mode: { fast: "Schnell", deep: "Tief" },
  modeWithin: { fast: "schnell", deep: "tief" }
}
