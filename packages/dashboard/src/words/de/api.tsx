import type { Catalogue } from "../en/catalogue.ts"

export const api: Catalogue["api"] = {}
