import type { Catalogue } from "../en/catalogue.ts"

export const common: Catalogue["common"] = {
  cancel: "Abbrechen",
  tryAgain: "Erneut versuchen",
  firstPage: "Zur ersten Seite",
  clearFilters: "Filter aufheben",
  mode: { fast: "Schnell", deep: "Tief" },
  modeWithin: { fast: "schnell", deep: "tief" }
}
