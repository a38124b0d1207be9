import type { Catalogue } from "../en/catalogue.ts"

export const admin: Catalogue["admin"] = {}
