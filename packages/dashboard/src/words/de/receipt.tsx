import type { Catalogue } from "../en/catalogue.ts"

export const receipt: Catalogue["receipt"] = {}
