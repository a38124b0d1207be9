import type { Catalogue } from "../en/catalogue.ts"

export const parts: Catalogue["parts"] = {}
