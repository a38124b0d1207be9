import type { Catalogue } from "../en/catalogue.ts"

export const activity: Catalogue["activity"] = {}
