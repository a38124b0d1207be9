import type { Catalogue } from "../en/catalogue.ts"

export const settings: Catalogue["settings"] = {}
