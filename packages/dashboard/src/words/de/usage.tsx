import type { Catalogue } from "../en/catalogue.ts"

export const usage: Catalogue["usage"] = {}
