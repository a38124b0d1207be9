import type { Catalogue } from "../en/catalogue.ts"
import { whole } from "../numbers.ts"

export const common: Catalogue["common"] = {
  cancel: "Abbrechen",
  tryAgain: "Erneut versuchen",
  firstPage: "Zur ersten Seite",
  rows: (count) => `${whole(count)} ${count === 1 ? "Zeile" : "Zeilen"}`,
  clearFilters: "Filter aufheben",
  mode: { fast: "Schnell", deep: "Tief" },
  modeWithin: { fast: "schnell", deep: "tief" }
}
