import type { Catalogue } from "../en/catalogue.ts"

export const bulk: Catalogue["bulk"] = {}
