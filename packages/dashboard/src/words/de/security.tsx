import type { Catalogue } from "../en/catalogue.ts"

export const security: Catalogue["security"] = {}
