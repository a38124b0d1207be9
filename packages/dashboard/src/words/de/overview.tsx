import type { Catalogue } from "../en/catalogue.ts"

export const overview: Catalogue["overview"] = {}
